import Faceplate
import FaceplatePanel

let schema = try Schema { Group("display") { Switch("display_titles", default: true) } }
let settings = try Settings.open(schema, at: "settings.sqlite")
let server = try PanelServer(Panel(settings), port: 8080)
print("Serving at \(server.url)")
settings.didSave { revision in print("Revision \(revision.number)") }
await server.runUntilSignal()
