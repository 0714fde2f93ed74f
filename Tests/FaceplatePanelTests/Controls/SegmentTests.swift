import Faceplate
import Testing

@testable import FaceplatePanel

struct SegmentTests {
    private let three =
        #""itemOptions":[{"value":"l","label":"Left side","short":"Left"},"c",{"value":3,"label":"Right"}]"#

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("segment", three + more))
    }

    private func segments(_ checked: String, id: String = "") -> String {
        let all = [("l", "Left"), ("c", "c"), ("3", "Right")]
        let labels = all.enumerated().map { index, segment in
            #"<label><input type="radio"\#(index == 0 ? #" id="c-k""# : "") name="k" "#
                + #"value="\#(segment.0)"\#(segment.0 == checked ? " checked" : "")>"#
                + "<span>\(segment.1)</span></label>"
        }
        return #"<div class="seg">"# + labels.joined() + "</div>"
    }

    @Test
    func showsShortTitlesSideBySide() async throws {
        #expect(
            try await make().row().contains(segments("l")))
    }

    @Test
    func putsTheHelpOfOptionsBelow() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("segment", #""itemOptions":["a",{"value":"b","help":"Best."}]"#))
        #expect(
            await panel.row().contains(
                #"<label><input type="radio" name="k" value="b" aria-describedby="o-k.2"><span>b"#
                    + #"</span></label></div><p class="help" id="o-k.2"><strong>b</strong> Best.</p>"#
            ))
    }

    @Test
    func reportsTheProblemAndSelectsNothing() async throws {
        let row = ShownPage(try await make().browse(["k": "x"]).text).row()
        #expect(row.problem == "Error: Port cannot be “x”. Choose Left side, c or Right")
        #expect(row.field?.description == row.problem && row.sent.isEmpty)
    }

    @Test
    func showsAValueThatIsNoLongerAnOption() async throws {
        let panel = try make()
        try panel.set(["k": "c"])
        try panel.settings.content.setOptions([ProvidedOption("l")], of: "k")
        #expect(
            await panel.row().contains(
                #"name="k" value="c" checked><span>c (not available)</span>"#))
        #expect(
            await panel.browse(["k": "c", "_revision": "1"]).header("location") == "/?same=1")
    }

    /// Creates a panel whose second option needs a switch.
    private func conditional() throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item(
                "segment", #""itemOptions":["a",{"value":"b","when":{"key":"on","equals":true}}]"#),
            TestPanel.item("switch", key: "on"))
    }

    @Test
    func leavesOutOptionsThatAConditionForbids() async throws {
        let panel = try conditional()
        #expect(!(await panel.row().contains(#"value="b""#)))
        #expect(await panel.post(["k": "b"]).text == "k: Port cannot be “b”. Choose a\n")
        try panel.set(["on": "YES"])
        #expect(await panel.row().contains(#"value="b""#))
    }

    @Test
    func keepsTheChosenOptionThatAConditionForbids() async throws {
        let panel = try conditional()
        try panel.set(["on": "YES", "k": "b"])
        try panel.set(["on": "NO"])
        #expect(await panel.shownRow().sent("k") == ["b"])
    }

    @Test(arguments: [("l", "l"), ("c", "c"), ("3", 3)] as [(String, Value)])
    func accepts(text: String, value: Value) async throws {
        let panel = try make()
        #expect(await panel.post(["k": text]).status == 303)
        #expect(panel.settings.value("k") == value)
    }

    @Test(arguments: [
        ("", "Choose a value for “Port”"), ("L", "Port cannot be “L”. Choose l, c or 3"),
        ("Left", "Port cannot be “Left”. Choose l, c or 3"),
        ("03", "Port cannot be “03”. Choose l, c or 3"),
    ])
    func rejects(text: String, sentence: String) async throws {
        let response = try await make().post(["k": text])
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
    }
}
