import Dispatch
import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate

/// Moving the log into the main file, which no write waits for.
struct CheckpointTests {
    private let bench: Bench
    private let settings: Settings
    private let storage: SQLiteStorage

    init() throws {
        bench = try Bench()
        settings = try bench.open(Make.panel("text edit_multiline"))
        storage = try #require(settings.store as? SQLiteStorage)
    }

    private func size(_ ending: String = "") throws -> Int64 {
        try #require(StoreFiles.File(path: bench.path + ending)).size
    }

    /// Stores a string whose pages make the log longer than its bound, past the rules of settings, which would read it.
    private func storeMuch(_ letter: String = "x") throws {
        try storage.write { reader in
            var change = StorageChange(to: try reader.version())
            change[.credential, "filler"] = .set(
                String(repeating: letter, count: Int(SQLiteStorage.logBound)))
            return change
        }
    }

    private func holdingBack(_ body: () throws -> Void) throws {
        storage.checkpoints.suspend()
        defer { storage.checkpoints.resume() }
        try body()
    }

    private func integrity() throws -> [String] { try bench.sqlite("PRAGMA integrity_check") }

    @Test func writesDoNotWaitForIt() throws {
        defer { settings.close() }
        let before = try size()
        try holdingBack {
            try storeMuch()
            #expect(try size() == before)
            #expect(try size("-wal") > SQLiteStorage.logBound)
        }
        storage.checkpoints.sync {}
        #expect(try size() > SQLiteStorage.logBound)
        // The files are known as they are now, so that the next write is no surprise.
        try settings.assign(("text", .text("short")))
        #expect(try integrity() == ["ok"])
    }

    @Test func keepsTheLogShort() throws {
        defer { settings.close() }
        // The same text again would write nothing.
        for letter in ["a", "b", "c", "d"] {
            try storeMuch(letter)
            storage.checkpoints.sync {}
        }
        #expect(try size("-wal") < 2 * SQLiteStorage.logBound)
    }

    @Test func waitsForAnotherProcess() throws {
        defer { settings.close() }
        let before = try size()
        let other = try FileLock(path: bench.path + "-lock")
        let isDone = Locked(false)
        storage.checkpoints.suspend()
        let stored = Result { try storeMuch() }
        let held = try other.exclusively {
            storage.checkpoints.resume()
            storage.checkpoints.async { isDone.withLock { $0 = true } }
            // A checkpoint without the lock does not wait for it, and is done instead.
            #expect(eventually { storage.lock.isInUse || isDone.withLock { $0 } })
            return try size()
        }
        #expect(held == before)
        storage.checkpoints.sync {}
        try stored.get()
        #expect(try size() > before)
    }

    @Test func aReaderDelaysIt() throws {
        defer { settings.close() }
        try storage.read { reader in
            _ = try reader.version()
            try storeMuch()
            storage.checkpoints.sync {}
        }
        try settings.assign(("text", .text("short")))
        storage.checkpoints.sync {}
        try settings.assign(("text", .text("again")))
        #expect(try size("-wal") <= SQLiteStorage.logBound)
        #expect(try integrity() == ["ok"])
    }

    /// The log of a file that another process keeps open is not shortened at the end.
    @Test func aProgramShortensTheLogBeforeItEnds() throws {
        let other = try bench.open(Make.panel("text edit_multiline"))
        defer { other.close() }
        let before = try size()
        let isClosed = Locked(false)
        try holdingBack {
            try storeMuch()
            Thread.detachNewThread {
                settings.close()
                isClosed.withLock { $0 = true }
            }
            // Leaves time for a close that does not wait.
            for _ in 0..<50 where !isClosed.withLock({ $0 }) { usleep(1_000) }
        }
        #expect(eventually { isClosed.withLock { $0 } })
        #expect(try size() > before)
    }
}
