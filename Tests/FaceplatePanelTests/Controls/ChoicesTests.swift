import Faceplate
import Testing

@testable import FaceplatePanel

struct ChoicesTests {
    private static let three = #""itemOptions":[{"value":"a","label":"Ana"},"b",3]"#

    private func make(_ more: String = "", options: String = three) throws -> TestPanel {
        try TestPanel.make(TestPanel.item("choices", options + more))
    }

    private func boxes(_ ticked: String...) -> String {
        [("a", "Ana"), ("b", "b"), ("3", "3")].enumerated().map { index, option in
            "\n" + #"<label class="opt"><input type="checkbox"\#(index == 0 ? #" id="c-k""# : "")"#
                + #" name="k" value="\#(option.0)"\#(ticked.contains(option.0) ? " checked" : "")>"#
                + option.1 + "</label>"
        }.joined()
    }

    @Test
    func showsACheckBoxForEachOption() async throws {
        let row = try await make().shownRow()
        #expect(row.state == "Select all that apply" && row.sent("k") == [""])
        #expect(row.field?.description == row.state)
        #expect(try await make().row().contains(boxes()))
        #expect(try await make(#","itemValue":["b"]"#).row().contains(boxes("b")))
    }

    @Test
    func manyOptionsAreInAMenu() async throws {
        let options = #""itemOptions":["a","b","c","d","e","f","g"]"#
        let panel = try make(#","itemValue":["b","d"]"#, options: options)
        let row = await panel.row()
        #expect(row.contains(#"<details class="ctl field many"><summary id="m-k""#))
        #expect(row.contains(#"aria-labelledby="l-k m-k">b, d</summary>"#))
        let shown = await panel.shownRow()
        #expect(shown.fields.count == 7 && shown.sent("k") == ["", "b", "d"])
        try panel.set(["k": ""])
        #expect(await panel.row().contains(">empty</summary>"))
    }

    @Test
    func keepsRejectedBoxesChecked() async throws {
        let panel = try make(#","itemMaximumCount":1"#)
        let row = TestPanel.row(in: await panel.browse(["k": "", "k": "b", "k": "3"]).text)
        #expect(row.contains(#"aria-describedby="v-k e-k">"#))
        #expect(row.contains("Choose only one of “Port”</span></p>"))
        #expect(row.contains(boxes("b", "3")))
        let unknown = TestPanel.row(in: await panel.browse(["k": "", "k": "b", "k": "x"]).text)
        #expect(unknown.contains(boxes("b")))
    }

    /// Returns a panel in which `b` was chosen and is no option of the program anymore.
    private func withGone() throws -> TestPanel {
        let panel = try make()
        try panel.set(["k": "a,b"])
        try panel.settings.content.setOptions([ProvidedOption("a"), ProvidedOption("c")], of: "k")
        return panel
    }

    @Test
    func keepsARemovedOptionUntilItIsUnchecked() async throws {
        let panel = try withGone()
        #expect(
            await panel.row().contains(
                #"<input type="checkbox" name="k" value="b" checked>b (not available)</label>"#))
        let same = await panel.browse(["k": "", "k": "a", "k": "b", "_revision": "1"])
        #expect(same.header("location") == "/?same=1")
        let more = await panel.browse(["k": "", "k": "c", "k": "b", "_revision": "1"])
        #expect(more.status == 303)
        #expect(panel.settings.value("k") == .list(["c", "b"]))
        _ = await panel.browse(["k": "", "k": "c", "_revision": "2"])
        #expect(panel.settings.value("k") == .list(["c"]))
        #expect(!(await panel.row().contains("not available")))
        let back = await panel.post(["k": "", "k": "c", "k": "b"])
        #expect(back.text == "k: Port cannot be “b”. Choose a or c\n")
    }

    @Test
    func keepsASingleValueThatIsNoLongerAnOption() async throws {
        let panel = try withGone()
        #expect(await panel.post(["k": "", "k": "b"]).status == 303)
        #expect(panel.settings.value("k") == .list(["b"]))
    }

    @Test
    func keepsAChosenOptionThatAConditionForbids() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "wide"),
            TestPanel.item("choices", #""itemOptions":["a",{"value":"b","when":"wide"}]"#))
        try panel.set(["wide": "YES", "k": "a,b"])
        try panel.set(["wide": "NO"])
        #expect(
            await panel.row().contains(
                #"<input type="checkbox" name="k" value="b" checked>b (not available)</label>"#))
    }

    @Test
    func anUntouchedFieldKeepsTheChangeOfOthers() async throws {
        let panel = try make()
        try panel.set(["k": "a"])
        try panel.set(["k": "b"])
        let untouched = await panel.browse(["k": "", "k": "a", "_revision": "1"])
        #expect(untouched.header("location") == "/?same=1")
        #expect(panel.settings.value("k") == .list(["b"]))
        let touched = await panel.browse(["k": "", "k": "3", "_revision": "1"])
        #expect(touched.status == 409)
        #expect(TestPanel.row(in: touched.text).contains("Changed to b by the program"))
        #expect(TestPanel.row(in: touched.text).contains(boxes("3")))
    }

    @Test(
        arguments: [
            (["k": "", "k": "b", "k": "a"], ["a", "b"]), (["k": "b"], ["b"]), (["k": ""], []),
            (["k": "3,a"], ["a", 3]), (["k": #"["b"]"#], ["b"]), (["k": "a", "k": "a"], ["a"]),
            (["k": "a\r\nb"], ["a", "b"]),
        ] as [(TestPanel.Fields, [Value])])
    func accepts(form: TestPanel.Fields, values: [Value]) async throws {
        let panel = try make(#","itemValue":["a","b"]"#)
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == .list(values))
    }

    @Test(
        arguments: [
            ("", ["k": "x"], "Port cannot be “x”. Choose a, b or 3"),
            ("", ["k": "a", "k": "x"], "Port cannot be “x”. Choose a, b or 3"),
            ("", ["k[0]": "a"], "Port has no part named [0]"),
            (
                #","itemMinimumCount":1,"itemValue":["a"]"#, ["k": ""],
                "Choose at least one of “Port”"
            ),
            (
                #","itemMinimumCount":2,"itemValue":["a","b"]"#, ["k": "a"],
                "Choose at least 2 of “Port”"
            ),
            (#","itemMaximumCount":2"#, ["k": "a,b,3"], "Choose up to 2 of “Port”"),
        ] as [(String, TestPanel.Fields, String)])
    func rejects(more: String, form: TestPanel.Fields, sentence: String) async throws {
        let response = try await make(more).post(form)
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
    }

    @Test(arguments: ["a,b", "a,b,3"])
    func acceptsTheBoundsOfItsCount(text: String) async throws {
        let panel = try make(
            #","itemMinimumCount":2,"itemMaximumCount":3,"itemValue":["a","b"]"#)
        #expect(await panel.post(["k": text]).status == 303)
    }
}
