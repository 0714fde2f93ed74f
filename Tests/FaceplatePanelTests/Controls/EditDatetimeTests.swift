import Faceplate
import Testing

@testable import FaceplatePanel

struct EditDatetimeTests {
    private static let berlin = #""itemTimeZone":"Europe/Berlin""#
    private static let bounds =
        #""itemMinimum":"2026-01-01T08:00","itemMaximum":"2026-01-02T18:00""#
    private let real = "Port must be a real date and time, like 2026-11-20T07:30"

    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.inAllLanguages(TestPanel.item("edit_datetime", more))
    }

    @Test(arguments: [
        ("", "", #"max="9999-12-31T23:59""#),
        (#""itemValue":"2026-11-20T07:30""#, "2026-11-20T07:30", #"max="9999-12-31T23:59""#),
        (bounds, "", #"min="2026-01-01T08:00" max="2026-01-02T18:00""#),
        (#""itemSeconds":true"#, "", #"max="9999-12-31T23:59" step="1""#),
    ])
    func showsTheDefault(attributes: String, value: String, more: String) async throws {
        #expect(
            try await make(attributes).row().contains(
                #"<input type="datetime-local" id="c-k" name="k" value="\#(value)" \#(more)>"#))
    }

    @Test(arguments: [
        ("en", "Time zone: Europe/Berlin"), ("de", "Zeitzone: Europe/Berlin"),
        ("fr", "Fuseau horaire : Europe/Berlin"),
    ])
    func namesItsTimeZone(locale: String, words: String) async throws {
        let row = try await make(Self.berlin).shownRow(at: "/?lang=\(locale)")
        #expect(row.state == words && row.field?.description == words)
    }

    @Test(arguments: [
        ("", "2026-11-20T07:30", "2026-11-20T07:30"), ("", "2026-11-20 07:30", "2026-11-20T07:30"),
        ("", "2026-11-20T07:30:00", "2026-11-20T07:30"),
        (#""itemSeconds":true"#, "2026-11-20T07:30:15", "2026-11-20T07:30:15"),
        (berlin, "2026-03-29T01:30Z", "2026-03-29T03:30"),
        (berlin, "2026-03-29T01:59", "2026-03-29T01:59"),
        (berlin, "2026-03-29T03:00", "2026-03-29T03:00"),
        (berlin, "2026-10-25T02:30", "2026-10-25T02:30"),
        (bounds, "2026-01-01T08:00", "2026-01-01T08:00"),
        (bounds, "2026-01-02T18:00", "2026-01-02T18:00"),
    ])
    func accepts(attributes: String, text: String, value: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text, "_locale": "fr"]).status == 303)
        #expect(panel.settings.value("k") == .text(value))
    }

    @Test(arguments: [
        (bounds, "2026-01-01T07:59", "between 1 Jan 2026, 08:00 and 2 Jan 2026, 18:00"),
        (bounds, "2026-01-02T18:01", "between 1 Jan 2026, 08:00 and 2 Jan 2026, 18:00"),
        ("", "2026-11-20T07:30:15", "in hours and minutes, like 07:30"),
        ("", "2026-11-20", "a real date and time, like 2026-11-20T07:30"),
        ("", "2026-02-29T00:00", "a real date and time, like 2026-11-20T07:30"),
        ("", "2026-11-20T07:30Z", "a real date and time, like 2026-11-20T07:30"),
        ("", "soon", "a real date and time, like 2026-11-20T07:30"),
    ])
    func rejects(attributes: String, text: String, sentence: String) async throws {
        let panel = try make(attributes)
        #expect(await panel.post(["k": text]).text == "k: Port must be \(sentence)\n")
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [
        ("en", "02:30 on 29 Mar 2026 does not exist in Europe/Berlin. Enter another time"),
        (
            "de",
            "02:30 am 29. März 2026 gibt es in Europe/Berlin nicht. Geben Sie eine andere Zeit ein"
        ),
    ])
    func rejectsATimeThatClocksSkip(locale: String, sentence: String) async throws {
        let panel = try make(Self.berlin)
        let response = await panel.post(["k": "2026-03-29T02:30", "_locale": locale])
        #expect(response.text == "k: \(sentence)\n")
    }

    @Test
    func keepsTypedTextBesideItsProblem() async throws {
        let panel = try make(Self.berlin)
        let skipped = TestPanel.row(in: await panel.browse(["k": "2026-03-29T02:30"]).text)
        #expect(
            skipped.contains(
                #"type="datetime-local" id="c-k" name="k" value="2026-03-29T02:30""#))
        #expect(skipped.contains(#"aria-describedby="v-k e-k" aria-invalid="true""#))
        let unread = TestPanel.row(in: await panel.browse(["k": "29.3. 2:30"]).text)
        #expect(unread.contains(#"type="text" id="c-k" name="k" value="29.3. 2:30""#))
        #expect(unread.contains(real))
    }

    @Test
    func anEmptyFieldRemovesTheValue() async throws {
        let panel = try make()
        try panel.set(["k": "2026-11-20T07:30"])
        #expect(await panel.post(["k": ""]).status == 303)
        #expect(panel.settings.value("k") == nil)
    }

    @Test
    func showsTheTimeInAReadOnlyRow() async throws {
        let panel = try make(#""itemReadOnly":true,"itemValue":"2026-11-20T07:30""#)
        #expect(await panel.shownRow(at: "/?lang=ja").value == "2026年11月20日 07:30")
    }
}
