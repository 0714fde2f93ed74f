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
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(
                .cannotOpen, "The lock file '\(path)' cannot be opened: \(Errno.current.text).")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Whether a store was made beside the lock file; see `mark`.
    var isMarked: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_size > 0
    }

    /// Notes that the store is made, so that a database that is empty later is known as a loss.
    func mark() {
        guard !isMarked else { return }
        let note = Array("faceplate\n".utf8)
        _ = pwrite(descriptor, note, note.count, 0)
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
