import Dispatch
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

struct MemoryStorageTests {
    private let storage = MemoryStorage()

    private func open(
        _ json: String = Make.panel, watches: Bool
    ) throws -> Settings {
        try Settings.open(Make.schema(json), in: storage, watches: watches)
    }

    @Test func aWatcherIsNotifiedOfOtherWriters() throws {
        let (watching, other) = (try open(watches: true), try open(watches: false))
        defer {
            watching.close()
            other.close()
        }
        try other.assign(("name", .text("Bob")))
        #expect(eventually { watching.text("name") == "Bob" })
        #expect(watching.recentRevision(1)?.isExternal == true)
    }

    /// The schema is written before the settings that bring it watch the storage.
    @Test func aWatcherIsNotifiedOfAnotherSchema() throws {
        let watching = try open(watches: true)
        defer { watching.close() }
        let next = Make.panel("name edit_text", "more switch", version: 2)
        let other = try open(next, watches: true)
        defer { other.close() }
        #expect(eventually { watching.snapshot.schema.version == 2 })
        #expect(watching.boolean("more") == false)
    }

    @Test func ownWritesAreNotReportedAsExternal() throws {
        let settings = try open(watches: true)
        defer { settings.close() }
        let told = Locked<[Revision]>([])
        let observation = settings.observe { revision in told.withLock { $0.append(revision) } }
        defer { observation.cancel() }
        for name in ["Bob", "Eve", "Zoe"] { try settings.assign(("name", .text(name))) }
        let isReached = Locked(false)
        let end = storage.watch { isReached.withLock { $0 = true } }
        try settings.assign(("name", .text("Kim")))
        #expect(eventually { isReached.withLock { $0 } })
        #expect(told.withLock { $0.map(\.number) } == [1, 2, 3, 4])
        #expect(told.withLock { !$0.contains(where: \.isExternal) })
        end?.cancel()
    }

    @Test func noCallBeginsAfterTheEndOfAWatch() throws {
        let calls = Locked<[Int]>([])
        let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let observations = (0..<8).map { index in
            storage.watch {
                calls.withLock { $0.append(index) }
                entered.signal()
                release.wait()
            }
        }
        write(1)
        entered.wait()
        for observation in observations { observation?.cancel() }
        for _ in observations { release.signal() }
        let isReached = Locked(false)
        let last = storage.watch { isReached.withLock { $0 = true } }
        write(2)
        #expect(eventually { isReached.withLock { $0 } })
        #expect(calls.withLock { $0.count } == 1)
        last?.cancel()
    }

    /// Writes during a notification are reported together, by one more notification.
    @Test func concurrentWritesAreReportedTogether() throws {
        let calls = Locked(0)
        let (entered, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let observation = storage.watch {
            calls.withLock { $0 += 1 }
            entered.signal()
            release.wait()
        }
        write(1)
        entered.wait()
        for number in 2...100 { write(number) }
        for _ in 0..<100 { release.signal() }
        entered.wait()
        let isReached = Locked(false)
        observation?.cancel()
        let last = storage.watch { isReached.withLock { $0 = true } }
        write(101)
        #expect(eventually { isReached.withLock { $0 } })
        #expect(calls.withLock { $0 } == 2)
        last?.cancel()
    }

    private func write(_ number: Int) {
        #expect(throws: Never.self) {
            try storage.write { _ in StorageChange(to: StorageVersion(revision: number)) }
        }
    }
}
