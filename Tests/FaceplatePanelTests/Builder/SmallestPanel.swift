import Faceplate
import FaceplatePanel

func smallestPanel(_ path: String) throws -> PanelServer {
    let schema = try Schema {
        Group("display") {
            Switch("display_titles", default: true)
            Button("sign_in") { _ in .success("Signed in.") }
        }
    }
    return try PanelServer(Panel(Settings.open(schema, at: path)))
}
