import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct StatusLineTests {
    private func make() throws -> TestPanel {
        try TestPanel.of(
            #"{"panelLocales":["en","fr","ar"],"groups":[{"groupKey":"g","items":["#
                + [
                    TestPanel.item("switch", key: "on"), TestPanel.item("edit_text", key: "name"),
                    TestPanel.item("edit_password", key: "pw"),
                    TestPanel.item(
                        "choice",
                        #""itemOptions":[{"value":"a","label":"Ana"},{"value":"b","label":"Bo"}]"#,
                        key: "who"),
                ].joined(separator: ",") + "]}]}")
    }

    /// Returns the status line after a post, with its `bdi` elements.
    private func status(
        _ panel: TestPanel, _ form: TestPanel.Fields, locale: String = "en"
    ) async throws -> String {
        let location = try #require(await panel.browse(form).header("location"))
        let target = location.prefix { $0 != "#" } + "&lang=\(locale)"
        return TestPanel.element(#"id="status""#, in: await panel.page(String(target)))
    }

    private func line(_ text: String) -> String {
        #"<div id="status" role="status" class="ok"><p>\#(text)</p></div>"#
    }

    @Test(
        arguments: [
            (["on": "YES"], "<bdi>Port</bdi> changed from <bdi>Off</bdi> to <bdi>On</bdi>"),
            (["name": "a<b"], "<bdi>Port</bdi> changed from <bdi>empty</bdi> to <bdi>a&lt;b</bdi>"),
            (["who": "b"], "<bdi>Port</bdi> changed from <bdi>Ana</bdi> to <bdi>Bo</bdi>"),
            (["pw": "x"], "<bdi>Port</bdi> saved"),
            (
                ["on": "NO"],
                "<bdi>Port</bdi> changed from <bdi>Off (default)</bdi> to <bdi>Off</bdi>"
            ),
            (["on": "YES", "name": "x"], "<bdi>2</bdi> settings changed"), ([:], "No changes"),
        ] as [(TestPanel.Fields, String)])
    func reportsTheResultOfASave(form: TestPanel.Fields, text: String) async throws {
        #expect(try await status(make(), form) == line(text))
    }

    /// The text is the same, and its formatting is not shown in a sentence.
    @Test func doesNotReportTwoTextsThatLookTheSame() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_html", #""itemValue":"a b""#))
        #expect(try await status(panel, ["k": "**a** b"]) == line("<bdi>Port</bdi> changed"))
        let changes = await panel.page("/changes")
        #expect(changes.contains(#"<a href="/s/k"><bdi>Port</bdi></a> changed"#))
    }

    @Test func reportsAResetOfSeveralSettings() async throws {
        let panel = try make()
        try panel.set(["on": "YES", "name": "x"])
        #expect(
            try await status(panel, ["_reset": "*", "_confirm": "*"])
                == line("<bdi>2</bdi> settings reset"))
    }

    @Test func doesNotReportAResetIfASettingWasSet() async throws {
        let panel = try make()
        try panel.set(["on": "YES"])
        #expect(
            try await status(panel, ["_reset": "on", "name": "x"])
                == line("<bdi>2</bdi> settings changed"))
    }

    @Test(arguments: [
        ("on", "YES", "<bdi>Port</bdi> reset to <bdi>Off</bdi>"),
        ("name", "x", "<bdi>Port</bdi> cleared"),
        ("pw", "x", "<bdi>Port</bdi> removed"),
    ])
    func reportsTheResultOfAReset(key: String, value: String, text: String) async throws {
        let panel = try make()
        try panel.set([key: value])
        #expect(try await status(panel, ["_reset": key]) == line(text))
    }

    @Test(arguments: [
        (
            "fr",
            "«\u{A0}<bdi>Port</bdi>\u{A0}» est passé de «\u{A0}<bdi>Désactivé</bdi>\u{A0}» à «\u{A0}<bdi>Activé</bdi>\u{A0}»"
        ),
        ("ar", "تغيّرت قيمة «<bdi>Port</bdi>» من «<bdi>غير مفعّل</bdi>» إلى «<bdi>مفعّل</bdi>»"),
    ])
    func isInTheLanguageOfThePage(locale: String, text: String) async throws {
        #expect(try await status(make(), ["on": "YES"], locale: locale) == line(text))
    }

    @Test
    func shortensLongValues() async throws {
        let text = try await status(make(), ["name": String(repeating: "x", count: 41)])
        #expect(text.contains("<bdi>" + String(repeating: "x", count: 39) + "…</bdi>"))
    }

    @Test
    func countsAChangeOfARemovedSetting() async throws {
        let panel = try make()
        try panel.set(["name": "x"])
        try panel.settings.adopt(
            SchemaReader.read(
                Array(#"[{"groupKey":"g","items":[\#(TestPanel.item("info"))]}]"#.utf8),
                name: "test"),
            labels: LabelCatalog())
        let page = await panel.page("/?rev=1")
        #expect(page.contains(line("<bdi>1</bdi> setting changed")))
    }
}
