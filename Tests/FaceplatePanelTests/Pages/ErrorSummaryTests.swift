import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct ErrorSummaryTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item("switch", key: "on"), TestPanel.item("button", key: "go"),
            TestPanel.item("edit_text", #""itemReadOnly":true"#, key: "fixed"),
            TestPanel.item("info", key: "info"))
    }

    private func summary(_ panel: TestPanel, _ form: TestPanel.Fields) async -> String {
        TestPanel.element(#"class="sum""#, in: await panel.browse(form).text)
    }

    @Test
    func isShownOnlyWithAProblem() async throws {
        #expect(!(try await make().page().contains(#"class="sum""#)))
    }

    @Test
    func linksEachProblemToItsField() async throws {
        let panel = try make()
        #expect(
            await summary(panel, ["on": "x", "nope": "1", "info": "x", "fixed": "x", "go": "x"])
                == #"<div class="sum" id="sum" tabindex="-1"><div role="alert"><h2>There is a problem</h2><ul>"#
                + ##"<li><a href="#c-go">Port cannot be pressed</a></li>"##
                + "<li>No setting is named nope</li><li>Port is read-only</li>"
                + ##"<li><a href="#c-on">Port must be on or off</a></li><li>Port is read-only</li>"##
                + "</ul></div></div>")
    }

    @Test
    func linksOnlyToFieldsOfThePage() async throws {
        let panel = try make()
        let page = await panel.browse(["on": "x", "go": "x"]).text
        let targets = page.matches(of: /<li><a href="#([^"]+)"/).map { String($0.output.1) }
        #expect(targets == ["c-go", "c-on"])
        for target in targets { #expect(page.contains(#"id="\#(target)""#)) }
    }

    /// A row that a rule hides is not on its page.
    @Test(arguments: [
        ("NO", "<li>Port must be on or off</li>"),
        ("YES", ##"<li><a href="/pages/h#c-x">Port must be on or off</a></li>"##),
    ])
    func linksToAnotherPageThatShowsTheRow(value: String, line: String) async throws {
        let item = TestPanel.item("switch", #""itemVisibleWhen":"on""#, key: "x")
        let page =
            #"{"itemKey":"h","itemControlType":"page","groups":["#
            + #"{"groupKey":"hh","items":[\#(item)]}]}"#
        let panel = try TestPanel.make(TestPanel.item("switch", key: "on"), page)
        try panel.set(["on": value])
        let summary = await summary(panel, ["x": "bad"])
        #expect(summary.contains(line), "\(summary)")
    }

    /// A check over several settings is one problem: its sentence is in the row whose value was rejected, and the other
    /// row is described by it, too.
    @Test(
        arguments: [
            (["low": "9"], "low"), (["high": "1"], "high"), (["low": "8", "high": "7"], "low"),
            (["low": "2", "high": "1"], "high"), (["far": "1"], "far"),
        ] as [(TestPanel.Fields, String)])
    func aBrokenCheckIsOneProblem(form: TestPanel.Fields, speaker: String) async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelTitle":"Harbour","groups":[{"groupKey":"g","groupChecks":[
              {"require":{"key":"low","less":{"key":"high"}},"message":"Low first","items":["low","high"]},
              {"require":{"key":"far","less":{"key":"near"}},"message":"Near first"}],"items":[
              {"itemKey":"low","itemControlType":"edit_integer","itemValue":2},
              {"itemKey":"high","itemControlType":"edit_integer","itemValue":5},
              {"itemKey":"far","itemControlType":"edit_integer","itemValue":0},
              {"itemKey":"p","itemControlType":"page","groups":[{"groupKey":"n","items":[
               {"itemKey":"near","itemControlType":"edit_integer","itemValue":1}]}]}]}]}
            """#)
        let page = await panel.browse(form).text
        let shown = ShownElement.read(page).inner.filter { element in
            !element.outer.contains { $0.name == "template" }
        }
        let link = try #require(shown.first { $0["id"] == "sum" }?.inner.first { $0.name == "a" })
        #expect(link["href"] == "#c-\(speaker)")
        #expect(shown.first { $0.hasClass("count") }?.text == link.text)
        let marks = shown.filter { $0.hasClass("wrong") }
        #expect(marks.allSatisfy { $0["title"] == "1 problem" && $0["data-count"] == "1" })
        #expect(!marks.isEmpty)
        let errors = shown.filter { $0.hasClass("err") }
        #expect(errors.filter { $0["hidden"] == nil }.count == 1)
        for error in errors {
            let sentence = try #require(error.inner.first { $0["id"]?.hasPrefix("e-") == true })
            let key = try #require(sentence["id"]?.dropFirst(2))
            #expect((key == speaker) == (error["hidden"] == nil), "\(key)")
            #expect(sentence.text.hasPrefix("Error: ") && sentence.text.hasSuffix(" first"))
            let field = try #require(shown.first { $0["id"] == "c-\(key)" })
            #expect(field["aria-invalid"] == "true" && field["aria-describedby"] == "e-\(key)")
        }
        #expect(errors.count == (speaker == "far" ? 1 : 2))
    }

    @Test
    func comesBeforeTheHeading() async throws {
        let page = try await make().browse(["on": "x"]).text
        let sum = try #require(page.firstRange(of: #"class="sum""#)).lowerBound
        #expect(try sum < #require(page.firstRange(of: "<h1>")).lowerBound)
    }

    @Test
    func repeatsTheMessageBesideTheFieldAndInTheBar() async throws {
        let page = try await make().browse(["on": "x"]).text
        #expect(page.ranges(of: "Port must be on or off").count == 3)
    }
}
