import FaceplateTestSupport
import Testing

@testable import Faceplate

/// Readers that follow the settings by their snapshots.
@Suite(.timeLimit(.hung))
struct SnapshotsTests {
    @Test func theCurrentSnapshotComesFirstThenEachChange() async throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel))
        var seen: [Int] = []
        for await snapshot in settings.snapshots {
            seen.append(snapshot.revision)
            if seen.count == 3 { break }
            try await settings.set("name", to: .text("n\(seen.count)"))
        }
        #expect(seen == [0, 1, 2])
    }

    @Test func aSlowReaderGetsTheNewest() async throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel))
        var snapshots = settings.snapshots.makeAsyncIterator()
        #expect(await snapshots.next()?.revision == 0)
        for round in 1...5 { try await settings.set("name", to: .text("n\(round)")) }
        #expect(await snapshots.next()?.revision == 5)
        settings.close()
        #expect(await snapshots.next() == nil)
    }

    @Test func cancelingEndsTheStream() async throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel))
        let task = Task {
            var count = 0
            for await _ in settings.snapshots { count += 1 }
            return count
        }
        while settings.state.withLock({ $0.followers.isEmpty }) { await Task.yield() }
        task.cancel()
        #expect(await task.value <= 1)
        #expect(settings.state.withLock { $0.followers.isEmpty && $0.endings.isEmpty })
    }

    @Test func removesAStreamThatIsNoLongerRead() async throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel))
        let task = Task { for await _ in settings.revisions() {} }
        while settings.state.withLock({ $0.endings.isEmpty }) { await Task.yield() }
        task.cancel()
        await task.value
        #expect(settings.state.withLock { $0.observers.isEmpty && $0.endings.isEmpty })
    }

    @Test func closedSettingsHaveOneSnapshot() async throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel))
        settings.close()
        var count = 0
        for await _ in settings.snapshots { count += 1 }
        #expect(count == 1)
    }

    @Test func closedSettingsHaveNoRevisionToWaitFor() async throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel))
        settings.close()
        for await _ in settings.revisions() {}
        for await _ in settings.changes(of: SettingKey<String>("name", default: "")) {}
        #expect(settings.state.withLock { $0.observers.isEmpty && $0.endings.isEmpty })
    }

    @Test func endsWithTheSettingsAndDoesNotRetainThem() async throws {
        var settings: Settings? = try Settings.inMemory(Make.schema(Make.panel))
        weak let gone = settings
        let snapshots = try #require(settings?.snapshots)
        var iterator = snapshots.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        settings = nil
        #expect(await iterator.next() == nil)
        #expect(gone == nil)
        var other = snapshots.makeAsyncIterator()
        #expect(await other.next() == nil)
    }

    /// A viewer from whom some settings are withheld gets all other content.
    @Test func aPartHasEverythingOfItsSettings() throws {
        let settings = try Settings.inMemory(Make.schema(Make.panel("a edit_text", "b edit_text")))
        defer { settings.close() }
        var batch = Batch(
            [
                Assignment("a", .text("x")), Assignment("b", .text("y")),
                Assignment("c", .text("z")),
            ],
            origin: .script)
        batch.acceptance = .partial
        let outcome = try settings.applyAndWait(batch)
        let part = outcome.omitting { $0 == "a" }
        #expect(part.changes.map(\.key) == ["b"] && part.refused.map(\.key) == ["c"])
        #expect(outcome.omitting { _ in false } == outcome)
        #expect(outcome.omitting { _ in true }.refused.isEmpty)
        let revision = try #require(try settings.history.revisions(limit: 1).first)
        #expect(revision.omitting { _ in false } == revision)
    }
}
