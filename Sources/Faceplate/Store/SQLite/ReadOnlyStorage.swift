import FaceplateSchema
import Foundation
import GRDB

/// One SQLite file that is only read: without the file lock, so that nobody waits for anybody, and where
/// the file cannot be written.
final class ReadOnlyStorage: SettingsStorage {
    private let path: String
    private let database: DatabaseQueue
    /// The damage that was found, in words for people.
    let notices: [String]

    /// Opens a file.
    ///
    /// - Throws: `StoreError` where it cannot be read, or has to be brought in order by a writer first: an
    ///   older format, a log that was lost or belongs to another content.
    init(_ path: String) throws(StoreError) {
        let path = SQLiteStorage.resolved(path)
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
        let isSmall = files.database?.size ?? 0 <= SQLiteStorage.quicklyCheckedSize
        notices = [isSmall ? SQLiteStorage.damage(of: database)?.message : nil].compactMap(\.self)
    }

    func read<Result>(_ body: (any StorageReader) throws -> Result) throws -> Result {
        try database.readingState(body)
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
