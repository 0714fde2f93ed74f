import Foundation
import GRDB

/// One SQLite file, one connection.
///
/// Every call is made on the settings' own queue.
///
/// Opening, writing, checkpointing and closing happen under the file lock; see `FileLock`.
final class Store: Sendable {
    /// Where the values are.
    enum Location: Sendable, Hashable {
        case file(String)
        case memory

        /// What a symbolic link leads to: whoever comes by another name shares lock and key.
        var resolved: Location {
            var status = stat()
            guard case .file(let path) = self, lstat(path, &status) == 0,
                status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil)
            else { return self }
            defer { free(real) }
            return .file(String(cString: real))
        }
    }

    /// "FPLT": says in the file's header whose it is.
    static let applicationID: Int32 = 0x4650_4C54

    let location: Location
    private let database: DatabaseQueue
    private let side = SideReader()
    private let lock: FileLock?
    /// The file's identity when it was opened.
    private let identity: FileIdentity?

    /// Opens a store, or makes one.
    ///
    /// A file that is not ours, or is newer than this program, is refused and left as it is, byte
    /// for byte.
    init(_ location: Location) throws(StoreError) {
        let location = location.resolved
        self.location = location
        switch location {
        case .memory:
            lock = nil
            identity = nil
            database = try StoreError.wrapping {
                try DatabaseQueue(configuration: Self.configuration)
            }
            try StoreError.wrapping { [database] in try Self.prepare(database) }
        case .file(let path):
            // No lock file is left beside a file that is not ours.
            if access(path + "-lock", F_OK) != 0 { try Self.inspect(path, heldSettings: false) }
            let lock = try FileLock(path: path + "-lock")
            let (database, identity) = try lock.exclusively { () throws(StoreError) in
                // Under the lock, since another process may just be making the file.
                try Self.inspect(path, heldSettings: lock.isMarked)
                try Self.createPrivately(path)
                let database = try StoreError.wrapping {
                    let database = try DatabaseQueue(path: path, configuration: Self.configuration)
                    try Self.prepare(database)
                    try Self.makeDurable(database)
                    return database
                }
                lock.mark()
                return (database, FileIdentity(path: path))
            }
            self.lock = lock
            self.database = database
            self.identity = identity
        }
    }

    /// Closes the connections, which moves the last changes into the main file.
    func close() {
        // The one that only reads goes first: the last one of a file cleans up.
        side.close()
        if let lock {
            try? lock.exclusively { () throws(StoreError) in try? database.close() }
        } else {
            try? database.close()
        }
    }

    /// Reads, without the lock.
    func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try StoreError.wrapping { try database.inDatabase(body) }
    }

    /// Reads one state of the file on a connection of its own, so that neither this waits for
    /// writes nor they for it.
    ///
    /// On any thread.
    func readBeside<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        var queue = database
        if case .file(let path) = location {
            queue = try side.queue { () throws(StoreError) in
                try checkIdentity()
                return try StoreError.wrapping {
                    var configuration = Self.configuration
                    configuration.readonly = true
                    return try DatabaseQueue(path: path, configuration: configuration)
                }
            }
        }
        return try StoreError.wrapping {
            try queue.inDatabase { database in
                var result: T?
                try database.inTransaction(.deferred) {
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw StoreError(.failed, "Nothing was read.") }
                return result
            }
        }
    }

    /// Runs `body` in one IMMEDIATE transaction under the lock; what it throws rolls back.
    func write<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        try exclusively { () throws(StoreError) in
            try StoreError.wrapping {
                try database.inDatabase { database in
                    var result: T?
                    try database.inTransaction(.immediate) {
                        result = try body(database)
                        return .commit
                    }
                    guard let result else { throw StoreError(.failed, "Nothing was written.") }
                    return result
                }
            }
        }
    }

    /// Runs `body` under the lock, without a transaction.
    func exclusively<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        guard let lock else { return try body() }
        return try lock.exclusively { () throws(StoreError) in
            try checkIdentity()
            return try body()
        }
    }

    /// Copies the whole file, values and history, to a new one of mode 0600 and waits until it is
    /// on disk.
    ///
    /// The caller holds the lock.
    func copy(to path: String) throws(StoreError) {
        try Self.createPrivately(path)
        do throws(StoreError) {
            try StoreError.wrapping {
                try database.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
            }
        } catch {
            // Half a copy is worse than none: somebody might come to rely on it.
            unlink(path)
            throw error
        }
        try StoreError.synchronizing(path)
        try StoreError.synchronizing(PathParts(path).folder)
    }

    /// A file that was deleted or replaced no longer takes our writes: nobody would find them.
    private func checkIdentity() throws(StoreError) {
        guard case .file(let path) = location, FileIdentity(path: path) != identity else { return }
        throw StoreError(
            .replaced,
            "The database '\(path)' was deleted or replaced while it was in use. Restart to use the "
                + "new one.")
    }
}

/// Which file a path leads to.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}

// MARK: - Opening

extension Store {
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
            throw StoreError(
                .damaged,
                "The database '\(path)' is empty, though it held settings. Put a copy in its place, "
                    + "or delete it and '\(path)-lock' to start anew.")
        }
        try inspectHeader(path)
    }

    /// By a connection that cannot write: a newer or foreign file stays as it is.
    private static func inspectHeader(_ path: String) throws(StoreError) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let (id, version, tables) = try StoreError.wrapping {
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

extension StoreError {
    /// Turns what SQLite or the system threw into words of ours.
    static func wrapping<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch {
            throw StoreError(.failed, "The store failed: \(type(of: error)).")
        }
    }

    init(_ error: DatabaseError) {
        let reason = "\(error.extendedResultCode)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "Another program is writing the database. Try again later.")
        case .SQLITE_FULL:
            self.init(.full, "The disk is full. Nothing was saved; free some space and try again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.readOnly, "The database cannot be written (\(reason)).")
        case .SQLITE_NOTADB:
            self.init(.notASettingsFile, "The file is not a SQLite database. Name another file.")
        case .SQLITE_CORRUPT:
            self.init(.damaged, "The database is damaged (\(reason)). Put a copy in its place.")
        case .SQLITE_CANTOPEN:
            self.init(.cannotOpen, "The database cannot be opened (\(reason)).")
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE:
            self.init(.full, "The disk took no more. Nothing was saved; free some space.")
        default:
            self.init(.failed, "SQLite reported: \(reason).")
        }
    }

    /// Waits until a file or folder is on disk.
    static func synchronizing(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw StoreError(.failed, "'\(path)' did not reach the disk: \(Errno.current.text).")
        }
    }
}
