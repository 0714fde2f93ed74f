import Foundation

/// A database file and one of the panels in it: `home.sqlite`, or `home.sqlite?panel=reader`.
///
/// A file can hold several panels, each with its own schema, values and history. They share the file's lock, key and
/// backups. A path without a panel names the panel in the tables without a prefix.
package struct StoreAddress: Sendable, Equatable {
    /// The path of the file.
    package let file: String
    /// The prefix of the panel's tables; `nil` for none.
    let panel: String?
}

extension StoreAddress {
    /// Splits a path at its last `?panel=`.
    package init(_ path: String) {
        guard let mark = path.ranges(of: "?panel=").last else {
            self.init(file: path, panel: nil)
            return
        }
        self.init(
            file: String(path[..<mark.lowerBound]), panel: String(path[mark.upperBound...]))
    }

    /// The address as a path.
    var path: String { file + (panel.map { "?panel=" + $0 } ?? "") }

    /// The path of the file that is locked while a program syncs the panel.
    var syncLock: String { file + "-sync" + (panel.map { "-" + $0 } ?? "") }

    /// True if the file exists.
    package var exists: Bool { access(file, F_OK) == 0 }

    /// The address with the file that symbolic links lead to.
    var resolved: StoreAddress { StoreAddress(file: SQLiteStorage.resolved(file), panel: panel) }

    /// Returns the tables of the panel.
    ///
    /// - Throws: `StoreError.cannotOpen` if the name of the panel is not valid; see `StoreTables.isName`.
    func tables() throws(StoreError) -> StoreTables {
        if let panel, !StoreTables.isName(panel) {
            throw StoreError(
                .cannotOpen,
                "'?panel=\(panel)' names no panel: use 1 to 64 small letters, digits, '_', '-' and '.'."
            )
        }
        return StoreTables(panel: panel)
    }
}
