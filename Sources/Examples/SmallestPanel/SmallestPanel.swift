import Faceplate
import FaceplatePanel
do {
    let schema = try Schema { Group("display") { Switch("display_titles", default: true) } }
    let settings = try Settings.open(schema, at: "settings.sqlite")
    settings.observe { revision in print("Revision \(revision.number)") }
    let server = try PanelServer(Panel(settings), port: 8080)
    print("Serving at \(server.url)")
    await server.runUntilSignal()
} catch {
    exit(because: error)
}
