import Foundation
import SystemPackage

/// The right to sync the settings of a database with other machines, which one program at a time can have.
///
/// It ends with the object, or with the process.
package final class SyncClaim: Sendable {
    /// The locked file; `nil` for settings that no other program can open.
    private let descriptor: Int32?

    fileprivate init(_ descriptor: Int32?) {
        self.descriptor = descriptor
    }

    deinit {
        // The descriptor was opened here, so this ends its lock.
        if let descriptor { close(descriptor) }
    }
}

extension Settings {
    /// Claims the sync of these settings; it does not wait.
    ///
    /// The lock is in a file of its own, because `FILE-lock` is locked for each write.
    ///
    /// - Returns: The claim; `nil` while another program has it.
    /// - Throws: `StoreError` if `FILE-sync` cannot be opened or locked.
    package func claimSync() throws(StoreError) -> SyncClaim? {
        guard let path = (store as? SQLiteStorage)?.address.syncLock else { return SyncClaim(nil) }
        let descriptor = try OwnFile.openLock(path)
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return SyncClaim(descriptor) }
        let error = Errno.last
        Foundation.close(descriptor)
        guard error == .wouldBlock else {
            throw StoreError(.failed, "'\(path)' cannot be locked: \(error).")
        }
        return nil
    }
}
