import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

/// Settings that the program will no longer use.
struct DeprecationTests {
    private static func panel() throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"panelKey":"p","panelLocales":["en","de","fr","ar","ja"],"groups":[{"groupKey":"g","items":[
              {"itemKey":"a","itemControlType":"edit_integer","itemHelp":"H",
               "itemDeprecated":{"en":"Use <b>.","de":"Nimm b."}},
              {"itemKey":"b","itemControlType":"switch","itemDeprecated":true},
              {"itemKey":"c","itemControlType":"edit_password","itemDeprecated":"Use d."},
              {"itemKey":"d","itemControlType":"switch","itemDeprecated":false},
              {"itemKey":"e","itemControlType":"choices","itemOptions":["x"],"itemDeprecated":"Use f."}]}]}
            """#)
    }

    @Test func aRowSaysSoWhileItsValueDiffersFromTheDefault() async throws {
        let panel = try Self.panel()
        #expect(await !panel.page().contains("id=\"x-"))
        try panel.set(["a": "5", "b": "on", "c": "hush", "d": "on", "e": "x"])
        let page = await panel.page()
        let notes = [
            "a": "Use &lt;b&gt;.", "b": "Deprecated.", "c": "Use d.", "e": "Use f.",
        ]
        for (key, note) in notes {
            let row = TestPanel.row(key, in: page)
            #expect(row.contains(#"<p class="help old" id="x-\#(key)">\#(note)</p>"#), "\(row)")
            #expect(row.contains(#/aria-describedby="([^"]* )?x-/#), "\(row)")
        }
        #expect(!TestPanel.row("d", in: page).contains("help old"))
        let german = await panel.page("/?lang=de")
        #expect(german.contains(">Nimm b.</p>") && german.contains(">Veraltet.</p>"))
        try panel.set(["a": ""])
        #expect(await !panel.row("a").contains("help old"))
    }

    @Test(arguments: [
        ("a", "en", "<dt>Deprecated</dt><dd><bdi>Use &lt;b&gt;.</bdi></dd>"),
        ("b", "ja", "<dt>非推奨</dt><dd><bdi>非推奨です。</bdi></dd>"),
    ])
    func theDetailsAlwaysSaySo(key: String, language: String, entry: String) async throws {
        let page = try await Self.panel().page("/?details=\(key)&lang=\(language)")
        #expect(page.contains(entry))
    }

    @Test func programsAreToldToo() async throws {
        let panel = try Self.panel()
        let report = await panel.page("/api/settings/a?detailed=1&lang=de")
        #expect(report.contains(#""deprecated":"Nimm b.""#), "\(report)")
        #expect(await !panel.page("/api/settings/d?detailed=1").contains("deprecated"))
        let schema = await panel.page("/api/schema")
        #expect(
            schema.contains(#""deprecated":true,"deprecationMessage":"Deprecated.""#), "\(schema)")
    }
}
