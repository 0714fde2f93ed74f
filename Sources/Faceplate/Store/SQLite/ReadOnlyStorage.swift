import FaceplateSchema
import Foundation
import GRDB

/// It does not use the file lock, so it waits for no process, and it works if the file or its folder cannot be written.
final class ReadOnlyStorage: SettingsStorage {
    let address: StoreAddress
    private let path: String
    private let tables: StoreTables
    private let database: DatabaseQueue
    /// The files at the opening, which must not change; `nil` if SQLite itself reads one state of them.
    private let unchanging: StoreFiles?
    let notices: [String]

    /// - Throws: `StoreError` if the file cannot be read, or a writer has to put it in order first: an older format, a
    ///   lost log, or a log that belongs to other content.
    init(_ path: String) throws(StoreError) {
        let address = StoreAddress(path).resolved
        self.address = address
        tables = try address.tables()
        let path = address.file
        self.path = path
        try SQLiteStorage.inspectFile(path, heldSettings: false, isForWriting: false)
        let files = StoreFiles(at: path)
        guard Self.isInOrder(path), access(path + "-journal", F_OK) != 0,
            try SQLiteStorage.inspectHeader(path) == StoreTables.version
        else {
            throw StoreError(
                .readOnly, "The database '\(path)' has to be opened for writing first.")
        }
        (database, unchanging) = try Self.queue(path, SQLiteStorage.configuration)
        let known = try StoreError.wrappingSQLite { [database] in
            try database.inDatabase(StoreTables.all)
        }
        guard known.contains(tables) else {
            throw StoreError(
                .noSchema,
                "'\(address.path)' contains no schema yet. Name one: faceplate serve SCHEMA.")
        }
        let isSmall = files.database?.size ?? 0 <= SQLiteStorage.quicklyCheckedSize
        notices = [isSmall ? SQLiteStorage.damage(of: database)?.message : nil].compactMap(\.self)
    }

    private static func isInOrder(_ path: String) -> Bool {
        func record() -> StoreRecord? {
            (try? RegularFile.bytes(of: path + "-lock", limit: 65_536))
                .flatMap { StoreRecord(bytes: $0) }
        }
        // Without the lock, a write may come in between; the record then differs afterwards.
        for _ in 0..<3 {
            guard let before = record() else { return true }
            let isInOrder =
                !StoreFiles.isLogForeign(at: path, before)
                && !StoreFiles.isLogLost(at: path, before)
            if isInOrder || record() == before { return isInOrder }
        }
        return true
    }

    /// In write-ahead mode, SQLite creates files in the folder even for reading.
    ///
    /// Without a log, it can read the file alone if nothing changes it.
    ///
    /// - Returns: The connection, and the files that must not change.
    static func queue(
        _ path: String, _ configuration: Configuration
    ) throws(StoreError) -> (DatabaseQueue, unchanging: StoreFiles?) {
        var configuration = configuration
        configuration.readonly = true
        return try StoreError.wrappingSQLite {
            let files = StoreFiles(at: path)
            guard files.log == nil, !SQLiteStorage.isWritable(folderOf: path) else {
                return (try DatabaseQueue(path: path, configuration: configuration), nil)
            }
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            let uri = "file:\(escaped)?immutable=1"
            return (try DatabaseQueue(path: uri, configuration: configuration), files)
        }
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        let result = try database.readingState(of: tables, body)
        if let unchanging, unchanging != StoreFiles(at: path) {
            throw StoreError(
                .busy, "Another program changed the database while it was read. Try again.")
        }
        return result
    }

    func write(_ body: (any StorageReader) throws -> StorageChange?) throws {
        throw StoreError(.readOnly, "The database '\(path)' was opened for reading alone.")
    }

    func secretKey(mayCreate: Bool) throws -> [UInt8] {
        try SecretKeyFile(path: path + "-key").read(mayCreate: false)
    }

    func close() {
        try? database.close()
    }
}
