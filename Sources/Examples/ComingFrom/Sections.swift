import Faceplate
import FaceplatePanel

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
