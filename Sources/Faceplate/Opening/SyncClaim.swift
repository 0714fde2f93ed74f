import FaceplateSchema
package import Foundation
import SystemPackage

/// The right to sync the settings of a database with other machines, which one program at a time can have.
///
/// It ends with the object, or with the process. The program that has it also shows other programs the time of its last
/// contact: a lock at the byte with the number of that time. So nothing is written for a sign of life, and the sign ends
/// with the process.
package final class SyncClaim: Sendable {
    /// `nil` for settings that no other program can open.
    private let descriptor: Int32?
    private let shown = Locked<Int64?>(nil)

    fileprivate init(_ descriptor: Int32?) {
        self.descriptor = descriptor
        if let descriptor { ByteLock.set(descriptor, ByteLock.running, isWriting: true) }
    }

    deinit {
        // The descriptor was opened here, so this ends its locks.
        if let descriptor { close(descriptor) }
    }

    package func show(contact: Date) {
        guard let descriptor else { return }
        let byte = Int64((contact.timeIntervalSince1970 * 1_000).rounded())
        guard ByteLock.times.contains(byte) else { return }
        shown.withLock { shown in
            guard shown != byte else { return }
            ByteLock.set(descriptor, byte, isWriting: true)
            if let shown { ByteLock.remove(descriptor, shown) }
            shown = byte
        }
    }

    package var hasWish: Bool {
        guard let descriptor else { return false }
        return ByteLock.first(descriptor, ByteLock.wish...ByteLock.wish) != nil
    }
}

/// It lasts as long as the object.
package final class SyncWish: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) {
        self.descriptor = descriptor
        ByteLock.set(descriptor, ByteLock.wish, isWriting: false)
    }

    deinit { close(descriptor) }
}

package struct SyncSign: Sendable {
    package let lastContact: Date?

    package init(lastContact: Date?) {
        self.lastContact = lastContact
    }
}

/// Locks of single bytes in `FILE-sync`, which belong to the open file and mean something by their place alone.
private enum ByteLock {
    static let running: Int64 = 0
    /// The bytes that show a time, in milliseconds since 1970.
    static let times: ClosedRange<Int64> = 1...253_402_300_799_999
    static let wish: Int64 = 1 << 60

    // The constants F_OFD_GETLK and F_OFD_SETLK, which not every module map has.
    #if canImport(Darwin)
        private static let ask: Int32 = 92
        private static let change: Int32 = 90
    #else
        private static let ask: Int32 = 36
        private static let change: Int32 = 37
    #endif

    private static func lock(_ bytes: ClosedRange<Int64>, _ type: Int32) -> flock {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(bytes.lowerBound)
        lock.l_len = off_t(bytes.upperBound - bytes.lowerBound + 1)
        return lock
    }

    static func set(_ descriptor: Int32, _ byte: Int64, isWriting: Bool) {
        var lock = Self.lock(byte...byte, Int32(isWriting ? F_WRLCK : F_RDLCK))
        _ = fcntl(descriptor, change, &lock)
    }

    static func remove(_ descriptor: Int32, _ byte: Int64) {
        var lock = Self.lock(byte...byte, Int32(F_UNLCK))
        _ = fcntl(descriptor, change, &lock)
    }

    static func first(_ descriptor: Int32, _ bytes: ClosedRange<Int64>) -> Int64? {
        var lock = Self.lock(bytes, Int32(F_WRLCK))
        guard fcntl(descriptor, ask, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return Int64(lock.l_start)
    }
}

extension Settings {
    /// It does not wait; `nil` while another program has it.
    ///
    /// The lock is in a file of its own, because `FILE-lock` is locked for each write.
    package func claimSync() throws(StoreError) -> SyncClaim? {
        guard let path = syncLock else { return SyncClaim(nil) }
        let descriptor = try OwnFile.openLock(path)
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return SyncClaim(descriptor) }
        let error = Errno.last
        Foundation.close(descriptor)
        guard error == .wouldBlock else {
            throw StoreError(.failed, "'\(path)' cannot be locked: \(error).")
        }
        return nil
    }

    package var hasSyncSigns: Bool { syncLock != nil }

    /// `nil` if no program syncs these settings.
    ///
    /// It changes nothing, so it never keeps a program from starting to sync.
    package var syncSign: SyncSign? {
        guard let path = syncLock else { return nil }
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { Foundation.close(descriptor) }
        guard ByteLock.first(descriptor, ByteLock.running...ByteLock.running) != nil else {
            return nil
        }
        let time = ByteLock.first(descriptor, ByteLock.times)
        return SyncSign(
            lastContact: time.map { Date(timeIntervalSince1970: Double($0) / 1_000) })
    }

    package func wishSync() throws(StoreError) -> SyncWish? {
        guard let path = syncLock else { return nil }
        return SyncWish(try OwnFile.openLock(path))
    }

    private var syncLock: String? { store.storeAddress?.syncLock }
}
