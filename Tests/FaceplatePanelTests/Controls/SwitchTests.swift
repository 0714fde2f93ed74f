import Faceplate
import FaceplateSeeds
import Testing

@testable import FaceplatePanel

@Suite(.seed("S0.5", "S3.8"))
struct SwitchTests {
    private let item = TestPanel.item("switch")
    private let start = #"<div class="row switch" id="s-k"><div class="t">"#
    private let label = #"<label id="l-k" for="c-k">Port</label>"#

    private func control(_ more: String) -> String {
        #"<div class="ctl"><input type="hidden" name="k" value="NO">"#
            + #"<input type="checkbox" role="switch" id="c-k" name="k" value="YES"\#(more)></div>"#
    }

    @Test(.seed("S0.5", "S3.8"), arguments: [("", ""), ("YES", " checked"), ("NO", "")])
    func showsTheDefault(value: String, checked: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", value.isEmpty ? "" : #""itemValue":"\#(value)""#))
        #expect(await panel.row() == start + label + "</div>" + control(checked) + "</div>")
    }

    @Test
    func showsASetValueAndTheWayBack() async throws {
        let panel = try TestPanel.make(item)
        try panel.set(["k": "YES"])
        #expect(
            await panel.row()
                == #"<div class="row switch mod" id="s-k"><div class="t">"# + label + "</div>"
                + control(" checked")
                + #"<span class="sr">Modified.</span><button class="reset" name="_reset" value="k" "#
                + #"aria-describedby="l-k"><span>Reset to Off</span></button></div>"#
        )
    }

    @Test
    func isNotModifiedWhereItsValueIsTheDefault() async throws {
        let panel = try TestPanel.make(item)
        try panel.set(["k": "NO"])
        #expect(panel.settings.snapshot.isSet("k"))
        let row = await panel.row()
        #expect(row.hasPrefix(#"<div class="row switch" id"#))
        #expect(!row.contains("Reset to"))
    }

    @Test
    func describesItselfByItsHelp() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch", #""itemHelp":"Why.""#))
        #expect(
            await panel.row()
                == start + label + #"<p class="help" id="d-k">Why.</p></div>"#
                + control(#" aria-describedby="d-k""#) + "</div>")
    }

    @Test
    func saysWhatIsWrong() async throws {
        let panel = try TestPanel.make(item)
        let response = await panel.browse(["k": "maybe"])
        #expect(response.status == 422)
        #expect(
            TestPanel.row(in: response.text)
                == start + label
                + #"<p class="err" id="e-k"><span><span class="sr">Error: </span>"#
                + "Port must be on or off</span></p></div>"
                + control(#" aria-describedby="e-k" aria-invalid="true""#) + "</div>")
    }

    @Test
    func keepsWhatWasTypedWhereAnotherFieldIsWrong() async throws {
        let panel = try TestPanel.make(item, TestPanel.item("switch", key: "other"))
        let response = await panel.browse(["k": "NO", "k": "YES", "other": "x"])
        #expect(
            TestPanel.row(in: response.text) == start + label + "</div>" + control(" checked")
                + "</div>")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [("YES", "On"), ("NO", "Off")])
    func showsWordsWhereItIsReadOnly(value: String, words: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", #""itemReadOnly":true,"itemValue":"\#(value)""#))
        #expect(
            await panel.row()
                == start
                + #"<span class="l" id="l-k">Port</span><p class="help lock">Read-only</p></div>"#
                + #"<span class="v" dir="auto">\#(words)</span></div>"#)
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
    func refuses(spelling: String) async throws {
        let panel = try TestPanel.make(item)
        let response = await panel.post(["k": spelling])
        #expect(response.status == 422)
        #expect(response.text == "k: Port must be on or off\n")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func takesItsOwnValueWhereItIsReadOnly() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch", #""itemReadOnly":true"#))
        #expect(await panel.post(["k": "YES"]).text == "k: Port is read-only\n")
        #expect(await panel.post(["k": "YES"]).status == 422)
        #expect(await panel.json(["k": "NO"]).status == 200)
    }

    @Test
    func keepsTheValueOfAReadOnlyRowInItsRefusal() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch", #""itemReadOnly":true"#))
        let row = TestPanel.row(in: await panel.browse(["k": "YES"]).text)
        #expect(row.contains(#"<span class="v" dir="auto">Off</span>"#))
        #expect(row.contains("Port is read-only"))
    }
}
