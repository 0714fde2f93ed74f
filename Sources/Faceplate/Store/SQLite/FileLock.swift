import Dispatch
import Foundation

/// The exclusive `flock` on `FILE-lock` under which a store is opened, written, checkpointed and
/// closed.
///
/// SQLite before 3.51.3 can corrupt a file that two connections write or checkpoint at the same
/// moment; SQLite's own locks do not prevent that.
///
/// The file stays: deleting it would let two processes lock two files of the same name. It is
/// opened close-on-exec, since a child would keep the lock of a killed parent.
final class FileLock: Sendable {
    /// How many seconds is waited for others.
    static let patience = 5

    private let descriptor: Int32
    private let path: String
    /// Lets one thread in at a time: they share the descriptor, and with it the `flock`.
    private let gate = DispatchSemaphore(value: 1)

    init(path: String) throws(StoreError) {
        self.path = path
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .cannotOpen, "The lock file '\(path)' cannot be opened: \(Errno.current.text).")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw StoreError(.cannotOpen, "The lock file '\(path)' is not a regular file.")
        }
    }

    deinit {
        close(descriptor)
    }

    /// True when a store was made beside the lock file, so that a database that is empty is a loss.
    var isMarked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_size > 0
    }

    /// True while the file has its name: else others would lock another one.
    var isInPlace: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// The record of the last writer; `nil` before the first, and after an older version.
    ///
    /// Under the lock.
    var record: StoreRecord? {
        var bytes = [UInt8](repeating: 0, count: StoreRecord.length)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? StoreRecord(bytes: bytes.prefix(count)) : nil
    }

    /// Says that a write begins, for those who come after this process was killed in it.
    ///
    /// - Parameter isDurable: whether that must be on disk before, since a power cut may come.
    func beginWriting(isDurable: Bool = false) {
        guard isMarked else { return }
        _ = pwrite(descriptor, "1", 1, off_t(StoreRecord.flagOffset))
        if isDurable { fsync(descriptor) }
    }

    /// Records the files as a write has left them.
    func endWriting(_ files: StoreFiles) {
        let bytes = StoreRecord(isWriting: false, files: files).bytes
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// Runs `body` while no other process, no other store of this process and no other thread is in
    /// one.
    ///
    /// - Throws: `StoreError.busy` after `patience`, or what `body` throws.
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
            let error = Errno.current
            guard error.code == EWOULDBLOCK || error.code == EINTR else {
                throw StoreError(.failed, "'\(path)' cannot be locked: \(error.text).")
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

/// The reason of the last failed system call.
struct Errno {
    let code: Int32

    static var current: Errno { Errno(code: errno) }

    var text: String { String(cString: strerror(code)) }
}
