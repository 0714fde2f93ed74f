import Faceplate
import Testing

@testable import FaceplatePanel

struct EditHTMLTests {
    private static let hint =
        #"<p class="help" id="v-k">Formatting: **bold**, *italic*, # heading, - list, [text](https://…)</p>"#

    /// The buttons of the area, which need JavaScript.
    private static let toolbar =
        #"<div class="marks" role="group" aria-label="Formatting">"#
        + [
            ("**…**", "Bold"), ("*…*", "Italic"), ("# ", "Heading"), ("- ", "List"),
            ("[…](https://)", "Link"),
        ].map { #"<button type="button" data-mark="\#($0)">\#($1)</button>"# }.joined()
        + "</div>"

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("edit_html", more))
    }

    private func field(_ text: String, rows: Int = 6, formatted: String = "") -> String {
        #"<div class="ctl field editor">\#(text.hasPrefix("&lt;") ? "" : Self.toolbar)"#
            + #"<textarea id="c-k" name="k" rows="\#(rows)" dir="auto" "#
            + #"aria-describedby="v-k">\#(text)</textarea>\#(formatted)</div>\#(Self.hint)"#
    }

    @Test(arguments: [
        ("", "", "", 6),
        (
            #""itemValue":"**a** <b>","itemRows":3"#, #"**a** \&lt;b>"#,
            "<p><strong>a</strong> &lt;b&gt;</p>", 3
        ),
        (#""itemValue":"<ul><li>a</li></ul>""#, "- a", "<ul><li>a</li></ul>", 6),
        (
            #""itemValue":"<p>H<sub>2</sub>O</p>""#, "&lt;p>H&lt;sub>2&lt;/sub>O&lt;/p>",
            "<p>H<sub>2</sub>O</p>", 6
        ),
    ])
    func showsItsTextWithMarkupAndFormatted(
        attributes: String, text: String, formatted: String, rows: Int
    ) async throws {
        let row = try await make(attributes).row().replacing("&gt;", with: ">")
        let rich = formatted.isEmpty ? "" : #"<div class="rich" dir="auto">\#(formatted)</div>"#
        let shown = field(text, rows: rows, formatted: rich.replacing("&gt;", with: ">"))
        #expect(row.contains(shown), "\(row)")
    }

    @Test(arguments: [
        ("a\r\n\r\n- b\r\n- c", "<p>a</p><ul><li>b</li><li>c</li></ul>"),
        ("<p>a <b>b</b></p>", "<p>a <strong>b</strong></p>"), ("  ", ""),
        ("<p>a<script>alert(1)</script><img src=x onerror=y></p>", "<p>a</p>"),
        (#"<p><a href="javascript:x">a</a></p>"#, "<p>a</p>"),
    ])
    func isStoredAsSafeHTMLFromEverySource(text: String, html: String) async throws {
        for way in ["browser", "script", "json", "cli"] {
            let panel = try make(#""itemValue":"<p>old</p>""#)
            switch way {
            case "browser": #expect(await panel.browse(["k": text]).status == 303)
            case "script": #expect(await panel.post(["k": text]).status == 303)
            case "json":
                let assignment = Assignment("k", .json(JSONValue(.string(text))))
                try panel.settings.applyAndWait(Batch([assignment], origin: .script))
            default: try panel.set(["k": text], origin: .cli)
            }
            #expect(panel.settings.text("k") == html, "\(way)")
        }
    }

    @Test func theSameTextAgainIsNotAChange() async throws {
        let panel = try make(#""itemValue":"<p>a <strong>b</strong></p>""#)
        _ = await panel.post(["k": "c"])
        let none = #"{"revision":1,"changed":{}}"#
        #expect(await panel.json(["k": "<p>c</p>", "_revision": "1"]).text == none)
        #expect(await panel.json(["k": "c", "_revision": "1"]).text == none)
    }

    @Test(arguments: [
        ("", String(repeating: "a", count: 10_001), "Port must be 10000 characters or fewer"),
        (#""itemRequired":true,"itemValue":"x""#, " ", "“Port” is missing"),
        ("", "a\u{2028}b", "Port must not include control characters"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": text])
        #expect(response.status == 422)
        #expect(response.text == "k: \(sentence)\n")
    }

    @Test func isFormattedInAReadOnlyRow() async throws {
        let row = try await make(##""itemReadOnly":true,"itemValue":"# a""##).row()
        #expect(
            row
                == #"<div class="row edit_html" id="s-k"><div class="t"><span class="l" id="l-k">Port</span>"#
                + #"</div><div class="rich" dir="auto"><h3>a</h3></div>"#
                + #"<div class="note lock"><p>Read-only</p></div></div>"#
        )
    }

    @Test func isPlainInListsOfValues() async throws {
        let panel = try make()
        try panel.set(["k": "**a** b"])
        #expect(await panel.page("/?view=text").contains("a b"))
        #expect(await panel.page("/changes").contains("<strong>a</strong>") == false)
    }
}
