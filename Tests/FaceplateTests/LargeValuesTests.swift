import Foundation
import Testing

@testable import Faceplate

/// Values of a size that neither an answer nor memory should hold for each change.
struct LargeValuesTests {
    private static let panel = Make.panel(
        "text edit_multiline \"itemMaximumLength\": 1000000", "name edit_text")

    /// A string of 200,000 bytes that begins with a word.
    private static func text(_ word: String) -> String {
        word + String(repeating: "x", count: 200_000 - word.utf8.count)
    }

    private static func name(_ word: String) -> LargeValue {
        LargeValue("\"\(text(word))\"")
    }

    private static func filled(_ bench: Bench, _ words: [String]) throws -> Settings {
        let settings = try bench.open(panel)
        for word in words { try settings.assign(("text", .text(text(word)))) }
        return settings
    }

    @Test(arguments: [false, true])
    func historyNamesThemAndReturnsEachOnRequest(isReopened: Bool) async throws {
        let bench = try Bench()
        var settings = try Self.filled(bench, ["one", "two"])
        if isReopened {
            settings.close()
            settings = try bench.open(Self.panel)
        }
        let expected = Change(
            key: "text", old: .large(Self.name("one")), new: .large(Self.name("two")))
        #expect(try settings.history.revisions(limit: 1).first?.changes == [expected])
        #expect(try settings.history.revision(2)?.changes == [expected])
        #expect(settings.recentRevision(2)?.changes == [expected])
        #expect(Self.name("one").size == 200_002)
        #expect(Self.name("one").preview.hasPrefix("onexxx"))
        #expect(Self.name("one").preview.utf8.count == 255)
        let whole = try settings.history.change(of: "text", in: 2)
        #expect(whole?.old == .value(.text(Self.text("one"))))
        #expect(whole?.new == .value(.text(Self.text("two"))))
        #expect(try settings.history.change(of: "name", in: 2) == nil)
        #expect(try settings.history.change(of: "text", in: 3) == nil)
        settings.close()
    }

    @Test(arguments: [65_534, 65_535])
    func smallerValuesAreShown(size: Int) throws {
        let bench = try Bench()
        let settings = try bench.open(Self.panel)
        let text = String(repeating: "x", count: size)
        try settings.assign(("text", .text(text)))
        let shown = try settings.history.revisions(limit: 1).first?.changes.first?.new
        #expect(
            shown
                == (size + 2 > LargeValue.limit
                    ? .large(LargeValue("\"\(text)\"")) : .value(.text(text))))
        settings.close()
    }

    @Test func areUndoneAndRestored() async throws {
        let bench = try Bench()
        let settings = try Self.filled(bench, ["one", "two", "three"])
        let snapshot = settings.snapshot
        let known = try #require(try settings.history.revision(3))
        #expect(snapshot.undoing(known).map(\.key) == ["text"])
        let first = try #require(try settings.history.revision(1))
        #expect(snapshot.undoing(first).isEmpty)
        #expect(snapshot.undoing(first, isForced: true).map(\.key) == ["text"])
        try await settings.history.undo(3)
        #expect(settings.value("text") == .text(Self.text("two")))
        // Undone already.
        #expect(settings.snapshot.undoing(known, isForced: true).isEmpty)
        try await settings.history.restore(1)
        #expect(settings.value("text") == .text(Self.text("one")))
        settings.close()
    }

    @Test func areStoredOnce() async throws {
        let bench = try Bench()
        let settings = try Self.filled(bench, ["one", "two", "one", "two"])
        settings.close()
        #expect(
            try bench.sqlite("SELECT count(*), sum(length(value)) FROM content") == ["2|400004"])
        #expect(try bench.sqlite("SELECT max(length(new)) < 200 FROM change") == ["1"])
        #expect(
            try bench.sqlite(
                "SELECT count(*) FROM change JOIN content ON content.name = change.new") == ["4"])
    }

    /// A private value of the program cannot be mistaken for the name of another value.
    @Test func aValueThatLooksLikeAReferenceIsStoredUnchanged() throws {
        let bench = try Bench()
        let name = #"{"content":"\#(Self.name("one").digest)","size":200002}"#
        let settings = try Self.filled(bench, ["one"])
        try settings.assign(("text", .text(name)))
        #expect(try settings.history.change(of: "text", in: 2)?.new == .value(.text(name)))
        settings.close()
        #expect(StoredContent.isStored(name))
        #expect(!StoredContent.isStored("\"short\""))
    }

    @Test func areRemovedWithTheirRevisions() throws {
        let bench = try Bench()
        let json = Self.panel.replacingOccurrences(
            of: "\"panelKey\"", with: "\"panelHistoryRevisions\": 2, \"panelKey\"")
        let settings = try bench.open(json)
        for word in ["one", "two", "three", "four"] {
            try settings.assign(("text", .text(Self.text(word))))
        }
        settings.close()
        // The revisions 3 and 4 have the values before and after each of them.
        #expect(try bench.sqlite("SELECT count(*) FROM content") == ["3"])
    }

    @Test func theHistoryHasALimitInBytes() throws {
        let bench = try Bench()
        let json = Self.panel.replacingOccurrences(
            of: "\"panelKey\"", with: "\"panelHistorySize\": 500000, \"panelKey\"")
        let settings = try bench.open(json)
        let oldest = try ["one", "two", "three", "four"].map { word in
            try settings.assign(("text", .text(Self.text(word))))
            return try settings.oldestRevision()
        }
        #expect(oldest == [1, 1, 2, 3])
        // The newest stays, even if it alone exceeds the limit.
        try settings.assign(("name", .text("n")))
        #expect(try settings.history.revisions(limit: 9).map(\.number) == [5, 4, 3])
        settings.close()
        #expect(try bench.sqlite("SELECT sum(size) <= 500000 FROM revision") == ["1"])
    }

    @Test func theHistoryInMemoryHasTheSameLimit() throws {
        let settings = try Make.memory(
            Self.panel.replacingOccurrences(
                of: "\"panelKey\"", with: "\"panelHistorySize\": 500000, \"panelKey\""))
        for word in ["one", "two", "three", "four"] {
            try settings.assign(("text", .text(Self.text(word))))
        }
        #expect(try settings.oldestRevision() ?? 0 > 1)
        #expect(settings.recentRevision(4)?.hasLargeValues == true)
    }

    /// Fewer revisions are returned when they would hold too much, and the next call continues.
    @Test func partsOfAHistoryHaveALimitInBytes() throws {
        let bench = try Bench()
        let settings = try bench.open(Self.panel)
        let count = 150
        for number in 1...count {
            let text = "\(number) " + String(repeating: "y", count: 60_000)
            try settings.assign(("text", .text(text)))
        }
        let part = try settings.history.revisions(limit: 1_000)
        #expect((1..<count).contains(part.count))
        #expect(part.reduce(0) { $0 + $1.weight } <= Revision.answerSize + 200_000)
        var found: [Int] = []
        var before: Int?
        repeat {
            let scan = try settings.scanRevisions(before: before, limit: 1_000, among: .max) { $0 }
            found += scan.revisions.map(\.number)
            before = scan.hasMore ? scan.last : nil
        } while before != nil
        #expect(found == Array((1...count).reversed()))
        let all = try settings.scanRevisions(
            limit: count, among: .max, size: .max, choosing: { $0 })
        #expect(all.revisions.count == count && !all.hasMore)
        settings.close()
    }

    /// Format 7 stores both values of each change in its row.
    @Test func stayInAFileOfThePreviousFormat() async throws {
        let bench = try Bench()
        var settings = try Self.filled(bench, ["one", "two"])
        try settings.assign(("name", .text("n")))
        settings.close()
        try bench.sqlite(
            FormerFormat.beforeRecords() + """
                UPDATE change SET old = (SELECT value FROM content WHERE name = old)
                    WHERE old LIKE '{"content"%';
                UPDATE change SET new = (SELECT value FROM content WHERE name = new)
                    WHERE new LIKE '{"content"%';
                DROP INDEX change_by_old; DROP INDEX change_by_new; DROP TABLE content;
                ALTER TABLE revision DROP COLUMN size; ALTER TABLE revision DROP COLUMN total;
                DELETE FROM grdb_migrations WHERE identifier = '8'; PRAGMA user_version = 7;
                """)
        #expect(try bench.sqlite("SELECT max(length(new)) FROM change") == ["200002"])
        settings = try bench.open(Self.panel)
        #expect(
            try settings.history.change(of: "text", in: 2)?.old == .value(.text(Self.text("one"))))
        #expect(
            try settings.history.revisions(limit: 9).map { $0.changes.first?.new } == [
                .value(.text("n")), .large(Self.name("two")), .large(Self.name("one")),
            ])
        try await settings.history.undo(2)
        #expect(settings.value("text") == .text(Self.text("one")))
        settings.close()
        #expect(try bench.sqlite("SELECT count(*) FROM content") == ["2"])
        #expect(
            try bench.sqlite(
                "SELECT total = (SELECT sum(size) FROM revision) FROM revision "
                    + "ORDER BY number DESC LIMIT 1") == ["1"])
    }
}
