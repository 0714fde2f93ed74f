import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

struct SettingsHistoryTests {
    /// Revisions 1 to 4 of `name` and `titles` in turn, 5 of both.
    private func filled(_ settings: Settings) throws -> Settings {
        try settings.assign(("name", .text("A")))
        try settings.assign(("titles", .text("NO")), origin: .cli)
        try settings.assign(("name", .text("B")))
        try settings.assign(("titles", .text("YES")))
        try settings.assign(("name", .text("C")), ("titles", .text("NO")))
        return settings
    }

    @Test(
        arguments: [
            (nil, 10, nil, [5, 4, 3, 2, 1]), (nil, 2, nil, [5, 4]), (5, 10, nil, [4, 3, 2, 1]),
            (3, 1, nil, [2]), (1, 10, nil, []), (0, 10, nil, []), (-1, 10, nil, []),
            (nil, 0, nil, []), (nil, -1, nil, []), (nil, 10, "name", [5, 3, 1]),
            (5, 1, "titles", [4]), (nil, 10, "level", []), (nil, 10, "no.such.key", []),
            (Int.max, Int.max, nil, [5, 4, 3, 2, 1]), (Int.min, 10, nil, []),
        ] as [(Int?, Int, String?, [Int])])
    func revisionsAreReadNewestFirst(
        before: Int?, limit: Int, key: String?, expected: [Int]
    ) throws {
        let bench = try Bench()
        for settings in try [filled(bench.open()), filled(Make.memory())] {
            let found = try settings.history.revisions(before: before, limit: limit, of: key)
            #expect(found.map(\.number) == expected)
            settings.close()
        }
    }

    @Test func aRevisionHasItsOriginAndAllItsChanges() throws {
        let settings = try filled(Make.memory())
        let second = try #require(try settings.history.revisions(limit: 10, of: "titles").last)
        #expect(second.origin == .cli)
        #expect(
            second.changes
                == [Change(key: "titles", old: .onDefault, new: .value(.boolean(false)))])
        #expect(try settings.history.revisions(limit: 1, of: "name").first?.changes.count == 2)
    }

    @Test func findsARevisionInMemoryAndInTheStore() throws {
        let bench = try Bench()
        var settings = try bench.open()
        for index in 1...(Settings.recentLimit + 2) {
            try settings.assign(("name", .text("n\(index)")))
        }
        #expect(settings.recentRevision(1) == nil)
        #expect(try settings.history.revision(1)?.changes.first?.new == .value("n1"))
        #expect(try settings.history.revision(Settings.recentLimit)?.number == Settings.recentLimit)
        settings.close()
        settings = try bench.open()
        #expect(try settings.history.revision(2)?.changes.first?.old == .value("n1"))
        for number in [0, -1, Int.min, Int.max, Settings.recentLimit + 3] {
            #expect(try settings.history.revision(number) == nil)
        }
        settings.close()
    }

    @Test func redactsSecrets() throws {
        let bench = try Bench()
        let settings = try bench.open()
        try settings.assign(("password", .text("hunter2")))
        let revisions = try settings.history.revisions(limit: 1)
        #expect(
            revisions.first?.changes == [Change(key: "password", old: .onDefault, new: .secret)])
        #expect(!"\(revisions)".contains("hunter2"))
        settings.close()
    }

    private static func volume(_ value: Int) -> String {
        Make.panel("volume edit_integer \"itemValue\": \(value)", "password edit_password")
    }

    @Test func changesHaveTheDefaultsAtThatTime() throws {
        let bench = try Bench()
        var settings = try bench.open(Self.volume(1))
        try settings.assign(("volume", .text("5")), ("password", .text("hunter2")))
        settings.close()
        settings = try bench.open(Self.volume(2))
        try settings.assign(("volume", .reset))
        try settings.assign(("volume", .text("6")))
        let known = (1...3).map { settings.recentRevision($0)?.defaults }
        settings.close()
        settings = try bench.open(Self.volume(3))
        try settings.assign(("volume", .text("7")))
        let expected: [[String: Value]] = [
            ["volume": .integer(1)], ["volume": .integer(2)], ["volume": .integer(2)], [:],
        ]
        #expect(try settings.history.revisions(limit: 9).reversed().map(\.defaults) == expected)
        #expect(known == expected.prefix(3).map(Optional.init))
        settings.close()
    }

    /// A file in the previous format has no defaults, so those of its last schema are used.
    @Test func olderChangesHaveTheDefaultsOfTheLastSchema() throws {
        let bench = try Bench()
        try bench.fill(Self.volume(1), [("volume", "5"), ("volume", "6"), ("password", "hunter2")])
        let former = try bench.open(Self.volume(1))
        try former.assign(("volume", .reset))
        former.close()
        try bench.sqlite(
            FormerFormat.beforeRecords() + """
                ALTER TABLE change DROP COLUMN default_value;
                ALTER TABLE change DROP COLUMN last_time;
                ALTER TABLE change DROP COLUMN last_origin;
                DROP TABLE agreement; DROP TABLE temporary;
                DELETE FROM grdb_migrations WHERE identifier IN ('3', '4', '7.temporary'); PRAGMA user_version = 2;
                """)
        let settings = try bench.open(Self.volume(2))
        #expect(
            try settings.history.revisions(limit: 9).reversed().map(\.defaults)
                == [["volume": .integer(1)], [:], [:], ["volume": .integer(1)]])
        settings.close()
    }

    /// Reading history must not wait for a write, which can take five seconds.
    @Test func readsHistoryDuringAWrite() throws {
        let bench = try Bench()
        let settings = try filled(bench.open())
        let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        settings.queue.async {
            _ = try? settings.store.write { _ in
                began.signal()
                _ = end.wait(timeout: .now() + Duration.hung / .seconds(1))
                return nil
            }
        }
        began.wait()
        let numbers = try settings.history.revisions(limit: 2).map(\.number)
        #expect(numbers == [5, 4])
        end.signal()
        settings.close()
    }

    @Test func readsRevisionsOfAnotherProcessAtOnce() throws {
        let bench = try Bench()
        let settings = try filled(bench.open())
        _ = try settings.history.revisions(limit: 1)
        let other = try bench.open()
        try other.assign(("name", .text("D")))
        #expect(try settings.history.revisions(limit: 1).map(\.number) == [6])
        other.close()
        settings.close()
    }

    @Test func closedSettingsReportThatTheyAreClosed() throws {
        let bench = try Bench()
        let settings = try filled(bench.open())
        settings.close()
        #expect(refusal { try settings.history.revisions(limit: 1) } == .closed)
        #expect(try settings.history.revision(5)?.number == 5)
        let memory = try filled(Make.memory())
        memory.close()
        #expect(refusal { try memory.history.revisions(limit: 1) } == .closed)
    }
}
