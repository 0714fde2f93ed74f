import Dispatch
import Foundation
import SystemPackage

/// An exclusive `flock` on `FILE-lock`, under which a store is opened, written, checkpointed and closed.
///
/// SQLite before 3.51.3 can corrupt a file that two connections write or checkpoint at the same
/// moment; SQLite's own locks do not prevent that.
///
/// The file is never deleted: two processes could then lock two files of the same name. It is opened close-on-exec,
/// because a child process would hold the lock of a killed parent.
final class FileLock: Sendable {
    /// In seconds.
    static let patience = 5

    private let descriptor: Int32
    private let path: String
    /// A gate for one thread at a time, because all threads share the descriptor, and with it the `flock`.
    private let gate = DispatchSemaphore(value: 1)
    /// The record that this store wrote last, which is usually the one that it reads next.
    private let written = Locked<(bytes: [UInt8], record: StoreRecord)?>(nil)

    init(path: String) throws(StoreError) {
        self.path = path
        descriptor = try OwnFile.openLock(path)
    }

    deinit {
        close(descriptor)
    }

    /// True when a store was created with this lock file, so that an empty database is a loss.
    var isMarked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_size > 0
    }

    var isInUse: Bool {
        guard gate.wait(timeout: .now()) == .success else { return true }
        gate.signal()
        return false
    }

    /// True while the file has its name; otherwise other processes would lock another file.
    var isInPlace: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// `nil` before the first write, and after an older version of the program.
    ///
    /// Read it under the lock.
    var record: StoreRecord? {
        var bytes = [UInt8](repeating: 0, count: StoreRecord.length)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        if let written = written.withLock({ $0 }), count == bytes.count, written.bytes == bytes {
            return written.record
        }
        return StoreRecord(bytes: bytes.prefix(count))
    }

    /// Records that a write begins, for processes that open the store after this one was killed during the write.
    ///
    /// - Parameter isDurable: `true` to wait until the record is on disk, in case of a power failure.
    func beginWriting(isDurable: Bool = false) {
        guard isMarked else { return }
        _ = pwrite(descriptor, "1", 1, off_t(StoreRecord.flagOffset))
        if isDurable { fsync(descriptor) }
    }

    func endWriting(_ files: StoreFiles, content: StoreContent? = nil, log: LogEnd? = nil) {
        let record = StoreRecord(isWriting: false, files: files, content: content, log: log)
        let bytes = record.bytes
        _ = pwrite(descriptor, bytes, bytes.count, 0)
        written.withLock { $0 = (bytes, record) }
    }

    /// - Throws: `StoreError.busy` after `patience`, or the error of `body`.
    func exclusively<T>(_ body: () throws -> T) throws -> T {
        let deadline = ContinuousClock.now + .seconds(Self.patience)
        guard gate.wait(timeout: .now() + .seconds(Self.patience)) == .success else {
            throw StoreError(
                .busy, "Others have been writing the settings for 5 seconds. Try again later.")
        }
        defer { gate.signal() }
        try lock(until: deadline)
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func lock(until deadline: ContinuousClock.Instant) throws(StoreError) {
        let clock = ContinuousClock()
        var pause: useconds_t = 100
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = Errno.last
            guard error == .wouldBlock || error == .interrupted else {
                throw StoreError(.failed, "'\(path)' cannot be locked: \(error).")
            }
            guard clock.now < deadline else {
                throw StoreError(
                    .busy,
                    "Another process has been writing the settings for 5 seconds. Try again later.")
            }
            usleep(pause)
            pause = min(pause * 2, 5_000)
        }
    }
}
