import Faceplate
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateSync

/// A storage in memory that remembers which agreements were written.
private final class RecordingStorage: SettingsStorage {
    let isFull = Locked(false)
    let failsNextRead = Locked(false)
    private let memory = MemoryStorage()
    private let written = Locked<Set<String>>([])

    /// Returns the settings whose agreements were written since the last call.
    func takeKeys() -> Set<String> {
        written.withLock { written in
            defer { written = [] }
            return written.subtracting([StoredReport.key])
        }
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        let fails = failsNextRead.withLock { fails in
            defer { fails = false }
            return fails
        }
        if fails { throw StoreError(.damaged, "The file is damaged.") }
        return try memory.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        if isFull.withLock({ $0 }) { throw StoreError(.full, "The disk is full.") }
        try memory.write { reader in
            let change = try body(reader)
            written.withLock { $0.formUnion(change?.records[.agreement]?.keys.map(\.self) ?? []) }
            return change
        }
    }
}

@Suite(.timeLimit(.hung))
struct AgreementRowsTests {
    /// Otherwise each change would cost as much as all that is shared.
    @Test func aChangeWritesNoRowOfAnotherSetting() async throws {
        let (cluster, storage) = (MemoryCluster(), RecordingStorage())
        let den = try TestMachine("den", cluster, storage: storage)
        for (key, text) in [("name", "Den"), ("volume", "10"), ("night", "YES")] {
            try den.set(key, text)
        }
        await den.start()
        await den.syncNow()
        #expect(storage.takeKeys().isSuperset(of: ["name", "volume", "night"]))
        try den.set("volume", "20")
        await den.met()
        #expect(storage.takeKeys() == ["volume"])
        cluster.put("name", #"{"value":"Loft","time":"2099-01-01T00:00:00Z","machine":"loft"}"#)
        await den.becomes("name", .text("Loft"))
        await den.syncNow()
        #expect(storage.takeKeys() == ["name"])
    }

    /// A machine that has stored the same value, a moment later than this one.
    private func agreeing(_ value: Int) -> String {
        let time = RevisionTime.text(Date(timeIntervalSinceNow: 5))
        return #"{"value":\#(value),"time":"\#(time)","machine":"loft"}"#
    }

    /// Neither a change nor a request ends the problem.
    @Test func storesFailedRowsLater() async throws {
        #expect(SyncEngine.Pauses().passing == .seconds(30))
        let (cluster, storage) = (MemoryCluster(), RecordingStorage())
        let den = try TestMachine("den", cluster, storage: storage, passing: .milliseconds(1))
        try den.set("volume", "10")
        await den.start()
        storage.isFull.withLock { $0 = true }
        cluster.put("volume", agreeing(10))
        #expect(await den.syncNow().problems.count == 1)
        _ = storage.takeKeys()
        storage.isFull.withLock { $0 = false }
        let report = await answer(within: .hung) { [board = den.engine.board] in
            await board.wait { $0.problems.isEmpty }
            return board.report
        }
        let keys = storage.takeKeys()
        #expect(report != nil)
        #expect(keys.contains("volume"), "\(keys)")
    }

    @Test(arguments: [false, true])
    func reportsFailedRowsUntilTheyAreStored(closes: Bool) async throws {
        let (cluster, storage, log) = (MemoryCluster(), RecordingStorage(), RecordedLog())
        let den = try TestMachine("den", cluster, storage: storage, log: log)
        try den.set("volume", "10")
        await den.start()
        storage.isFull.withLock { $0 = true }
        cluster.put("volume", agreeing(10))
        let words = "The agreed values cannot be stored: The disk is full."
        #expect(await den.syncNow().problems == [words])
        storage.isFull.withLock { $0 = false }
        if closes {
            den.settings.close()
        } else {
            #expect(await den.syncNow().problems.isEmpty)
            #expect(try den.settings.agreements()["volume"]?.contains("loft") == true)
        }
        await den.stop()
        #expect(log.lines == ["sync: \(words)"])
    }

    @Test func aReceivedValueThatCannotBeStoredIsReportedAndStoredLater() async throws {
        let (cluster, storage) = (MemoryCluster(), RecordingStorage())
        let den = try TestMachine("den", cluster, storage: storage)
        await den.start()
        storage.isFull.withLock { $0 = true }
        cluster.put("volume", agreeing(10))
        let report = await answer(within: .hung) { await den.syncNow() }
        #expect(report?.problems.contains("The disk is full.") == true)
        storage.isFull.withLock { $0 = false }
        await den.becomes("volume", .integer(10))
    }

    /// Sync goes on without them, like the first time.
    @Test func logsUnreadableRows() async throws {
        let (cluster, storage, log) = (MemoryCluster(), RecordingStorage(), RecordedLog())
        let den = try TestMachine("den", cluster, storage: storage, log: log)
        cluster.put("volume", agreeing(10))
        storage.failsNextRead.withLock { $0 = true }
        den.begin()
        await den.becomes("volume", .integer(10))
        #expect(
            log.lines == [
                "sync: the agreed values cannot be read: The file is damaged."
            ])
    }
}
