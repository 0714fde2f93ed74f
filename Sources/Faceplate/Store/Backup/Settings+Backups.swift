import Foundation
import Logging

extension Settings {
    /// The copies that lie beside a database, the newest first.
    public static func backups(of path: String) -> [StoreBackup] {
        StoreBackups(of: path).list
    }

    /// Reads a copy through; it may take seconds.
    public static func contents(of backup: StoreBackup) -> StoreBackup.Contents {
        StoreBackups(of: backup.path).contents(of: backup)
    }

    /// Puts a copy in the place of a database, which is put aside together with its log.
    ///
    /// A program that has the database open takes no more changes until it is started again.
    ///
    /// - Parameters:
    ///   - name: a copy's name or path.
    ///   - isDryRun: only says what would happen.
    /// - Throws: `StoreError` where there is no such copy, it is damaged, or a file cannot be
    ///   written; then the database is as it was.
    public static func restoreBackup(
        _ name: String, at path: String, isDryRun: Bool = false
    ) throws(StoreError) -> BackupRestore {
        let backups = StoreBackups(of: path)
        return try backups.restore(backups.backup(named: name), isDryRun: isDryRun)
    }

    /// Copies all there is, and checks the copy.
    ///
    /// Reads and writes go on meanwhile. Takes the time of a read of the whole file, on the caller's
    /// thread.
    ///
    /// - Returns: the copy; `nil` where the storage makes none.
    /// - Throws: `StoreError` where it cannot be written, or came out damaged; then none is left.
    public func backUp() throws(StoreError) -> StoreBackup? {
        guard let path, let copy = try StoreError.wrapping({ try store.backUp() }) else {
            return nil
        }
        let backups = StoreBackups(of: path)
        let backup = try backups.backup(named: copy)
        if case .damaged(let reason) = backups.contents(of: backup) {
            unlink(backup.path)
            throw StoreError.damaged(reason)
        }
        return backup
    }

    /// Copies the database once a day on which something changes, and removes old copies.
    ///
    /// The first change that comes a day or more after the newest copy, or after the first revision
    /// where there is no copy, is followed by one. A copy that fails is logged and said by `problems`.
    ///
    /// - Returns: what ends it; it ends with the settings, too.
    public func keepBackups(_ policy: BackupPolicy = BackupPolicy()) -> Observation {
        guard let path else { return Observation {} }
        let backups = StoreBackups(of: path)
        let first = (try? oldestRevision()).flatMap { $0 }.flatMap { try? revision($0)?.time }
        let last = Locked(backups.list.first?.time ?? first ?? now())
        return observe { [weak self] _ in
            guard let self else { return }
            let now = now()
            let isDue = last.withLock { last in
                guard now.timeIntervalSince(last) >= 86_400 else { return false }
                last = now
                return true
            }
            guard isDue else { return }
            DispatchQueue.global(qos: .utility).async { self.makeDailyBackup(backups, policy) }
        }
    }

    private func makeDailyBackup(_ backups: StoreBackups, _ policy: BackupPolicy) {
        do throws(StoreError) {
            guard let backup = try backUp() else { return }
            logger.info("copied the database", metadata: ["to": "\(backup.path)"])
            for name in backups.removeOutdated(by: policy, at: now()) {
                logger.info("removed an old copy of the database", metadata: ["name": "\(name)"])
            }
            state.withLock { $0.backupProblem = nil }
        } catch {
            logger.error("no copy of the database: \(error.message)")
            state.withLock { $0.backupProblem = "The daily backup failed. \(error.message)" }
        }
    }
}
