public import Foundation

/// A copy of a database that the program made beside it: `NAME-backup-TIME.sqlite`.
public struct StoreBackup: Sendable, Hashable {
    /// The content of a copy.
    public enum Contents: Sendable, Hashable {
        /// The newest revision and its time, and how many values are set.
        case sound(revision: Int, time: Date?, values: Int)
        /// It cannot be used, and why.
        case damaged(String)
    }

    /// The file's name, without its folder.
    public let name: String
    /// The file's path.
    public let path: String
    /// When it was made, to the second.
    public let time: Date
    /// In bytes.
    public let size: Int
}

/// How many copies of a database are kept.
public struct BackupPolicy: Sendable, Hashable {
    /// The newest ones that stay; at least 1.
    public var count: Int
    /// Older ones are removed, but for the newest.
    public var days: Int

    /// Keeps 14 copies for 90 days where nothing else is said.
    public init(count: Int = 14, days: Int = 90) {
        self.count = max(1, count)
        self.days = max(1, days)
    }

    /// The copies that are removed.
    ///
    /// - Parameter backups: the newest first.
    func outdated(_ backups: [StoreBackup], at now: Date) -> [StoreBackup] {
        backups.enumerated().filter { place, backup in
            let age = now.timeIntervalSince(backup.time)
            return place > 0 && (place >= count || age > Double(days) * 86_400)
        }.map(\.element)
    }
}

/// The outcome of going back to a copy, done or only planned.
public struct BackupRestore: Sendable, Hashable {
    /// The copy.
    public let backup: StoreBackup
    /// The newest revision of the copy.
    public let revision: Int
    /// The newest revision of the database before; `nil` where that could not be read.
    public let revisionBefore: Int?
    /// The path that the database of before was moved to, with its log; `nil` where there was none, or
    /// nothing was done.
    public let aside: String?
}
