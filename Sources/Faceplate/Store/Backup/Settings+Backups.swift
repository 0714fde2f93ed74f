import Foundation
import Logging

extension Settings {
    /// Returns the copies in the folder of a database, newest first.
    ///
    /// It reads only the folder, not the copies. It returns an empty array if the folder cannot be read.
    public static func backups(of path: String) -> [StoreBackup] {
        StoreBackups(of: path).list
    }

    /// Reads a whole copy and returns its content; this may take seconds.
    ///
    /// It runs on the caller's thread, and changes no file. A copy that cannot be opened counts as damaged.
    public static func contents(of backup: StoreBackup) -> StoreBackup.Contents {
        StoreBackups(of: backup.path).contents(of: backup)
    }

    /// Replaces a database with a copy, and moves the database aside together with its log.
    ///
    /// A program that has the database open accepts no more changes until it restarts.
    ///
    /// - Parameters:
    ///   - name: the name or path of a copy.
    ///   - isDryRun: `true` to report the effect without changing anything.
    /// - Throws: `StoreError` if there is no such copy, it is damaged, or a file cannot be written; the database is
    ///   then unchanged.
    public static func restoreBackup(
        _ name: String, at path: String, isDryRun: Bool = false
    ) throws(StoreError) -> BackupRestore {
        let backups = StoreBackups(of: path)
        return try backups.restore(backups.backup(named: name), isDryRun: isDryRun)
    }

    /// The copies of this database that the program makes.
    public var backups: SettingsBackups { SettingsBackups(settings: self) }
}

/// The copies of a database (`Settings.backups`).
public struct SettingsBackups: Sendable {
    let settings: Settings

    /// Copies the whole database, and checks the copy.
    ///
    /// Reads and writes continue in the meantime. The call takes as long as a read of the whole file, on the caller's
    /// thread.
    ///
    /// - Returns: the copy; `nil` if the storage makes none.
    /// - Throws: `StoreError` if the copy cannot be written or is damaged; no copy is left then.
    public func make() throws(StoreError) -> StoreBackup? {
        guard let path = settings.path,
            let copy = try StoreError.wrapping({ try settings.store.backUp() })
        else {
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
    /// A copy is made after the first change that comes a day or more after the newest copy or, without a copy, after
    /// the oldest revision. A failed copy is logged and reported in `problems`.
    ///
    /// - Returns: the observation; cancel it to stop the copies. They also stop with the settings.
    public func keep(_ policy: BackupPolicy = BackupPolicy()) -> Settings.Observation {
        guard let path = settings.path else { return Settings.Observation {} }
        let backups = StoreBackups(of: path)
        let first = (try? settings.oldestRevision()).flatMap { $0 }
            .flatMap { try? settings.history.revision($0)?.time }
        let begin = settings.now()
        // A time in the future is of a clock that was wrong, and would prevent copies until then.
        let known = backups.list.map(\.time).first { $0 <= begin } ?? first.map { min($0, begin) }
        let last = Locked((time: known ?? begin, moment: settings.uptime()))
        return settings.observe { [weak settings] _ in
            guard let settings else { return }
            let (now, moment) = (settings.now(), settings.uptime())
            let isDue = last.withLock { last in
                // Whichever clock says so: the time of day may have been set back.
                let passed = max(now.timeIntervalSince(last.time), moment - last.moment)
                guard passed >= 86_400 else { return false }
                last = (now, moment)
                return true
            }
            guard isDue else { return }
            DispatchQueue.global(qos: .utility).async { settings.makeDailyBackup(backups, policy) }
        }
    }
}

extension Settings {
    fileprivate func makeDailyBackup(_ backups: StoreBackups, _ policy: BackupPolicy) {
        do throws(StoreError) {
            guard let backup = try self.backups.make() else { return }
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
