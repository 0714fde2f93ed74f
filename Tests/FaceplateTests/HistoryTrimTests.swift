import Foundation
import Testing

@testable import Faceplate

struct HistoryTrimTests {
    private static func panel(_ more: String) -> String {
        "{\"panelKey\": \"test\", \(more), \"groups\": [{\"groupKey\": \"g\", \"items\": ["
            + "{\"itemKey\": \"a\", \"itemControlType\": \"edit_text\"}, "
            + "{\"itemKey\": \"b\", \"itemControlType\": \"edit_text\"}]}]}"
    }

    private static let three = panel("\"panelHistoryRevisions\": 3")

    @Test func retainsTheNewestRevisions() throws {
        let bench = try Bench()
        let settings = try bench.open(Self.three)
        for index in 1...3 { try settings.assign(("a", .text("\(index)"))) }
        #expect(try settings.oldestRevision() == 1)
        try settings.assign(("a", .text("4")))
        #expect(try settings.oldestRevision() == 2)
        #expect(try settings.history.revisions(limit: 10).map(\.number) == [4, 3, 2])
        settings.close()
        #expect(try bench.sqlite("SELECT revision FROM change") == ["2", "3", "4"])
    }

    @Test func retainsTheOldestRevisionWhenItsSettingChangesAgain() throws {
        let bench = try Bench()
        try bench.fill(Self.three, (1...4).map { ("a", "\($0)") })
        let settings = try bench.open(Self.panel("\"panelHistoryRevisions\": 100"))
        try settings.assign(("a", .text("5")))
        #expect(try settings.oldestRevision() == 2)
        settings.close()
        let kept = try bench.sqlite("SELECT revision FROM change ORDER BY 1")
        #expect(kept == ["2", "3", "4", "5"])
    }

    @Test func hasNoOldestRevisionBeforeTheFirstChange() throws {
        #expect(try Make.memory(Self.three).oldestRevision() == nil)
    }

    @Test func reachesALoweredLimitInSteps() throws {
        let bench = try Bench()
        try bench.fill(Self.panel("\"panelTitle\": \"T\""), (1...100).map { ("a", "\($0)") })
        let settings = try bench.open(Self.three)
        let oldest = try (101...104).map { index in
            try settings.assign(("a", .text("\(index)")))
            return try settings.oldestRevision()
        }
        #expect(oldest == [33, 65, 97, 102])
        settings.close()
    }

    /// Several revisions are removed together, because that costs little more than one.
    @Test(arguments: [
        (15, 20, [6, 7, 8]), (32, 33, [2, 2, 2, 5, 5, 5, 8]), (160, 164, [1, 6, 6, 6, 6]),
    ])
    func aLongHistoryExceedsItsLimitByASixteenth(limit: Int, first: Int, expected: [Int]) throws {
        let bench = try Bench()
        let schema = Self.panel("\"panelHistoryRevisions\": \(limit)")
        try bench.fill(schema, [("b", "first")] + (2..<first).map { ("a", "\($0)") })
        let settings = try bench.open(schema)
        defer { settings.close() }
        let oldest = try expected.indices.map { index in
            try settings.assign(("a", .text("\(first + index)")))
            return try settings.oldestRevision()
        }
        #expect(oldest == expected)
        let last = first + expected.count - 1
        #expect(
            try settings.history.revisions(limit: 1_000).map(\.number)
                == Array((expected[expected.count - 1]...last).reversed()))
        #expect(settings.snapshot.lastChange(of: "b") == 1)
        // The last change of the other key stays, with its time.
        #expect(
            try bench.sqlite("SELECT count(last_time) FROM change WHERE item_key = 'b'") == ["1"])
    }

    /// A revision is removed by whichever of the two bounds it exceeds.
    @Test(arguments: [
        ("\"panelHistoryDays\": 1", [5, 4, 3, 2]),
        ("\"panelHistoryDays\": 1, \"panelHistoryRevisions\": 4", [5, 4, 3, 2]),
        ("\"panelHistoryDays\": 1, \"panelHistoryRevisions\": 2", [5, 4]),
        ("\"panelHistoryDays\": 9, \"panelHistoryRevisions\": 4", [5, 4, 3, 2]),
        ("\"panelHistoryDays\": 9, \"panelHistoryRevisions\": 5", [5, 4, 3, 2, 1]),
    ]) func daysLimitItToo(limits: String, kept: [Int]) throws {
        let bench = try Bench()
        try bench.fill(Self.panel("\"panelTitle\": \"T\""), (1...4).map { ("a", "\($0)") })
        // The third has expired, but follows a revision that is retained.
        let ages = [1: 3.0, 2: 0.5, 3: 3, 4: 0]
        for (number, days) in ages {
            let time = RevisionTime.text(Date(timeIntervalSinceNow: -86_400 * days))
            try bench.sqlite("UPDATE revision SET time = '\(time)' WHERE number = \(number)")
        }
        let settings = try bench.open(Self.panel(limits))
        try settings.assign(("a", .text("5")))
        #expect(try settings.history.revisions(limit: 10).map(\.number) == kept)
        settings.close()
    }

    @Test func retainsTheNewestRevisionAtAnyAge() throws {
        let bench = try Bench()
        try bench.fill(Self.panel("\"panelTitle\": \"T\""), [("a", "1")])
        try bench.sqlite("UPDATE revision SET time = '2000-01-01T00:00:00.000Z'")
        let settings = try bench.open(
            Self.panel("\"panelHistoryDays\": 1, \"panelHistoryRevisions\": 1"))
        try settings.assign(("b", .text("2")))
        #expect(
            try settings.history.revisions(limit: 10).map(\.number) == [2] && settings.revision == 2
        )
        settings.close()
    }

    @Test func retainsTheLastChangeOfASetting() throws {
        let bench = try Bench()
        var settings = try bench.open(Self.three)
        try settings.assign(("b", .text("x")))
        try settings.assign(("b", .reset), origin: .cli)
        for index in 1...5 { try settings.assign(("a", .text("\(index)"))) }
        settings.close()
        settings = try bench.open(Self.three)
        #expect(try settings.oldestRevision() == 5)
        #expect(settings.snapshot.lastChange(of: "b") == 2)
        #expect(try settings.lastChange(of: "b")?.origin == .cli)
        #expect(try settings.lastChange(of: "a")?.origin == .browser)
        #expect(try settings.lastChange(of: "no.such.key") == nil)
        #expect(try settings.history.revisions(limit: 10, of: "b").isEmpty)
        try settings.assign(("b", .text("y")))
        settings.close()
        // The change that was retained for the key is removed after the key has changed again.
        #expect(
            try bench.sqlite("SELECT revision FROM change ORDER BY 1") == ["6", "7", "8"])
    }

    /// History no longer holds the values of such a page: if a field differs, the user decides.
    @Test func aBaseOlderThanHistoryIsAConflictIfItDiffers() throws {
        let settings = try Make.memory(Self.three)
        try settings.assign(("a", .text("1")), ("b", .text("1")))
        for index in 2...6 { try settings.assign(("a", .text("\(index)"))) }
        let base = Batch.Base(revision: 1)
        #expect(settings.conflicts(("a", .text("1")), base: base).map(\.key) == ["a"])
        // The old value of the oldest retained change does not show that the field was left unchanged.
        #expect(settings.conflicts(("a", .text("3")), base: base).map(\.key) == ["a"])
        #expect(try settings.assign(("a", .text("6")), base: base).changes.isEmpty)
        #expect(try settings.assign(("b", .text("2")), base: base).changes.map(\.key) == ["b"])
        #expect(settings.text("a") == "6")
        // All values are known at the revision before the oldest retained one.
        let known = Batch.Base(revision: try #require(try settings.oldestRevision()) - 1)
        #expect(try settings.assign(("a", .text("4")), base: known).changes.isEmpty)
    }

    @Test func aRemovedRevisionIsNoLongerUndoneOrRestored() throws {
        let settings = try Make.memory(Self.three)
        for index in 1...6 { try settings.assign(("a", .text("\(index)"))) }
        #expect(
            try settings.reverse(.restore(3), isDryRun: true).changes.map(\.new) == [.value("3")])
        for extent in [
            Reversal.Extent.undo(3), .restore(2), .restoreTime(Date(timeIntervalSince1970: 0)),
        ] {
            do throws(ApplyError) {
                try settings.reverse(extent)
                Issue.record("\(extent) was accepted")
            } catch {
                guard case .refused(let problems) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(problems.map(\.problem.code) == [.noSuchRevision])
                #expect(problems.first?.problem.parameters["last"] == "6")
            }
        }
    }

    /// Numbers that another program wrote must not stop the panel.
    @Test func acceptsInvalidNumbersOfOtherPrograms() throws {
        let bench = try Bench()
        try bench.fill(Self.three, [("a", "1")])
        try bench.sqlite(
            "INSERT INTO revision(number, time, origin) VALUES (\(Int.min), 'never', 'nobody');")
        let settings = try bench.open(Self.three)
        try settings.assign(("a", .text("2")))
        #expect(settings.revision == 2 && settings.text("a") == "2")
        settings.close()
    }
}
