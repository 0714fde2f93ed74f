import Faceplate
import Testing

@testable import FaceplatePanel

struct EditDurationTests {
    private static let bounds = #""itemMinimum":"1m","itemMaximum":"1h","itemDurationUnit":"min""#
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_duration", more))
    }

    private func control(_ number: String, _ unit: String, _ more: String = "") -> String {
        let units = [
            ("ms", "milliseconds"), ("s", "seconds"), ("min", "minutes"), ("h", "hours"),
            ("d", "days"), ("w", "weeks"),
        ].map { name, words in
            #"<option value="\#(name)"\#(name == unit ? " selected" : "")>\#(words)</option>"#
        }
        return #"role="group" aria-labelledby="l-k"><input type="text" "#
            + #"inputmode="decimal" id="c-k" name="k" value="\#(number)" dir="ltr" size="6"\#(more)>"#
            + #"<select name="k[unit]" aria-label="Port: unit">\#(units.joined())</select>"#
    }

    @Test(arguments: [
        ("", "", "s"), (#""itemDurationUnit":"min""#, "", "min"),
        (#""itemValue":300"#, "5", "min"), (#""itemValue":"90m""#, "90", "min"),
        (#""itemValue":"1h30m10s""#, "5410", "s"), (#""itemValue":"500ms""#, "500", "ms"),
        (#""itemValue":"1.5s""#, "1500", "ms"), (#""itemValue":"2w""#, "2", "w"),
        (#""itemValue":0,"itemDurationUnit":"h""#, "0", "h"),
    ])
    func showsTheLargestUnitThatFits(attributes: String, number: String, unit: String) async throws
    {
        #expect(try await make(attributes).row().contains(control(number, unit)))
    }

    @Test
    func marksARequiredField() async throws {
        let row = try await make(#""itemRequired":true,"itemHelp":"Why.""#).row()
        #expect(row.contains(control("", "s", #" aria-required="true" aria-describedby="d-k""#)))
    }

    @Test(arguments: [
        ("de", #"<option value="min" selected>Minuten</option>"#, "„Port“: Einheit"),
        (
            "fr", #"<option value="min" selected>minutes</option>"#,
            "«\u{A0}Port\u{A0}»\u{A0}: unité"
        ),
        ("ja", #"<option value="min" selected>分</option>"#, "「Port」の単位"),
    ])
    func namesUnitsInTheLanguage(locale: String, option: String, name: String) async throws {
        let row = try await make(#""itemValue":300"#).row(language: locale)
        #expect(row.contains(option))
        #expect(row.contains(#"aria-label="\#(name)""#))
    }

    @Test
    func writesFractionsInTheFormatOfTheLanguage() async throws {
        let panel = try make()
        try panel.set(["k": "0.0005"])
        #expect(await panel.row(language: "de").contains(#"value="0,0005" dir="ltr""#))
        try panel.set(["k": "9"])
        let response = await panel.json([
            "k": "0,0005", "k[unit]": "s", "_locale": "de", "_revision": "1",
        ])
        #expect(response.text == #"{"revision":2,"changed":{}}"#)
    }

    @Test(arguments: [
        ("5", "min", "300"), ("1.5", "h", "5400"), ("500", "ms", "0.5"), ("2", "w", "1209600"),
        ("1h30m", "s", "5400"), ("0", "d", "0"), (" 5 ", "minutes", "300"), ("5", "H", "18000"),
    ])
    func acceptsNumbersWithTheirUnit(number: String, unit: String, seconds: String) async throws {
        let panel = try make()
        #expect(await panel.post(["k": number, "k[unit]": unit]).status == 303)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal(seconds))))
    }

    @Test(
        arguments: [
            (nil, "5m", "300"), (nil, "PT5M", "300"), (nil, "1:30:00", "5400"), (nil, "7", "420"),
            (nil, "1h 30m", "5400"), (nil, "1.5h", "5400"), ("de", "1,5h", "5400"),
            ("fr", "0,5", "30"), (nil, "P1DT2H", "93600"),
        ] as [(String?, String, String)])
    func acceptsDurationsInOneField(locale: String?, text: String, seconds: String) async throws {
        let panel = try make(#""itemDurationUnit":"min""#)
        let form: TestPanel.Fields =
            if let locale { ["k": text, "_locale": locale] } else { ["k": text] }
        #expect(await panel.post(form).status == 303)
        #expect(panel.settings.value("k") == Value(try #require(ExactDecimal(seconds))))
    }

    @Test(arguments: [
        ("", "x", "s", "Port must be a duration, like 5m or 1h30m"),
        ("", "5", "months", "Port must be a duration, like 5m or 1h30m"),
        ("", "1:30", "s", "Port must be a duration, like 5m or 1h30m"),
        ("", "1,5", "s", "Port must be a duration, like 5m or 1h30m"),
        ("", "-1", "s", "Port must be 0 seconds or more"),
        (bounds, "59", "s", "Port must be between 1 minute and 1 hour"),
        (bounds, "61", "min", "Port must be between 1 minute and 1 hour"),
        (bounds, "3601", "s", "Port must be between 1 minute and 1 hour"),
        (#""itemRequired":true"#, "", "s", "“Port” is missing"),
        (#""itemValue":5"#, "", "s", "“Port” is missing"),
    ])
    func rejects(attributes: String, number: String, unit: String, sentence: String) async throws {
        let panel = try make(attributes)
        let response = await panel.post(["k": number, "k[unit]": unit])
        #expect(response.text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [("60", "s"), ("1", "min"), ("61", "s"), ("1", "h"), ("3599", "s")])
    func acceptsItsBounds(number: String, unit: String) async throws {
        #expect(try await make(Self.bounds).post(["k": number, "k[unit]": unit]).status == 303)
    }

    @Test
    func rejectsUnknownParts() async throws {
        let response = try await make().post(["k": "5", "k[units]": "min"])
        #expect(response.text == "k: Port has no part named [units]\n")
    }

    @Test
    func anEmptyFieldRemovesTheValue() async throws {
        let panel = try make()
        let empty: TestPanel.Fields = ["k": "", "k[unit]": "s", "_revision": "0"]
        #expect(await panel.json(empty).text == #"{"revision":0,"changed":{}}"#)
        try panel.set(["k": "5"])
        // The page showed no value, so its empty field is not a change.
        #expect(await panel.json(empty).text == #"{"revision":1,"changed":{}}"#)
        #expect(
            await panel.json(["k": "", "k[unit]": "s"]).text
                == #"{"revision":2,"changed":{"k":{"from":5,"to":null}}}"#)
    }

    @Test
    func keepsBothFieldsBesideTheirProblem() async throws {
        let response = try await make(Self.bounds).browse(["k": "2<", "k[unit]": "h"])
        #expect(response.status == 422)
        let row = TestPanel.row(in: response.text)
        #expect(
            row.contains(control("2&lt;", "h", #" aria-describedby="e-k" aria-invalid="true""#)))
    }

    @Test(arguments: [
        ("en", "1 hour 30 minutes"), ("de", "1 Stunde 30 Minuten"), ("ja", "1時間30分"),
    ])
    func showsTheDurationInAReadOnlyRow(locale: String, shown: String) async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":5400"#)
        #expect(await panel.shownRow(at: "/?lang=\(locale)").value == shown)
    }
}
