import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The days, the filters, and the lines of lists on the page of changes.
struct ChangesFilterTests {
    private func make() throws -> TestPanel {
        try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":[{"itemKey":"a","itemControlType":"edit_text","#
                + #""itemTitle":"Host"},{"itemKey":"on","itemControlType":"switch"},"#
                + #"{"itemKey":"pw","itemControlType":"edit_password","itemTitle":"Password"}]}]}"#)
    }

    private func row(_ number: Int, _ page: String) -> String {
        TestPanel.element("id=\"r-\(number)\"", in: page)
    }

    @Test(
        arguments: [
            ("2026-03-01T00:05", "Today"), ("2026-03-01T00:00", "Today"),
            ("2026-02-28T23:59", "Yesterday"), ("2026-02-27T23:59", "27 Feb 2026"),
            ("2025-03-01T12:00", "1 Mar 2025"),
        ])
    func revisionsAreListedByDay(time: String, heading: String) throws {
        let clock = PageClock()
        let days = try ChangeDays(
            PageWords(.english), DateStyle(.english), clock,
            now: #require(clock.time("2026-03-01T00:10")))
        #expect(try days.heading(of: #require(clock.time(time))) == heading)
    }

    /// A day on which the clocks change has 23 or 25 hours.
    @Test(
        arguments: [
            ("2026-03-30T00:30", "2026-03-29T12:00"), ("2026-10-25T23:30", "2026-10-24T12:00"),
        ])
    func yesterdayIsThePreviousDayAtEveryHour(now: String, time: String) throws {
        let clock = PageClock("Europe/Berlin")
        let days = try ChangeDays(
            PageWords(.english), DateStyle(.english), clock, now: #require(clock.time(now)))
        #expect(try days.heading(of: #require(clock.time(time))) == "Yesterday")
    }

    @Test func eachDayHasAHeading() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        try panel.set(["a": "2"])
        // Between two days there can be two.
        let headings = await panel.page("/changes").matches(of: /<section class="group"><h2>/).count
        #expect((1...2).contains(headings))
    }

    @Test(
        arguments: [
            ("origin=cli", [1]), ("origin=script", [2]), ("origin=browser", []),
            ("text=HOST", [2, 1]),
            ("text=ho%20EVE", [2]), ("text=nightly", [2]), ("text=backup", [2]),
            ("text=hunter", []), ("text=command%20line", [1]), ("key=a&origin=cli", [1]),
            ("text=&key=&origin=", [3, 2, 1]),
        ])
    func aFilterSelectsRevisions(query: String, numbers: [Int]) async throws {
        let panel = try make()
        try panel.set(["a": "Ada"], origin: .cli)
        try panel.settings.applyAndWait(
            Batch(
                [Assignment("a", .text("Eve"))], origin: .script, actor: "backup", note: "nightly"))
        try panel.set(["pw": "hunter2"])
        let page = await panel.page("/changes?" + query)
        let found = page.matches(of: /<li id="r-([0-9]+)"/).compactMap { Int($0.1) }
        #expect(found == numbers)
        #expect(page.contains("No matches here.") == numbers.isEmpty)
        let data = await panel.client.get("/api/changes?" + query).text
        #expect(
            data.matches(of: /\{"revision":([0-9]+),"time"/).compactMap { Int($0.1) } == numbers)
    }

    @Test func theMenuSelectsASettingWithoutChanges() async throws {
        let panel = try make()
        try panel.set(["a": "Ada"])
        let page = await panel.page("/changes?key=on")
        #expect(page.contains("No matches here."))
        #expect(page.contains(#"<option value="on" selected>"#))
    }

    @Test(arguments: ["text=ada", "origin=cli"])
    func aFilterReadsMoreRevisionsThanItShows(filter: String) async throws {
        let panel = try make()
        try panel.set(["a": "Ada"], origin: .cli)
        for value in ["YES", "NO"] { try panel.set(["on": value]) }
        let data = await panel.client.get("/api/changes?limit=1&" + filter).text
        #expect(data.contains(#""revisions":[{"revision":1,"#), "\(data)")
    }

    /// Of a page of older changes, the link keeps the filter.
    @Test func aFilterReadsOnlyAPartOfALongHistory() async throws {
        let panel = try make()
        try panel.set(["on": "YES"], origin: .cli)
        for index in 1...HistoryExtract.mostRead { try panel.set(["a": "\(index)"]) }
        let page = await panel.page("/changes?origin=cli")
        #expect(page.contains("No matches here. Older changes may match."))
        let link = #"<a class="btn" href="/changes?before=2&amp;origin=cli">Older changes</a>"#
        #expect(page.contains(link))
        #expect(await panel.page("/changes?before=2&origin=cli").contains(#"id="r-1""#))
    }

    @Test(
        arguments: [
            (["b"], "removed “Films”"), (["a", "b", "c"], "added “c”"),
            (["b", "a"], "swapped “Films” and “b”"),
            (["x", "y", "z", "1", "2"], "added “x”, “y”, “z” (+2), removed “Films”, “b”"),
        ])
    func aListDescribesTheChangesOfItsEntries(entries: [String], sentence: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "edit_list", #""itemValue":["Films","b"]"#))
        let values = entries.map { $0 == "a" ? "Films" : $0 }
        try panel.settings.applyAndWait(
            Batch([Assignment("k", .value(.list(values.map(Value.text))))], origin: .script))
        let page = await panel.page("/changes?rev=1")
        #expect(
            row(1, page).contains("<bdi>Port</bdi></a>: <b><bdi>\(sentence)</bdi></b>"))
        #expect(page.contains("<p><bdi>Port</bdi>: <bdi>\(sentence)</bdi></p>"))
        #expect(await panel.page("/changes?restore=0").contains(#"<p class="help">"#))
    }

    @Test func aTableDescribesTheChangesOfItsRows() async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "edit_table",
                #""itemColumns":[{"itemKey":"room","itemControlType":"edit_text"},"#
                    + #"{"itemKey":"light","itemControlType":"edit_integer"}],"#
                    + #""itemValue":[{"room":"Hall","light":1},{"room":"Attic","light":2}]"#))
        try panel.settings.applyAndWait(
            Batch(
                [
                    Assignment(
                        "k",
                        .value(
                            .list([
                                .record(["room": .text("Hall"), "light": .integer(5)]),
                                .record(["room": .text("Kitchen"), "light": .integer(2)]),
                            ])))
                ], origin: .script))
        let sentence = "added “Kitchen”, changed “Hall”, removed “Attic”"
        #expect(row(1, await panel.page("/changes")).contains(sentence))
    }
}
