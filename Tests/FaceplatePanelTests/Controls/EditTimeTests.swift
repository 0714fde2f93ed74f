import Faceplate
import Testing

@testable import FaceplatePanel

struct EditTimeTests {
    private static let night = #""itemMinimum":"22:00","itemMaximum":"06:00""#
    private static let day = #""itemMinimum":"08:00","itemMaximum":"18:00""#
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_time", more))
    }

    @Test(arguments: [
        ("", ""), (#""itemValue":"07:30""#, "07:30"), (#""itemValue":450"#, "07:30"),
        (#""itemSeconds":true,"itemValue":"07:30:15""#, #"07:30:15" step="1"#),
        (day, #"" min="08:00" max="18:00"#),
    ])
    func showsTheDefault(attributes: String, value: String) async throws {
        #expect(
            try await make(attributes).row().contains(
                #"<input type="time" id="c-k" name="k" value="\#(value)">"#))
    }

    @Test func marksARequiredField() async throws {
        let row = try await make(#""itemRequired":true"#).row()
        #expect(row.contains(#"name="k" value="" required>"#))
    }

    @Test(arguments: [
        ("en", "From 22:00 to 06:00, across midnight"),
        ("de", "Von 22:00 bis 06:00, über Mitternacht"),
        ("fr", "De 22:00 à 06:00, en passant minuit"),
    ])
    func showsThatItsRangeCrossesMidnight(locale: String, words: String) async throws {
        let row = try await make(Self.night + #","itemHelp":"Why.""#)
            .shownRow(at: "/?lang=\(locale)")
        #expect(row.field?["min"] == "22:00" && row.field?["max"] == "06:00")
        #expect(row.field?.description == "Why. \(words)")
    }

    @Test(arguments: [
        ("", "07:30", "07:30"), ("", "450", "07:30"), ("", "0", "00:00"), ("", "1439", "23:59"),
        ("", "07:30:00", "07:30"), ("", " 23:59 ", "23:59"),
        (#""itemSeconds":true"#, "07:30:15", "07:30:15"),
        (day, "08:00", "08:00"), (day, "18:00", "18:00"), (day, "08:01", "08:01"),
        (night, "22:00", "22:00"), (night, "23:59", "23:59"), (night, "00:00", "00:00"),
        (night, "06:00", "06:00"), (night, "05:59", "05:59"),
    ])
    func accepts(attributes: String, text: String, value: String) async throws {
        for locale in ["", "de"] {
            let panel = try make(attributes)
            let form: TestPanel.Fields =
                locale.isEmpty ? ["k": text] : ["k": text, "_locale": locale]
            #expect(await panel.post(form).status == 303)
            #expect(panel.settings.value("k") == .text(value))
        }
    }

    @Test(arguments: [
        ("", "24:00", "Port must be a real time, like 07:30"),
        ("", "7:61", "Port must be a real time, like 07:30"),
        ("", "1440", "Port must be a real time, like 07:30"),
        ("", "0730", "Port must be a real time, like 07:30"),
        ("", "noon", "Port must be a real time, like 07:30"),
        ("", "07:30:15", "Port must be in hours and minutes, like 07:30"),
        (
            #""itemSeconds":false"#, "07:30:15", "Port must be in hours and minutes, like 07:30"
        ),
        (day, "07:59", "Port must be between 08:00 and 18:00"),
        (day, "18:01", "Port must be between 08:00 and 18:00"),
        (night, "21:59", "Port must be between 22:00 and 06:00"),
        (night, "06:01", "Port must be between 22:00 and 06:00"),
        (#""itemMinimum":"08:00""#, "07:59", "Port must be 08:00 or later"),
        (#""itemRequired":true"#, "", "“Port” is missing"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [
        ("21:59", #"type="time" id="c-k" name="k" value="21:59" min="22:00" max="06:00""#),
        ("450", #"type="time" id="c-k" name="k" value="07:30" min="22:00" max="06:00""#),
        ("noon", #"type="text" id="c-k" name="k" value="noon""#),
    ])
    func keepsTypedTextBesideItsProblem(text: String, field: String) async throws {
        let row = TestPanel.row(in: try await make(Self.night).browse(["k": text]).text)
        #expect(row.contains(field))
        #expect(row.contains(#"aria-describedby="v-k e-k" aria-invalid="true""#))
    }

    @Test(arguments: [("", "07:30"), (#","itemFormat":"h:mm a""#, "7:30 AM")])
    func showsTheTimeWhenReadOnly(attributes: String, shown: String) async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":"07:30""# + attributes)
        #expect(await panel.shownRow().value == shown)
    }
}
