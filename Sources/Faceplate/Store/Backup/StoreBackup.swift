public import Foundation

/// A copy of a database that the program made in the same folder: `NAME-backup-TIME.sqlite`.
public struct StoreBackup: Sendable, Hashable {
    /// The content of a copy.
    public enum Contents: Sendable, Hashable {
        /// A valid copy, with its newest revision, the time of that revision, and the number of values that are set.
        case sound(revision: Int, time: Date?, values: Int)
        /// A copy that cannot be used, with the reason.
        case damaged(String)
    }

    /// The file's name, without its folder.
    public let name: String
    /// The file's path.
    public let path: String
    /// The time at which the copy was made, to the second.
    public let time: Date
    /// The size in bytes, when the folder was read.
    public let size: Int
}

/// The limits for the copies of a database.
public struct BackupPolicy: Sendable, Hashable {
    /// The maximum number of copies; at least 1.
    public var count: Int
    /// The maximum age of a copy, in days; the newest copy is never removed.
    public var days: Int

    /// Creates a policy; by default, it retains 14 copies for 90 days.
    ///
    /// Numbers below 1 count as 1. A copy is removed when it exceeds either limit.
    public init(count: Int = 14, days: Int = 90) {
        self.count = max(1, count)
        self.days = max(1, days)
    }

    /// - Parameter backups: the copies, newest first.
    func outdated(_ backups: [StoreBackup], at now: Date) -> [StoreBackup] {
        backups.enumerated().filter { place, backup in
            let age = now.timeIntervalSince(backup.time)
            return place > 0 && (place >= count || age > Double(days) * 86_400)
        }.map(\.element)
    }
}

/// The result of a restore from a copy, carried out or only planned.
public struct BackupRestore: Sendable, Hashable {
    /// The copy.
    public let backup: StoreBackup
    /// The newest revision of the copy.
    public let revision: Int
    /// The newest revision of the database before the restore; `nil` if it could not be read.
    public let revisionBefore: Int?
    /// The path that the previous database was moved to, with its log; `nil` if there was none, or nothing was done.
    public let aside: String?
}
