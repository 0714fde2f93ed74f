import Foundation
import GRDB
import SystemPackage

extension SQLiteStorage {
    static var configuration: Configuration {
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

    /// - Parameter heldSettings: `true` if a store was once created here; an empty file is then a loss.
    static func inspectFile(
        _ path: String, heldSettings: Bool, isForWriting: Bool = true
    ) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard stat(PathParts(path).folder, &status) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { throw StoreError(.cannotOpen, "The folder of '\(path)' does not exist.") }
            if isForWriting { try checkFolder(of: path) }
            try OwnFile.inspectCompanions(of: path)
            return
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw StoreError(.cannotOpen, "'\(path)' is a folder. Name a file for the settings.")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.cannotOpen, "'\(path)' is not a regular file.")
        }
        guard OwnFile.isTrusted(owner: status.st_uid) else {
            throw StoreError(
                .cannotOpen,
                "The database '\(path)' belongs to another user. Its owner decides what it contains: "
                    + "name a file of your own.")
        }
        guard
            status.st_nlink <= 1
                || (isForWriting && StoreBackups.removeSecondName(of: path, status))
        else {
            throw StoreError(
                .cannotOpen,
                "The database '\(path)' has \(status.st_nlink) names (hard links). Each name would "
                    + "have a log of its own, and changes would be lost: remove the others, or name "
                    + "a symbolic link.")
        }
        try OwnFile.inspectCompanions(of: path)
        guard !OwnFile.isMountPoint(path) else {
            throw StoreError(
                .cannotOpen,
                "The database '\(path)' is mounted as a single file, and its log would stay outside "
                    + "of the mount. Mount the folder that it is in.")
        }
        guard access(path, isForWriting ? R_OK | W_OK : R_OK) == 0 else {
            throw StoreError(
                .readOnly, "The database '\(path)' cannot be written: \(Errno.last).")
        }
        if isForWriting { try checkFolder(of: path) }
        guard status.st_size > 0 else {
            guard heldSettings else { return }
            throw StoreError(
                .damaged,
                "The database '\(path)' is empty, although it contained settings. Put a copy in its place, "
                    + "or delete it and '\(path)-lock' to start again.")
        }
    }

    static func isWritable(folderOf path: String) -> Bool {
        access(PathParts(path).folder, W_OK | X_OK) == 0
    }

    private static func checkFolder(of path: String) throws(StoreError) {
        guard !isWritable(folderOf: path) else { return }
        throw StoreError(
            .readOnly,
            "The folder of the database '\(path)' cannot be written. A program that changes settings "
                + "needs a lock and a log there.")
    }

    /// Returns an unused path `NAME-WORD-TIME` in the folder of the database.
    static func freeName(of path: String, _ word: String) -> String {
        let parts = PathParts(path)
        let time = RevisionTime.text(Date()).prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        let stem = PathParts.file("\(parts.stem)-\(word)-\(time)", in: parts.folder)
        var candidate = stem + parts.ending
        var number = 2
        var status = stat()
        // `lstat`, because a dangling link uses its name as well.
        while lstat(candidate, &status) == 0 {
            candidate = "\(stem)-\(number)\(parts.ending)"
            number += 1
        }
        return candidate
    }

    /// Returns the content of a main file that no log was moved into, or whose log was moved as a whole.
    static func content(
        _ digest: String?, after last: StoreRecord?, _ files: StoreFiles
    ) -> StoreContent? {
        digest.map { digest in
            let isSame = last?.isWriting == false && last?.content?.digest == digest
            return StoreContent(
                digest: digest,
                isSettled: isSame ? last?.content?.isSettled ?? false : files.log?.size ?? 0 == 0)
        }
    }

    /// Moves a log aside that belongs to other content of the database, before SQLite replays it.
    static func settleLog(
        of path: String, _ record: StoreRecord?
    ) throws(StoreError) -> [String] {
        guard let record else { return [] }
        if StoreFiles.isLogLost(at: path, record) {
            return [
                "'\(path)-wal' is missing: the last changes before the program ended may be lost."
            ]
        }
        guard StoreFiles.isLogForeign(at: path, record) else { return [] }
        let aside = freeName(of: path, "replaced-wal")
        guard rename(path + "-wal", aside) == 0 else {
            throw StoreError(
                .cannotOpen,
                "'\(path)-wal' belongs to an earlier database, and cannot be moved away: "
                    + "\(Errno.last).")
        }
        unlink(path + "-shm")
        try StoreError.synchronizing(PathParts(path).folder)
        return [
            "The database '\(path)' was replaced or changed. Its write-ahead log did not belong to it "
                + "any more and was set aside as '\(aside)'."
        ]
    }

    /// Checks a file that has no lock file, which may be one of another program.
    static func inspectUnlocked(_ path: String) throws(StoreError) {
        guard access(path + "-journal", F_OK) == 0,
            StoreContent.applicationID(ofFile: path) != applicationID
        else {
            // An unfinished change of this program is undone under the lock, before the header is read.
            if access(path + "-journal", F_OK) != 0 { try inspectHeader(path) }
            return
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return }
        throw StoreError(
            .notASettingsFile,
            "'\(path)' has an unfinished change of another program in '\(path)-journal'. Open it "
                + "with that program, or name another file.")
    }

    /// Undoes a change of the main file that was interrupted, as in the creation of a database.
    ///
    /// A connection that only reads cannot do that. Call it under the lock, for a file of this program.
    static func finishJournal(of path: String) throws(StoreError) {
        guard access(path + "-journal", F_OK) == 0, access(path, F_OK) == 0 else { return }
        try StoreError.wrappingSQLite {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            let database = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? database.close() }
            _ = try database.inDatabase {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master")
            }
        }
    }

    /// With a read-only connection, so that a newer or foreign file stays unchanged.
    ///
    /// - Returns: the format of the tables; 0 if there are no tables yet.
    @discardableResult
    static func inspectHeader(_ path: String) throws(StoreError) -> Int {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return 0 }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let (database, _) = try ReadOnlyStorage.queue(path, configuration)
        let (id, version, tables) = try StoreError.wrappingSQLite {
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
        return version
    }

    static func prepare(_ database: DatabaseQueue, _ tables: StoreTables) throws {
        // This comes first, so that a file whose creation was interrupted is recognized.
        try database.inDatabase { database in
            guard try Int32.fetchOne(database, sql: "PRAGMA application_id") != applicationID else {
                return
            }
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        try tables.migrate(database)
        // Reading relies on the constraints of the tables, so other tables with the same names are rejected.
        let model = try DatabaseQueue()
        try tables.migrate(model)
        guard try statements(of: model).isSubset(of: statements(of: database)) else {
            throw StoreError(.damaged, "The tables of the database are not those of this program.")
        }
        try database.inDatabase { try rejectTriggers($0) }
    }

    static func rejectTriggers(_ database: Database) throws {
        let trigger = try String.fetchOne(
            database.cachedStatement(
                sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"))
        guard let trigger else { return }
        throw StoreError(
            .damaged,
            "Another program has added the trigger '\(trigger)' to the database, which would "
                + "change values unseen. Remove it with DROP TRIGGER.")
    }

    private static func statements(of database: DatabaseQueue) throws -> Set<String> {
        try database.inDatabase { database in
            try String.fetchSet(
                database,
                sql: "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_master")
        }
    }

    /// Sets up the write-ahead log, with every commit on disk before it is acknowledged.
    static func makeDurable(_ database: DatabaseQueue) throws {
        try database.inDatabase { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            // GRDB sets NORMAL for WAL after it has prepared a connection, so FULL comes last. SQLite itself would
            // checkpoint inside of a commit, which the writer waits for.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
                    PRAGMA wal_autocheckpoint = 0;
                    PRAGMA journal_size_limit = \(logBound);
                    """)
            let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
            guard mode == "wal", level == 2 else {
                throw StoreError(
                    .failed, "The database cannot be made durable (no write-ahead log here).")
            }
        }
    }
}
