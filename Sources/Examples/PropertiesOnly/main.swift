import Faceplate

struct Rect: Codable {
    var x = 0.0
    var y = 0.0
    var width = 640.0
    var height = 480.0
}

struct ReaderPreferences: Preferences {
    @Setting var hideNSFW = true
    @Setting(key: "account_username") var username = ""
    @Setting var window = Rect()
    @Setting var lastOpened: [String] = []
}

let preferences = ReaderPreferences()
for argument in CommandLine.arguments.dropFirst() {
    preferences.username = argument
    preferences.lastOpened.append(argument)
    preferences.window.width += 10
    preferences.hideNSFW.toggle()
}
print(preferences.hideNSFW, preferences.username, preferences.window.width, preferences.lastOpened)
if let refusal = preferences.$username.refusal { print("Nothing is saved: \(refusal)") }
