import Foundation
import GRDB

/// One SQLite file: a connection that writes, and one that reads beside it.
///
/// Opening, writing, checkpointing and closing happen under the file lock; see `FileLock`.
final class SQLiteStorage: SettingsStorage {
    /// "FPLT": says in the file's header whose it is.
    static let applicationID: Int32 = 0x4650_4C54

    let path: String
    let database: DatabaseQueue
    private let side = SideReader()
    private let lock: FileLock
    /// The file's identity when it was opened.
    private let identity: FileIdentity?

    /// Opens a file, or makes one.
    ///
    /// One that is not ours, or is newer than this program, is refused and left as it is, byte for
    /// byte.
    init(_ path: String) throws(StoreError) {
        let path = Self.resolved(path)
        self.path = path
        // No lock file is left beside a file that is not ours.
        if access(path + "-lock", F_OK) != 0 { try Self.inspect(path, heldSettings: false) }
        let lock = try FileLock(path: path + "-lock")
        let (database, identity) = try StoreError.wrappingSQLite {
            try lock.exclusively {
                // Under the lock, since another process may just be making the file.
                try Self.inspect(path, heldSettings: lock.isMarked)
                try Self.createPrivately(path)
                let database = try DatabaseQueue(path: path, configuration: Self.configuration)
                try Self.prepare(database)
                try Self.makeDurable(database)
                lock.mark()
                return (database, FileIdentity(path: path))
            }
        }
        self.lock = lock
        self.database = database
        self.identity = identity
    }

    /// What a symbolic link leads to: whoever comes by another name shares lock and key.
    private static func resolved(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
            let real = realpath(path, nil)
        else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Closes the connections, which moves the last changes into the main file.
    func close() {
        // The one that only reads goes first: the last one of a file cleans up.
        side.close()
        try? lock.exclusively { try? database.close() }
    }

    /// Reads one state of the file on a connection of its own, so that neither this waits for
    /// writes nor they for it.
    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        let queue = try side.queue { () throws(StoreError) in
            try checkIdentity()
            return try StoreError.wrappingSQLite {
                var configuration = Self.configuration
                configuration.readonly = true
                return try DatabaseQueue(path: path, configuration: configuration)
            }
        }
        return try StoreError.rethrowing {
            try queue.inDatabase { database in
                var result: Result?
                try database.inTransaction(.deferred) {
                    result = try body(SQLiteReader(database: database))
                    return .commit
                }
                guard let result else { throw StoreError(.failed, "Nothing was read.") }
                return result
            }
        }
    }

    /// One IMMEDIATE transaction under the lock.
    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        try lock.exclusively {
            try checkIdentity()
            try StoreError.rethrowing {
                try database.inDatabase { database in
                    try database.inTransaction(.immediate) {
                        guard let change = try body(SQLiteReader(database: database)) else {
                            return .rollback
                        }
                        try SQLiteWriter(database: database).write(change)
                        return .commit
                    }
                }
            }
        }
    }

    /// The key of `FILE-key`.
    func secretKey(mayCreate: Bool) throws -> [UInt8] {
        try SecretKeyFile(path: path + "-key").read(mayCreate: mayCreate)
    }

    /// Other processes' changes are seen within 100 ms.
    func watch(_ handler: @escaping @Sendable () -> Void) -> Settings.Observation? {
        let watcher = Locked<FolderWatcher?>(
            FolderWatcher(
                [PathParts(path).folder], pause: .milliseconds(10), net: .milliseconds(250),
                action: handler))
        return Settings.Observation { watcher.withLock { $0 = nil } }
    }

    /// Copies the whole file, values and history, beside itself, to a new one of mode 0600, and waits
    /// until it is on disk.
    func backUp() throws -> String? {
        let copy = backupPath
        try lock.exclusively {
            try checkIdentity()
            try Self.createPrivately(copy)
            do {
                try StoreError.wrappingSQLite {
                    try database.inDatabase {
                        try $0.execute(sql: "VACUUM INTO ?", arguments: [copy])
                    }
                }
            } catch {
                // Half a copy is worse than none: somebody might come to rely on it.
                unlink(copy)
                throw error
            }
            try StoreError.synchronizing(copy)
            try StoreError.synchronizing(PathParts(copy).folder)
        }
        return copy
    }

    /// `settings.sqlite` -> `settings-backup-20261120T073000Z.sqlite`, beside it; a number behind
    /// where there is one already.
    private var backupPath: String {
        let parts = PathParts(path)
        let time = RevisionTime.text(Date()).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        let stem = PathParts.file("\(parts.stem)-backup-\(time)", in: parts.folder)
        var candidate = stem + parts.ending
        var number = 2
        while access(candidate, F_OK) == 0 {
            candidate = "\(stem)-\(number)\(parts.ending)"
            number += 1
        }
        return candidate
    }

    /// A file that was deleted or replaced no longer takes our writes: nobody would find them.
    private func checkIdentity() throws(StoreError) {
        guard FileIdentity(path: path) != identity else { return }
        throw StoreError(
            .replaced,
            "The database '\(path)' was deleted or replaced while it was in use. Restart to use the "
                + "new one.")
    }
}

// MARK: - Opening

extension SQLiteStorage {
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "faceplate"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = 1
        configuration.prepareDatabase { database in
            try database.execute(
                sql: """
                    PRAGMA trusted_schema = 0;
                    PRAGMA cell_size_check = 1;
                    PRAGMA temp_store = 2;
                    """)
        }
        return configuration
    }

    /// Looks at what is in the file's place before anything is written.
    ///
    /// - Parameter heldSettings: whether a store was once made here; then an empty file is a loss.
    private static func inspect(_ path: String, heldSettings: Bool) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard stat(PathParts(path).folder, &status) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { throw StoreError(.cannotOpen, "The folder of '\(path)' does not exist.") }
            return
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw StoreError(.cannotOpen, "'\(path)' is a folder. Name a file for the settings.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.cannotOpen, "'\(path)' is not a regular file.")
        }
        guard access(path, R_OK | W_OK) == 0 else {
            throw StoreError(
                .readOnly, "The database '\(path)' cannot be written: \(Errno.current.text).")
        }
        guard status.st_size > 0 else {
            guard heldSettings else { return }
            let sync = access(path + "-sync", F_OK) == 0 ? ", '\(path)-sync'" : ""
            throw StoreError(
                .damaged,
                "The database '\(path)' is empty, though it held settings. Put a copy in its place, "
                    + "or delete it\(sync) and '\(path)-lock' to start anew.")
        }
        try inspectHeader(path)
    }

    /// By a connection that cannot write: a newer or foreign file stays as it is.
    private static func inspectHeader(_ path: String) throws(StoreError) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let (id, version, tables) = try StoreError.wrappingSQLite {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            return try database.inDatabase { database in
                (
                    try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
                    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
                    try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
                )
            }
        }
        guard id == applicationID || (id == 0 && tables == 0) else {
            throw StoreError(
                .notASettingsFile,
                "'\(path)' is a SQLite database of another program. Name another file.")
        }
        guard version <= StoreTables.version else {
            throw StoreError(
                .newer,
                "The database '\(path)' has format \(version), and this program knows formats up to "
                    + "\(StoreTables.version). Use a newer version; the file was left as it is.")
        }
    }

    /// SQLite makes its files by the process's mask; ours are for the owner alone.
    private static func createPrivately(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Foundation.close(descriptor)
        } else if errno != EEXIST {
            throw StoreError(
                .cannotOpen, "'\(path)' cannot be made: \(Errno.current.text).")
        }
    }

    private static func prepare(_ database: DatabaseQueue) throws {
        // First of all, so that a file whose making was cut short is known as ours.
        try database.inDatabase { database in
            guard try Int32.fetchOne(database, sql: "PRAGMA application_id") != applicationID else {
                return
            }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        try StoreTables.migrator.migrate(database)
        // Reading trusts what the tables promise, so that others of the same names are refused.
        let model = try DatabaseQueue()
        try StoreTables.migrator.migrate(model)
        guard try tables(of: model).isSubset(of: tables(of: database)) else {
            throw StoreError(.damaged, "The tables of the database are not those of this program.")
        }
    }

    /// Every table, view and index, with what made it.
    private static func tables(of database: DatabaseQueue) throws -> Set<String> {
        try database.inDatabase { database in
            try String.fetchSet(
                database,
                sql: "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_master")
        }
    }

    /// Write-ahead log, and every commit on disk before it is acknowledged.
    private static func makeDurable(_ database: DatabaseQueue) throws {
        try database.inDatabase { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            // GRDB sets NORMAL for WAL after it has prepared a connection, so FULL comes last.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA wal_autocheckpoint = 1000;
                    PRAGMA journal_size_limit = 4194304;
                    """)
            let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
            guard mode == "wal", level == 2 else {
                throw StoreError(
                    .failed, "The database cannot be made durable (no write-ahead log here).")
            }
        }
    }
}
