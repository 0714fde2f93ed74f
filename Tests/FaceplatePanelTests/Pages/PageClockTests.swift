import Faceplate
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// The time zone and the clock of the reader.
struct PageClockTests {
    @Test(
        arguments: [
            ("Asia/Tokyo", true), ("Etc/GMT+5", true), ("UTC", true), ("", false),
            ("Nowhere/City", false), ("../../etc/passwd", false), ("/etc/localtime", false),
            ("Asia/Tokyo;x", false), (String(repeating: "A", count: 500), false),
        ])
    func acceptsNamesOfTimeZonesOnly(name: String, isKnown: Bool) {
        #expect((PageClock(reader: name) != nil) == isKnown)
    }

    private func time(_ text: String) throws -> Date { try #require(RevisionTime.date(text)) }

    @Test func showsTimesInTheZoneOfTheReader() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        try panel.set(["k": "1"])
        let made = try #require(panel.settings.recentRevision(1)).time
        for zone in ["Asia/Tokyo", "America/New_York"] {
            let clock = try #require(PageClock(reader: zone))
            let local = try #require(clock.local(made)).time.description
            let page = await panel.client.get(
                "/changes", fields: [("cookie", "faceplate_zone=\(zone)"), ("accept", "text/html")])
            #expect(page.text.contains(">\(local)</time>") && !page.text.contains("Times are in"))
        }
        let other = await panel.client.get(
            "/changes", fields: [("cookie", "faceplate_zone=../x"), ("accept", "text/html")])
        #expect(other.status == 200 && other.text.contains("Times are in"))
    }

    /// The fields of a browser follow its region, so that texts beside them do, too.
    @Test(
        arguments: [
            ("en-US,en", "7:30 PM", "Nov 20, 2026"), ("en-GB,en", "19:30", "20 Nov 2026"),
            ("en", "19:30", "20 Nov 2026"), ("en-AU", "7:30 PM", "20 Nov 2026"),
            ("de-AT,en-US;q=0.5", "19:30", "20. Nov. 2026"), ("fr-CA", "19:30", "20 nov. 2026"),
        ])
    func timesAndDatesFollowTheRegion(header: String, time: String, date: String) async throws {
        let panel = try TestPanel.inAllLanguages(
            #"{"itemKey":"at","itemControlType":"info","itemValue":"2026-11-20T19:30"}"#,
            #"{"itemKey":"t","itemControlType":"edit_time","itemValue":"19:30"}"#)
        let page = await panel.client.get(
            "/?view=text", fields: [("accept-language", header), ("accept", "text/html")])
        let text = page.text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
        #expect(text.contains(time), "\(text)")
        #expect(text.contains(date) || !text.contains("2026"), "\(text)")
    }

    @Test func saysHowLongAgoAChangeWas() throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(#"{"groups":[]}"#.utf8), name: "test"))
        let schema = settings.snapshot.schema
        let face = PageFace(
            page: schema.firstPage, schema: schema,
            labels: LabelResolver(schema: schema, catalog: LabelCatalog(), locale: .english),
            words: PageWords(.english))
        let host = PageHost(
            look: Look(nil, theme: nil, schema: nil, layout: nil),
            clock: try #require(PageClock(reader: "Europe/Berlin")),
            now: try time("2026-11-20T12:00:00Z"))
        let context = PageContext(
            Panel(settings).view(of: nil, .open, at: BasePath("")), face, level: .basic, in: host)
        for (moment, text) in [
            ("2026-11-20T12:00:20Z", "just now"), ("2026-11-20T11:59:10Z", "just now"),
            ("2026-11-20T11:58:30Z", "1 minute ago"), ("2026-11-20T11:01:00Z", "59 minutes ago"),
            ("2026-11-20T10:15:00Z", "11:15"), ("2026-11-19T21:31:00Z", "Yesterday, 22:31"),
            ("2026-11-18T21:31:00Z", "18 Nov 2026, 22:31"),
        ] {
            #expect(context.moment(try time(moment)) == text)
        }
        #expect(context.end(try time("2026-11-20T14:30:00Z")) == "15:30")
        #expect(context.end(try time("2026-11-21T14:30:00Z")) == "21 Nov 2026, 15:30")
    }
}
