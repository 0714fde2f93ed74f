import FaceplateSchema
import Foundation
import GRDB

/// A storage that only reads one SQLite file.
///
/// It does not use the file lock, so it waits for no process, and it works if the file cannot be written.
final class ReadOnlyStorage: SettingsStorage {
    private let path: String
    private let tables: StoreTables
    private let database: DatabaseQueue
    /// The damage that was found, as messages for users.
    let notices: [String]

    /// Opens a file for reading.
    ///
    /// - Throws: `StoreError` if the file cannot be read, or a writer has to put it in order first: an older format, a
    ///   lost log, or a log that belongs to other content.
    init(_ path: String) throws(StoreError) {
        let address = StoreAddress(path).resolved
        tables = try address.tables()
        let path = address.file
        self.path = path
        try SQLiteStorage.inspectFile(path, heldSettings: false, isForWriting: false)
        let files = StoreFiles(at: path)
        let record = (try? RegularFile.bytes(of: path + "-lock", limit: 65_536))
            .flatMap { StoreRecord(bytes: $0) }
        let isInOrder = record.map { !$0.isLogForeign(files) && !$0.isLogLost(files) } ?? true
        guard isInOrder, try SQLiteStorage.inspectHeader(path) == StoreTables.version else {
            throw StoreError(
                .readOnly, "The database '\(path)' has to be opened for writing first.")
        }
        database = try StoreError.wrappingSQLite {
            var configuration = SQLiteStorage.configuration
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration)
        }
        let known = try StoreError.wrappingSQLite { [database] in
            try database.inDatabase(StoreTables.all)
        }
        guard known.contains(tables) else {
            throw StoreError(
                .noSchema,
                "'\(address.path)' holds no schema yet. Name one: faceplate serve SCHEMA.")
        }
        let isSmall = files.database?.size ?? 0 <= SQLiteStorage.quicklyCheckedSize
        notices = [isSmall ? SQLiteStorage.damage(of: database)?.message : nil].compactMap(\.self)
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try database.readingState(of: tables, body)
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
