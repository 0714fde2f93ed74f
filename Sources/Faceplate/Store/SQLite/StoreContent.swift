import FaceplateCryptography
import Foundation
import GRDB
import GRDBSQLite

/// A time says when a file was written, by anyone; this says whether it is still what the last writer left.
struct StoreContent: Hashable, Sendable {
    /// The digest of the file, as text without spaces.
    let digest: String
    /// False if a part of a log was moved into the file and may not be on disk yet; a power failure can then change
    /// the file.
    var isSettled = true

    private static let part = 64 << 10
    /// The most parts that are read; of a larger file, only that many parts at equal distances count.
    private static let mostParts: Int64 = 256
}

extension StoreContent {
    /// The file is read through the connection: closing another descriptor would release the locks of all
    /// connections of this process.
    static func digest(_ database: Database) -> String? {
        var found: UnsafeMutablePointer<sqlite3_file>?
        let result = withUnsafeMutablePointer(to: &found) {
            sqlite3_file_control(
                database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, $0)
        }
        guard result == SQLITE_OK, let file = found, let methods = file.pointee.pMethods,
            let measure = methods.pointee.xFileSize, let read = methods.pointee.xRead
        else { return nil }
        var size: sqlite3_int64 = 0
        guard measure(file, &size) == SQLITE_OK, size >= 0 else { return nil }
        let count = (size + Int64(part) - 1) / Int64(part)
        let step = max(1, (count + mostParts - 1) / mostParts)
        var digest = Array(String(size).utf8)
        for index in stride(from: 0, to: count, by: Int(step)) {
            let offset = index * Int64(part)
            var bytes = [UInt8](repeating: 0, count: Int(min(Int64(part), size - offset)))
            guard read(file, &bytes, Int32(bytes.count), offset) == SQLITE_OK else { return nil }
            digest = SHA256Digest.of(digest + bytes)
        }
        return digest.hexadecimal
    }

    static func digest(ofFile path: String) -> String? { reading(path) { digest($0) } }

    static func applicationID(ofFile path: String) -> Int32? {
        reading(path) { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
    }

    /// Reads a main file alone: SQLite looks at neither its log nor its journal, and changes nothing.
    private static func reading<T>(_ path: String, _ body: (Database) throws -> T?) -> T? {
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        var configuration = Configuration()
        configuration.readonly = true
        let uri = "file:\(escaped)?immutable=1"
        guard let queue = try? DatabaseQueue(path: uri, configuration: configuration) else {
            return nil
        }
        defer { try? queue.close() }
        return (try? queue.inDatabase(body)) ?? nil
    }
}

/// The last complete change in a write-ahead log, as SQLite marks it there.
struct LogEnd: Hashable, Sendable {
    /// The salts of the log, which differ each time that it begins again.
    let salts: UInt64
    let frames: Int64
    /// The checksum of the last of these frames, which depends on all before; 0 without frames.
    let checksum: UInt64

    private static let headerSize = 32
    private static let frameHeaderSize = 24
}

extension LogEnd {
    /// - Parameter known: an earlier end, from which the search goes on if the log still has it.
    /// - Returns: `nil` if there is no log, or an empty one.
    init?(path: String, after known: LogEnd? = nil) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        func bytes(_ count: Int, at offset: Int64) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
        }
        func number(_ bytes: [UInt8], at place: Int, _ count: Int) -> UInt64 {
            bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard let header = bytes(Self.headerSize, at: 0) else { return nil }
        let salts = number(header, at: 16, 8)
        let page = Int64(number(header, at: 8, 4))
        guard (512...65_536).contains(page) else { return nil }
        func frame(_ index: Int64) -> (isLast: Bool, checksum: UInt64)? {
            let offset = Int64(Self.headerSize) + index * (Int64(Self.frameHeaderSize) + page)
            guard let head = bytes(Self.frameHeaderSize, at: offset),
                number(head, at: 8, 8) == salts
            else { return nil }
            return (number(head, at: 4, 4) != 0, number(head, at: 16, 8))
        }
        var end = LogEnd(salts: salts, frames: 0, checksum: 0)
        if let known, known.salts == salts, known.frames > 0,
            frame(known.frames - 1)?.checksum == known.checksum
        {
            end = known
        }
        var index = end.frames
        while let next = frame(index) {
            index += 1
            if next.isLast {
                end = LogEnd(salts: salts, frames: index, checksum: next.checksum)
            }
        }
        self = end
    }
}
