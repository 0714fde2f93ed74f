import Foundation

/// A database file and one of the panels in it: `home.sqlite`, or `home.sqlite?panel=reader`.
///
/// A file can hold several panels, each with its own schema, values and history. They share the file's lock, key and
/// backups. A path without a panel names the panel in the tables without a prefix.
package struct StoreAddress: Sendable, Equatable {
    package let file: String
    let panel: String?
}

extension StoreAddress {
    package init(_ path: String) {
        guard let mark = path.ranges(of: "?panel=").last else {
            self.init(file: path, panel: nil)
            return
        }
        self.init(
            file: String(path[..<mark.lowerBound]), panel: String(path[mark.upperBound...]))
    }

    var path: String { file + (panel.map { "?panel=" + $0 } ?? "") }

    var syncLock: String { file + "-sync" + (panel.map { "-" + $0 } ?? "") }

    package var exists: Bool { access(file, F_OK) == 0 }

    var resolved: StoreAddress { StoreAddress(file: SQLiteStorage.resolved(file), panel: panel) }

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
