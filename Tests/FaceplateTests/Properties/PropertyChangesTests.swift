import Observation
import Testing

@testable import Faceplate

private struct Shown: Preferences {
    @Setting var titles = true
    @Setting var dark = false
    @Setting var count = 3
}

struct PropertyChangesTests {
    private static func told(_ read: () -> Void) -> Locked<Int> {
        let count = Locked(0)
        withObservationTracking(read) { count.withLock { $0 += 1 } }
        return count
    }

    @Test
    func areNotFollowedAfterTheLastReference() throws {
        let settings = try Make.memory()
        do {
            let preferences = try Shown(settings)
            let draft = try preferences.draft()
            #expect(preferences.count == 3 && draft.count == 3)
            #expect(settings.state.withLock { !$0.followers.isEmpty })
        }
        #expect(settings.state.withLock { $0.followers.isEmpty && $0.observers.isEmpty })
    }

    @Test
    func haveOldNewAndOrigin() async throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        let others = try Shown(settings)
        let (counts, dark) = (preferences.$count.changes, preferences.$dark.changes)
        preferences.count = 4
        preferences.titles = false
        others.count = 5
        try await preferences.$count.reset()
        try settings.assign(("theme", .text("dark")))
        settings.close()
        var lines: [String] = []
        for await change in counts {
            lines.append("\(change.old)-\(change.new) \(change.origin) \(change.isOwn)")
        }
        #expect(lines == ["3-4 program true", "4-5 program false", "5-3 program true"])
        var darks: [Bool] = []
        for await change in dark {
            darks += [change.old, change.new]
            #expect(change.origin == .browser && change.revision.number == 5 && !change.isExternal)
        }
        #expect(darks == [false, true])
    }

    @Test
    func haveTheDefaultOfTheSchemaForAnInvalidValue() async throws {
        let settings = try Make.memory(Make.panel("count custom \"itemValue\": 3"))
        let preferences = try Shown(settings)
        let changes = preferences.$count.changes
        preferences.count = 4
        try settings.assign(("count", .json("many")))
        #expect(preferences.count == 3)
        settings.close()
        var sides: [[Int]] = []
        for await change in changes { sides.append([change.old, change.new]) }
        #expect(sides == [[3, 4], [4, 3]])
    }

    @Test
    func leaveOutOwnChanges() async throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        let copy = preferences
        let changes = preferences.$count.changesOfOthers
        let options = preferences.$dark.changesOfOthers
        preferences.count = 4
        copy.count = 5
        let others = try Shown(settings)
        try settings.batch {
            preferences.count = 6
            preferences.dark = true
            others.titles = false
        }
        others.count = 7
        try settings.batch {
            preferences.titles = true
            others.count = 8
        }
        settings.close()
        var news: [Int] = []
        for await change in changes { news.append(change.new) }
        #expect(news == [7, 8])
        for await change in options { Issue.record("\(change.new) is its own") }
    }

    @Test
    func ofAKeyCanLeaveOutAWriter() async throws {
        let settings = try Make.memory()
        let (one, other) = (Writer(), Writer())
        let changes = settings.changes(of: SettingKey<Int>("own", default: 0), except: one)
        for (writer, number) in [(one, 1), (other, 2), (one, 3)] {
            try settings.applyAndWait(
                Batch(
                    [Assignment("own", .property(JSONValue(.number(JSONNumber(Int64(number))))))],
                    origin: .program, writer: writer))
        }
        try Shown(settings).count = 4
        settings.close()
        var news: [Int] = []
        for await change in changes { news.append(change.new) }
        #expect(news == [2])
    }

    @Test
    func ofAnotherProcessAreExternal() async throws {
        let bench = try Bench()
        let (settings, other) = (try bench.open(watches: true), try bench.open())
        var changes = try Shown(settings).$count.changes.makeAsyncIterator()
        try Shown(other).count = 9
        let change = try #require(await changes.next())
        #expect(change.new == 9 && change.isExternal && !change.isOwn)
    }

    @Test
    func notifyObservers() async throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        _ = preferences.count
        let counts = Self.told { _ = preferences.count }
        let titles = Self.told { _ = preferences.titles }
        let dark = Self.told { _ = preferences.dark }
        preferences.count = 4
        #expect(counts.withLock { $0 } == 1 && titles.withLock { $0 } == 0)
        try settings.assign(("theme", .text("dark")))
        #expect(dark.withLock { $0 } == 1 && titles.withLock { $0 } == 0)
    }

    @Test
    func showTheNewValueToAnObserver() throws {
        let preferences = try Shown(Make.memory())
        let seen = Locked(0)
        withObservationTracking {
            _ = preferences.count
        } onChange: {
            seen.withLock { $0 = preferences.count }
        }
        preferences.count = 4
        #expect(seen.withLock { $0 } == 4)
    }

    @Test
    func notifyWhenASchemaChangesADefault() throws {
        let settings = try Make.memory(Make.panel("count edit_integer \"itemValue\": 3"))
        let preferences = try Shown(settings)
        #expect(preferences.count == 3)
        let counts = Self.told { _ = preferences.count }
        try settings.adopt(
            Make.schema(Make.panel("count edit_integer \"itemValue\": 2", version: 2)),
            labels: LabelCatalog())
        #expect(counts.withLock { $0 } == 1 && preferences.count == 2)
    }
}
