import Faceplate
import FaceplatePanel

let schema = try Schema {
    Group("display") {
        Switch("display_titles", default: true)
    }
}
let settings = try Settings.open(schema, at: "settings.sqlite")
let server = try PanelServer(Panel(settings))
print("Serving at \(server.url)")
for await revision in settings.revisions() { print("Revision \(revision.number)") }
