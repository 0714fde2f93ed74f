import Faceplate
import Testing

@testable import FaceplatePanel

/// Values in a readable form, in places where a page shows them without a field.
struct ShownValueTests {
    @Test(arguments: [
        (#""itemValue":12.345,"itemFormat":"%.1f kg""#, "12,3 kg"),
        (#""itemValue":123456,"itemUnit":"MB""#, "123.456 MB"), (#""itemValue":12345"#, "12345"),
        (#""itemValue":"2026-11-20","itemFormat":"EEEE, d. MMMM""#, "Freitag, 20. November"),
        (#""itemValue":"2026-11-20T07:30","itemFormat":"d.M. HH:mm""#, "20.11. 07:30"),
        (#""itemValue":"2026-11-20""#, "20. Nov. 2026"), (#""itemValue":"1.5 beta""#, "1.5 beta"),
        (#""itemValue":"2026-11-20T07:30""#, "20. Nov. 2026, 07:30"),
        (#""itemValue":"unknown","itemFormat":"about %d""#, "unknown"),
    ])
    func areShownInAnInfoRow(attributes: String, shown: String) async throws {
        let panel = try TestPanel.inAllLanguages(TestPanel.item("info", attributes))
        #expect(await panel.shownRow(at: "/?lang=de").value == shown)
    }

    @Test(arguments: [
        ("edit_decimal", #""itemFormat":"%.2f €""#, "1.5", "2.25", "1.50 €", "2.25 €"),
        (
            "edit_date", #""itemFormat":"EEE d MMM""#, "2026-11-20", "2026-11-21", "Fri 20 Nov",
            "Sat 21 Nov"
        ),
        ("edit_integer", #""itemUnit":"dB""#, "5", "-5", "5 dB", "-5 dB"),
        ("edit_duration", "", "5m", "90s", "5 minutes", "1 minute 30 seconds"),
        ("edit_datetime", "", "2026-11-20T07:30", "", "20 Nov 2026, 07:30", ""),
    ])
    func areShownInTheMessageOfAChange(
        control: String, attributes: String, first: String, second: String, old: String,
        new: String
    ) async throws {
        let panel = try TestPanel.make(TestPanel.item(control, attributes))
        try panel.set(["k": first])
        try panel.set(["k": second])
        let words =
            new.isEmpty
            ? "<bdi>Port</bdi> cleared"
            : "<bdi>Port</bdi> changed from <bdi>\(old)</bdi> to <bdi>\(new)</bdi>"
        #expect(await panel.page("/?rev=2").contains(words))
    }

    @Test
    func areShownInTheSummaryOfAPage() async throws {
        let panel = try TestPanel.make(
            #"""
            {"itemKey":"more","itemControlType":"page","itemSummary":"{weight} until {day}","groups":[
              {"groupKey":"g2","items":[
                {"itemKey":"weight","itemControlType":"edit_decimal","itemValue":2.25,"itemFormat":"%.1f kg"},
                {"itemKey":"day","itemControlType":"edit_date","itemValue":"2026-11-20","itemFormat":"d MMMM"}
              ]}]}
            """#)
        #expect(
            await panel.row("more").contains(
                #"<span class="sub" id="v-more"><bdi>2.2 kg</bdi> until <bdi>20 November</bdi></span>"#
            ))
    }
}
