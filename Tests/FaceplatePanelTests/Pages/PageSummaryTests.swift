import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PageSummaryTests {
    /// Returns the summary on the row of a subpage with these items.
    private func summary(
        _ items: String..., row: String = "", group: String = "", at path: String = "/",
        prepare: (TestPanel) async throws -> Void = { _ in }
    ) async throws -> String {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[
              {"itemKey":"k","itemTitle":"Page","itemControlType":"page"\#(row),"groups":[
                {"groupKey":"h"\#(group),"items":[\#(items.joined(separator: ","))]}]}]}]}
            """#)
        try await prepare(panel)
        let row = TestPanel.row("k", in: await panel.page(path))
        let line = TestPanel.element(#"id="v-k""#, in: row)
        #expect(row.contains(#"aria-describedby="v-k""#) == !line.isEmpty)
        return line.replacing("<bdi>", with: "").replacing("</bdi>", with: "")
            .replacing(/<[^>]*>/, with: "")
    }

    private func item(_ control: String, _ more: String = "", key: String = "a") -> String {
        TestPanel.item(control, more, key: key)
    }

    @Test
    func showsTheFirstMeaningfulValuesWithTheirTitles() async throws {
        let line = try await summary(
            item("edit_text"), item("switch", #""itemValue":"YES""#, key: "b"),
            item("edit_integer", #""itemValue":1500,"itemUnit":"ms""#, key: "c"),
            item("choice", #""itemOptions":[{"value":"x","label":"Ex"}]"#, key: "d"),
            item("edit_text", #""itemValue":"fourth""#, key: "e"))
        #expect(line == "Port: On · Port: 1500 ms")
    }

    @Test
    func followsTheValues() async throws {
        let changed = try await summary(item("edit_text", #""itemValue":"old""#)) {
            try $0.set(["a": "new"])
        }
        #expect(changed == "Port: new")
    }

    @Test
    func showsTheChosenOptionOfAGroup() async throws {
        #expect(
            try await summary(
                item("select"),
                #"{"itemKey":"b","itemTitle":"Dark","itemControlType":"select","itemValue":"YES"}"#)
                == "H: Dark")
    }

    @Test
    func countsTheRowsOfTables() async throws {
        let table = item(
            "edit_table", #""itemColumns":[{"itemKey":"x","itemControlType":"edit_text"}]"#)
        #expect(try await summary(table).isEmpty)
        for (json, text) in [
            (#"[{"x":"1"}]"#, "Port: 1 row"), (#"[{"x":"1"},{"x":"2"}]"#, "Port: 2 rows"),
        ] {
            let line = try await summary(table) {
                try $0.set(["a": json])
            }
            #expect(line == text)
        }
    }

    @Test
    func neverShowsSecretsOrHiddenValues() async throws {
        let line = try await summary(
            item("edit_password"),
            item("edit_text", #""itemValue":"h","itemHidden":true"#, key: "b"),
            item("switch", key: "c"),
            item(
                "edit_text", #""itemValue":"v","itemVisibleWhen":{"key":"c","equals":true}"#,
                key: "d"),
            item("edit_text", #""itemValue":"adv","itemLevel":"advanced""#, key: "e"),
            item("custom", #""itemValue":{"x":1}"#, key: "f")
        ) { try $0.set(["a": "hunter2"]) }
        #expect(line == "Port: Off")
        let written = try await summary(
            item("switch", key: "c"),
            item(
                "edit_text", #""itemValue":"v","itemVisibleWhen":{"key":"c","equals":true}"#,
                key: "d"),
            row: #","itemSummary":"({d}) ({c})""#)
        #expect(written == "() (Off)")
    }

    @Test
    func showsAdvancedValuesAtTheirLevel() async throws {
        let advanced = item("edit_text", #""itemValue":"adv""#)
        let group = #","groupLevel":"advanced""#
        #expect(try await summary(advanced, group: group).isEmpty)
        #expect(try await summary(advanced, group: group, at: "/?level=advanced") == "Port: adv")
    }

    @Test
    func shortensLongValues() async throws {
        let long = String(repeating: "é", count: 41)
        let short = String(repeating: "é", count: 39) + "…"
        for (row, title) in [("", "Port: "), (#","itemSummary":"{a}""#, "")] {
            let line = try await summary(item("edit_text", #""itemValue":"\#(long)""#), row: row)
            #expect(line == title + short)
        }
    }

    @Test
    func putsValuesIntoTheTextOfTheSchema() async throws {
        #expect(
            try await summary(
                item("edit_text", #""itemValue":"<b>""#), row: #","itemSummary":"At {a}!""#)
                == "At &lt;b&gt;!")
    }

    @Test
    func isInTheRowBesideItsHelp() async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "page",
                #""itemHelp":"More","groups":[{"groupKey":"h","items":["#
                    + TestPanel.item("switch", key: "a") + "]}]"))
        let row = await panel.shownRow()
        let link = try #require(row.element)
        #expect(link.role == "link" && link["href"] == "/pages/k")
        #expect(row.page.name(of: link) == "Port")
        #expect(row.page.description(of: link) == "More Port: Off")
    }
}
