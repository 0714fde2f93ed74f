import Faceplate
import FaceplatePanel

func lists() async throws {
    let schema = try Schema(.panel("account").title("Account")) {
        Group("profile") {
            EditText("name").required()
            EditPassword("password")
            EditInteger("age").range(0...150)
            Choice("language", options: ["en", "de", "fr"])
            Page("rooms") { Group("all_rooms") { Switch("all_lights") } }
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
    try settings.provide(content)
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
