import Faceplate
import FaceplateTestSupport
import Foundation
import Testing

/// A storage that another program can hold, so that each write waits as long as it may.
private final class HeldStorage: SettingsStorage {
    let writes = Locked(0)
    let isHeld = Locked(false)
    private let memory = MemoryStorage()
    private let began = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try memory.read(body)
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        guard isHeld.withLock({ $0 }) else { return try memory.write(body) }
        writes.withLock { $0 += 1 }
        began.signal()
        end.wait()
        throw StoreError(.busy, "Others are writing.")
    }

    func waitUntilAWriteWaits() { began.wait() }

    func giveUp() { end.signal() }
}

@Suite(.timeLimit(.hung))
struct BusyStorageTests {
    /// Batches that arrive while the first one waits have waited as well.
    @Test func allWaitingBatchesAreRejectedAtOnce() async throws {
        let storage = HeldStorage()
        let settings = try Settings.open(Make.schema(Make.panel), in: storage)
        storage.isHeld.withLock { $0 = true }
        let answers = AsyncStream<Bool>.makeStream()
        func post(_ name: String) {
            settings.apply(Batch([Assignment("name", .text(name))], origin: .browser)) { result in
                var isBusy = false
                if case .failure(.store(let error)) = result { isBusy = error.code == .busy }
                answers.continuation.yield(isBusy)
            }
        }
        post("first")
        storage.waitUntilAWriteWaits()
        for number in 0..<9 { post("\(number)") }
        storage.giveUp()
        var count = 0
        for await isBusy in answers.stream {
            #expect(isBusy)
            count += 1
            if count == 10 { break }
        }
        #expect(storage.writes.withLock { $0 } == 1)
        // It passes by itself, so that no page warns of it.
        #expect(settings.problems.isEmpty)
        // Saving works again as soon as the storage does.
        storage.isHeld.withLock { $0 = false }
        try await settings.apply(Batch([Assignment("name", .text("later"))], origin: .browser))
        #expect(settings.text("name") == "later")
        settings.close()
    }
}
