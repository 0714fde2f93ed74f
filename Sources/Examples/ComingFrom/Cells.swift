import Faceplate
import FaceplatePanel

func cells() async throws {
    let schema = try Schema {
        Group("section") { Switch("key_for_bool_option", default: true).title("Switch option") }
            .title("My section")
    }
    let settings = try Settings.open(schema, at: "cells.sqlite")
    let server = try PanelServer(Panel(settings), port: 8080)
    await server.runUntilSignal()
}
