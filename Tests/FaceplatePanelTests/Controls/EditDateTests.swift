import Faceplate
import Testing

@testable import FaceplatePanel

struct EditDateTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_date", more))
    }

    @Test(arguments: [
        ("", "", #"max="9999-12-31""#),
        (#""itemValue":"2026-11-20""#, "2026-11-20", #"max="9999-12-31""#),
        (
            #""itemMinimum":"2026-01-01","itemMaximum":"2026-12-31""#, "",
            #"min="2026-01-01" max="2026-12-31""#
        ),
        (#""itemRequired":true"#, "", #"max="9999-12-31" required"#),
        (#""itemHelp":"Why.""#, "", #"max="9999-12-31" aria-describedby="d-k""#),
    ])
    func showsTheDefault(attributes: String, value: String, more: String) async throws {
        let field = #"<input type="date" id="c-k" name="k" value="\#(value)" \#(more)>"#
        #expect(try await make(attributes).row().contains(field))
        #expect(try await make(attributes).row(language: "de").contains(field))
    }

    @Test(
        arguments: [
            (nil, "2026-11-20", "2026-11-20"), (nil, " 2026-11-20\n", "2026-11-20"),
            (nil, "2026-11-20T07:30", "2026-11-20"), (nil, "2024-02-29", "2024-02-29"),
            (nil, "0001-01-01", "0001-01-01"), (nil, "9999-12-31", "9999-12-31"),
            ("de", "2026-11-20", "2026-11-20"), ("ar", "٢٠٢٦-١١-٢٠", "2026-11-20"),
        ] as [(String?, String, String)])
    func accepts(locale: String?, text: String, value: String) async throws {
        let panel = try make()
        let form: TestPanel.Fields =
            if let locale { ["k": text, "_locale": locale] } else { ["k": text] }
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == .text(value))
    }

    private static let year = #""itemMinimum":"2026-01-01","itemMaximum":"2026-12-31""#

    @Test(arguments: [
        ("", "2026-02-29", "Port must be a real date, like 2026-11-20"),
        ("", "20.11.2026", "Port must be a real date, like 2026-11-20"),
        ("", "2026-11", "Port must be a real date, like 2026-11-20"),
        ("", "0000-01-01", "Port must be a real date, like 2026-11-20"),
        ("", "10000-01-01", "Port must be a real date, like 2026-11-20"),
        ("", "٢٠٢٦-١١-٢٠", "Port must be a real date, like 2026-11-20"),
        (year, "2025-12-31", "Port must be between 1 Jan 2026 and 31 Dec 2026"),
        (year, "2027-01-01", "Port must be between 1 Jan 2026 and 31 Dec 2026"),
        (#""itemMinimum":"2026-01-02""#, "2026-01-01", "Port must be 2 Jan 2026 or later"),
        (#""itemMaximum":"2026-01-02""#, "2026-01-03", "Port must be 2 Jan 2026 or earlier"),
        (#""itemRequired":true"#, "", "“Port” is missing"),
        (#""itemValue":"2026-11-20""#, "", "“Port” is missing"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: ["2026-01-01", "2026-01-02", "2026-12-30", "2026-12-31"])
    func acceptsItsBounds(text: String) async throws {
        #expect(try await make(Self.year).post(["k": text]).status == 303)
    }

    @Test(arguments: [
        ("de", "„Port“ darf frühestens der 2. Jan. 2026 sein"),
        ("fr", "La valeur de «\u{A0}Port\u{A0}» doit être au plus tôt le 2 janv. 2026"),
    ])
    func reportsAProblemInTheLanguageOfTheUser(locale: String, sentence: String) async throws {
        let panel = try make(#""itemMinimum":"2026-01-02""#)
        let response = await panel.post(["k": "2026-01-01", "_locale": locale])
        #expect(response.text == "k: \(sentence)\n")
    }

    @Test
    func anEmptyFieldRemovesTheValue() async throws {
        let panel = try make()
        #expect(await panel.json(["k": ""]).text == #"{"revision":0,"changed":{}}"#)
        try panel.set(["k": "2026-11-20"])
        #expect(
            await panel.json(["k": ""]).text
                == #"{"revision":2,"changed":{"k":{"from":"2026-11-20","to":null}}}"#)
    }

    @Test
    func theShownDateIsNotAChange() async throws {
        let panel = try make()
        try panel.set(["k": "2026-11-20"])
        try panel.set(["k": "2026-12-24"])
        for text in ["2026-11-20", "٢٠٢٦-١١-٢٠"] {
            let response = await panel.json(["k": text, "_locale": "ar", "_revision": "1"])
            #expect(response.text == #"{"revision":2,"changed":{}}"#)
        }
    }

    @Test(arguments: [
        (
            "2025-12-31",
            #"<input type="date" id="c-k" name="k" value="2025-12-31" min="2026-01-01""#
        ),
        (
            "31.12.2026",
            #"<input type="text" id="c-k" name="k" value="31.12.2026" aria-describedby"#
        ),
    ])
    func keepsTypedTextBesideItsProblem(text: String, field: String) async throws {
        let response = try await make(Self.year).browse(["k": text])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(row.contains(field))
        #expect(row.contains(#"aria-describedby="e-k" aria-invalid="true">"#))
    }

    @Test(arguments: [
        ("", "en", "20 Nov 2026"), ("", "de", "20. Nov. 2026"), ("", "ja", "2026年11月20日"),
        (#","itemFormat":"EEEE, d MMMM y""#, "en", "Friday, 20 November 2026"),
        (#","itemFormat":"EEEE d MMMM""#, "fr", "vendredi 20 novembre"),
    ])
    func showsTheDateInAReadOnlyRow(
        attributes: String, locale: String, shown: String
    ) async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":"2026-11-20""# + attributes)
        #expect(await panel.shownRow(at: "/?lang=\(locale)").value == shown)
    }
}
