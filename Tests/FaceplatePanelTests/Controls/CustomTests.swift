import Faceplate
import Testing

@testable import FaceplatePanel

struct CustomTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.make(TestPanel.item("custom", more))
    }

    private func field(_ text: String, rows: Int = 3) -> String {
        #"<textarea id="c-k" name="k" rows="\#(rows)" spellcheck="false" autocapitalize="off" "#
            + #"dir="auto">\#(text)</textarea>"#
    }

    @Test(
        arguments: [
            ("", "", 3), (#""itemValue":"words""#, "words", 3), (#""itemValue":12"#, "12", 3),
            (#""itemValue":"12""#, "&quot;12&quot;", 3),
            (#""itemValue":[1,"a"]"#, "[\n  1,\n  &quot;a&quot;\n]", 4),
            (#""itemValue":"<b>""#, "&lt;b&gt;", 3),
        ])
    func showsItsValueAsJSON(more: String, text: String, rows: Int) async throws {
        #expect(try await make(more).row().contains(field(text, rows: rows)))
    }

    @Test(
        arguments: [
            ("12", 12), (" true ", true), (#"{"b":1,"a":[2.50]}"#, nil), ("words", "words"),
            (#""12""#, "12"), ("{oops", "{oops"), ("", ""), ("a\r\nb", "a\nb"),
            ("[\r\n1\r\n]", .list([1])),
        ] as [(String, Value?)])
    func accepts(text: String, value: Value?) async throws {
        let panel = try make(#""itemValue":0"#)
        #expect(await panel.post(["k": text]).status == 303)
        let record = Value.record([
            "a": .list([.decimal(try #require(ExactDecimal("2.5")))]), "b": 1,
        ])
        #expect(panel.settings.value("k") == value ?? record)
    }

    @Test(arguments: [
        ("null", "“Port” is missing"),
        ("\u{1}", "Port must not include control characters"),
        (#"["\u0001"]"#, "Port must not include control characters"),
    ])
    func rejects(text: String, sentence: String) async throws {
        let panel = try make(#""itemValue":0"#)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        let page = await panel.browse(["k": text])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(#"aria-invalid="true""#))
    }

    @Test
    func keepsTypedText() async throws {
        let page = try await make(#""itemValue":0"#).browse(["k": "[\"\\u0001\",\r\n1]"])
        // JavaScript would treat a field with CR LF line endings as changed.
        #expect(TestPanel.row(in: page.text).contains("u0001"))
        #expect(TestPanel.row(in: page.text).contains(",\n1]</textarea>"))
    }

    @Test(arguments: ["[\r\n  1,\r\n  2\r\n]", "[1,2]"])
    func changesNothingWhenUntouched(text: String) async throws {
        let panel = try make()
        try panel.set(["k": "[1,2]"])
        let same = await panel.browse(["k": text, "_revision": "1"])
        #expect(same.header("location") == "/?same=1")
        try panel.set(["k": "3"])
        _ = await panel.browse(["k": text, "_revision": "1"])
        #expect(panel.settings.value("k") == 3)
    }
}
