import Faceplate
import Testing

@testable import FaceplatePanel

struct SwitchTests {
    private let item = TestPanel.item("switch")
    private func control(_ more: String) -> String {
        #"<input type="hidden" name="k" value="NO">"#
            + #"<input type="checkbox" role="switch" id="c-k" name="k" value="YES"\#(more)>"#
    }

    @Test(arguments: [("", ""), ("YES", " checked"), ("NO", "")])
    func showsTheDefault(value: String, checked: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", value.isEmpty ? "" : #""itemValue":"\#(value)""#))
        #expect(await panel.row().contains(control(checked)))
    }

    @Test
    func isNotModifiedIfItsValueEqualsTheDefault() async throws {
        let panel = try TestPanel.make(item)
        try panel.set(["k": "NO"])
        #expect(panel.settings.snapshot.isSet("k"))
        let row = await panel.shownRow()
        #expect(!row.isModified && row.buttons == [])
    }

    @Test(arguments: [
        ("true", true), ("TRUE", true), ("yes", true), ("YES", true), ("Yes", true), ("on", true),
        ("ON", true), ("1", true), ("false", false), ("no", false), ("NO", false), ("off", false),
        ("Off", false), ("0", false),
    ])
    func accepts(spelling: String, value: Bool) async throws {
        let panel = try TestPanel.make(item)
        #expect(await panel.post(["k": spelling]).status == 303)
        #expect(panel.settings.value("k") == .boolean(value))
        #expect(panel.settings.snapshot.isSet("k"))
    }

    @Test(arguments: ["", "maybe", "2", " yes", "yes ", "y", "t", "null", "YES\0", "ＹＥＳ", "01"])
    func rejects(spelling: String) async throws {
        let panel = try TestPanel.make(item)
        let response = await panel.post(["k": spelling])
        #expect(response.status == 422)
        #expect(response.text == "k: Port must be on or off\n")
        #expect(panel.settings.revision == 0)
    }
}
