import Faceplate
import Testing

@testable import FaceplatePanel

struct EditDecimalTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_decimal", more))
    }

    @Test(arguments: [
        ("", "", "text", 12, #"step="1""#), (#""itemValue":1.5"#, "1.5", "text", 12, #"step="1""#),
        (#""itemValue":10000.25"#, "10000.25", "text", 12, #"step="1""#),
        (#""itemMinimum":0"#, "", "decimal", 12, #"step="1" data-min="0""#),
        (
            #""itemMinimum":0,"itemMaximum":100,"itemFractionDigits":2"#, "", "decimal", 6,
            #"step="1" data-min="0" data-max="100""#
        ),
        (
            #""itemMinimum":-10,"itemMaximum":1,"itemFractionDigits":1"#, "", "text", 5,
            #"step="1" data-min="-10" data-max="1""#
        ),
        (
            #""itemMinimum":0,"itemMaximum":100,"itemStep":0.25"#, "", "decimal", 6,
            #"step="0.25" data-min="0" data-max="100""#
        ),
        (
            #""itemMinimum":0,"itemMaximum":1e30,"itemFractionDigits":2"#, "", "decimal", 20,
            #"step="1" data-min="0" data-max="1000000000000000000000000000000""#
        ),
    ])
    func showsTheDefault(
        attributes: String, value: String, mode: String, size: Int, steps: String
    ) async throws {
        #expect(
            try await make(attributes).row().contains(
                #"<input type="text" inputmode="\#(mode)" id="c-k" name="k" value="\#(value)" "#
                    + #"dir="ltr" size="\#(size)" data-\#(steps)>"#))
    }

    @Test(arguments: [
        ("en", "1234.5"), ("de", "1234,5"), ("fr", "1234,5"), ("ar", "1234.5"), ("ja", "1234.5"),
    ])
    func isWrittenInTheFormatOfTheLanguage(locale: String, text: String) async throws {
        let panel = try make(#""itemValue":1234.5"#)
        let row = await panel.row(language: locale)
        #expect(row.contains(#"value="\#(text)" dir="ltr""#))
        #expect(row.contains(#" data-point="#) == text.contains(","))
        try panel.set(["k": "2"])
        let response = await panel.json(["k": text, "_locale": locale])
        #expect(panel.settings.value("k") == .decimal(try #require(ExactDecimal("1234.5"))))
        #expect(response.text == #"{"revision":2,"changed":{"k":{"from":2,"to":1234.5}}}"#)
    }

    @Test(arguments: ["de", "fr", "ar"])
    func theShownNumberIsNotAChange(locale: String) async throws {
        let panel = try make()
        try panel.set(["k": "1.125"])
        let page = await panel.page("/?lang=\(locale)")
        let field = try #require(page.firstMatch(of: /name="k" value="([^"]*)"/)).output.1
        try panel.set(["k": "9"])
        let response = await panel.json(["k": String(field), "_locale": locale, "_revision": "1"])
        #expect(response.text == #"{"revision":2,"changed":{}}"#)
        #expect(panel.settings.value("k") == 9)
    }

    @Test(
        arguments: [
            (nil, "1.5", "1.5"), (nil, "-.5", "-0.5"), (nil, "1e-3", "0.001"), (nil, "2.0", "2"),
            (nil, "0.1", "0.1"), (nil, "123456789012345678901234.5", "123456789012345678901234.5"),
            ("de", "1,5", "1.5"), ("de", "1.500", "1500"), ("de", "1.5", "1.5"),
            ("de", "1.234,5", "1234.5"), ("fr", "1 234,5", "1234.5"), ("fr", "1.5", "1.5"),
            ("en", "1,234.5", "1234.5"), ("ar-EG", "١٫٥", "1.5"),
        ] as [(String?, String, String)])
    func accepts(locale: String?, text: String, value: String) async throws {
        let panel = try make()
        let form: TestPanel.Fields =
            if let locale { ["k": text, "_locale": locale] } else { ["k": text] }
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal(value))))
    }

    @Test(arguments: [
        ("", "abc", "Port must be a number, like 30"),
        ("", "1,5", "Port must be a number, like 30"),
        ("", "1.2.3", "Port must be a number, like 30"),
        ("", "NaN", "Port must be a number, like 30"),
        ("", "1e99999", "Port must be a number, like 30"),
        (#""itemMinimum":0.5"#, "0.49", "Port must be 0.5 or more"),
        (#""itemMaximum":2.5"#, "2.51", "Port must be 2.5 or less"),
        (#""itemMinimum":0.5,"itemMaximum":2.5"#, "3", "Port must be between 0.5 and 2.5"),
        (#""itemFractionDigits":2"#, "1.255", "Port must have 2 decimal places or fewer"),
        (#""itemFractionDigits":0"#, "1.5", "Port must be a whole number, like 30"),
        (#""itemStep":0.25"#, "0.3", "Port must be a multiple of 0.25"),
        (#""itemStep":0.25,"itemMinimum":0.1"#, "0.25", "Port must be in steps of 0.25 from 0.1"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [
        (#""itemMinimum":0.5,"itemMaximum":2.5"#, ["0.5", "0.51", "2.49", "2.5"]),
        (#""itemFractionDigits":2"#, ["1.25", "1.2", "1", "1.250"]),
        (#""itemStep":0.25"#, ["0.25", "-0.5", "100"]),
    ])
    func acceptsItsBounds(attributes: String, texts: [String]) async throws {
        for text in texts {
            #expect(try await make(attributes).post(["k": text]).status == 303, "\(text)")
        }
    }

    @Test
    func keepsTypedTextInItsLanguage() async throws {
        let response = try await make(#""itemMaximum":2.5"#).browse(["k": "2,75", "_locale": "de"])
        let row = TestPanel.row(in: response.text)
        #expect(row.contains(#"value="2,75" dir="ltr""#))
        #expect(row.contains("„Port“ darf höchstens 2,5 betragen"))
    }
}
