import Faceplate
import FaceplatePanel
import FaceplateSync

/// The programs of the guide "Other libraries": `ComingFrom sections`, `properties`,
/// `properties FOLDER`, `lists` or `cells`.
@main
enum ComingFrom {
    static func main() async {
        do {
            try await run()
        } catch {
            exit(because: error)
        }
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("sections", _): try await sections()
        case ("properties", nil): properties()
        case ("properties", let folder?): try await sync(folder)
        case ("lists", _): try await lists()
        case ("cells", _): try await cells()
        default: print("Name one of: sections, properties, lists, cells.")
        }
    }
}

func sections() async throws {
    let schema = try Schema(.panel("basics").title("Basics")) {
        Group("audio") {
            Button("demo") { _ in .success("Selection happened!") }.title("Demo")
        }.title("Audio Codec")
    }
    let settings = try Settings.open(schema, at: "basics.sqlite")
    let server = try PanelServer(Panel(settings), port: 8080)
    await server.runUntilSignal()
}

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
    let sync = try Sync(settings, folder: folder, machine: "hall")
    async let running: Void = sync.runUntilCanceled()
    preferences.nameSetting = "Ada"
    print(await sync.syncNow().name)
    try await running
}

func lists() async throws {
    let schema = try Schema(.panel("account").title("Account")) {
        Group("profile") {
            EditText("name").required()
            EditPassword("password")
            EditInteger("age").range(0...150)
            Choice("language", options: ["en", "de", "fr"])
            Page("rooms")
            Button("sign_in") { request in .success("Hello \(request.text("name"))") }
        }
    }
    let settings = try Settings.open(schema, at: "account.sqlite")
    var content = ProvidedContent()
    content.initialValues = { ["name": .text("Ada")] }
    content.defaults = { ["language": .text("de")] }
    content.declaredGroups["rooms"] = {
        [Group("hall") { Switch("hall_light").onChange { print("Hall: \($0.new == true)") } }]
    }
    try settings.content.provide(content)
    settings.didSave { revision in print(revision.changes.map(\.key)) }
    var configuration = Panel.Configuration()
    configuration.done = "/app"
    configuration.willClose = { closing in
        closing.snapshot.value("age") == nil ? .key("age", "Enter your age first.") : nil
    }
    configuration.didClose = { closing in print("Closed at \(closing.snapshot.revision)") }
    let server = try PanelServer(Panel(settings, configuration: configuration), port: 8080)
    await server.runUntilSignal()
}

struct Cells: Preferences {
    @Setting("Switch option", key: "key_for_bool_option") var isOn = true
    var page: SettingsPage { Group("section") { $isOn }.title("My section") }
}

func cells() async throws {
    try await PanelServer(Cells.open(at: "cells.sqlite"), port: 8080).runUntilSignal()
}
