import Foundation
import GRDB
import SystemPackage

extension StoreError {
    static func wrappingSQLite<T>(_ body: () throws -> T) throws(StoreError) -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch is RowDecodingError {
            throw .damagedRow
        } catch {
            throw StoreError(any: error)
        }
    }

    /// Runs `body`, which can include code of callers, and converts only the errors of SQLite.
    static func rethrowing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error)
        } catch is RowDecodingError {
            throw damagedRow
        }
    }

    /// The error for a row that lacks required values, because its bytes were overwritten.
    private static var damagedRow: StoreError {
        StoreError(.damaged, "The database is damaged: a row cannot be read. \(wayBack)")
    }

    /// - Parameter reason: SQLite's reason, which contains no value.
    static func damaged(_ reason: String) -> StoreError {
        let line = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        return StoreError(.damaged, "The database is damaged (\(line)). \(wayBack)")
    }

    private static let wayBack =
        "Nothing more is written to it. Restore a backup: 'faceplate backup list' shows the "
        + "backups."

    init(_ error: DatabaseError) {
        let reason = "\(error.extendedResultCode)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.busy, "Another program is writing the database. Try again later.")
        case .SQLITE_FULL:
            self = .diskIsFull
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.readOnly, "The database cannot be written (\(reason)).")
        case .SQLITE_NOTADB:
            self.init(.notASettingsFile, "The file is not a SQLite database. Name another file.")
        case .SQLITE_CORRUPT:
            self = .damaged(reason)
        case .SQLITE_CANTOPEN:
            self.init(.cannotOpen, "The database cannot be opened (\(reason)).")
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE:
            self.init(
                .full,
                "There is no space left for the database. Nothing was saved; free some space.")
        default:
            self.init(.failed, "SQLite reported: \(reason).")
        }
    }

    private static let diskIsFull = StoreError(
        .full, "The disk is full. Nothing was saved; free some space and try again.")

    init?(full error: Errno) {
        guard error == .noSpace || error == .diskQuotaExceeded else { return nil }
        self = .diskIsFull
    }

    static func synchronizing(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw StoreError(.failed, "'\(path)' did not reach the disk: \(Errno.last).")
        }
    }
}
