import Faceplate
import FaceplateSync

struct Rect: Codable, Sendable {
    var x = 0.0, y = 0.0, width = 320.0, height = 480.0
}

struct AppPreferences: Preferences {
    @Setting var nameSetting = ""
    @Setting var enabledSetting = false
    @Setting var sliderSetting = 0.5
    @Setting var namePref = ""
    @Setting var enabledPref = false
    @Setting var sliderPref = 0.5
    @Setting var rectPref = Rect()
}

func properties() {
    let preferences = AppPreferences()
    print(preferences.namePref, preferences.rectPref.width)
    preferences.namePref = "Ada"
    preferences.rectPref.width += 10
}

func sync(_ folder: String) async throws {
    let schema = try Schema(.panel("app")) { Group("app") { EditText("nameSetting").synced() } }
    let settings = try Settings.open(schema, at: "app.sqlite")
    let preferences = try AppPreferences(settings)
    let sharing = try Sharing(settings, folder: folder, machine: "hall")
    async let running: Void = sharing.run()
    preferences.nameSetting = "Ada"
    print(await sharing.syncNow().name)
    try await running
}
