import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

struct PageTextTests {
    private func panel() throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"panelKey": "p", "panelTitle": "Harbour", "groups": [
              {"groupKey": "g", "groupTitle": "Web", "items": [
                {"itemKey": "port", "itemTitle": "Port", "itemControlType": "edit_integer", "itemValue": 80},
                {"itemKey": "name", "itemTitle": "Name", "itemControlType": "edit_multiline"},
                {"itemKey": "pass", "itemTitle": "Password", "itemControlType": "edit_password"},
                {"itemKey": "pin", "itemTitle": "PIN", "itemControlType": "edit_text", "itemObscured": true},
                {"itemKey": "ghost", "itemControlType": "switch", "itemHidden": true, "itemValue": true},
                {"itemKey": "deep", "itemControlType": "switch", "itemLevel": "advanced"},
                {"itemKey": "version", "itemTitle": "Version", "itemControlType": "info", "itemValue": "1.0"},
                {"itemKey": "note", "itemTitle": "Note", "itemControlType": "html", "itemSubtitle": "<b>Bold</b>"},
                {"itemKey": "site", "itemTitle": "Site", "itemControlType": "link", "itemURL": "https://a.org"},
                {"itemKey": "more", "itemTitle": "More", "itemControlType": "page", "groups": [
                  {"groupKey": "m", "items": [{"itemKey": "x", "itemControlType": "switch"}]}]}]},
              {"groupKey": "h", "groupVisibleWhen": "x", "items": [
                {"itemKey": "y", "itemControlType": "switch"}]}]}
            """#)
    }

    @Test func containsTextWithoutRows() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelTitle": "Harbour", "groups": [
              {"groupKey": "a", "groupTitle": "Licence", "groupFooter": "Copy it.", "items": []},
              {"groupKey": "b", "groupFooter": "Or not.", "items": []},
              {"groupKey": "c", "groupTitle": "", "items": []}]}
            """#)
        #expect(
            await panel.visit("/?view=text").text.contains(
                "Harbour\n\nLicence\nCopy it.\n\nOr not."))
    }

    @Test func containsTheFooterSelectedByTheValues() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups": [
              {"groupKey": "g", "items": [{"itemKey": "on", "itemControlType": "switch"}]},
              {"groupKey": "a", "groupTitle": "Licence", "groupFooter": "Off.",
               "groupFooterWhen": [{"when": "on", "footer": "On."}], "items": []}]}
            """#)
        for (value, footer) in [("NO", "Off."), ("YES", "On.")] {
            try panel.set(["on": value])
            #expect(await panel.page("/?view=text").hasSuffix("\n\nLicence\n\(footer)\n"))
        }
    }

    @Test func containsTheRowsOfThePage() async throws {
        let panel = try panel()
        try panel.set(["port": "8080", "name": "a\nb", "pass": "hunter22", "pin": "4711"])
        let answer = await panel.visit("/?view=text")
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "text/plain; charset=utf-8")
        #expect(
            answer.text == """
                Harbour

                Web
                  Port [port]: 8080 (Modified.)
                  Name [name]: a
                    b (Modified.)
                  Password [pass]: Set
                  PIN [pin]: •••••••• (Modified.)
                  Version [version]: 1.0
                  Note [note]: Bold
                  Site [site]: https://a.org
                  More [more]

                """)
    }

    @Test func containsTheResultsOfASearch() async throws {
        let text = try await panel().page("/?q=port&view=text")
        #expect(text == "1 result for “port” – Harbour\n\nWeb\n  Port [port]: 80\n")
    }

    @Test func leavesOutRowsThatARuleHides() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "on"),
            TestPanel.item("edit_text", #""itemVisibleWhen":"on""#))
        #expect(await !panel.visit("/?view=text").text.contains("[k]"))
        try panel.set(["on": "YES"])
        #expect(await panel.visit("/?view=text").text.contains("[k]: empty"))
    }
}
