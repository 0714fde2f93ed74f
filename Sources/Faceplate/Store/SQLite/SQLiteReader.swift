import Foundation
import GRDB

/// What a connection sees inside a transaction.
struct SQLiteReader: StorageReader {
    let database: Database

    func version() throws -> StorageVersion {
        try StoreError.wrappingSQLite {
            let statement = try database.cachedStatement(
                sql: "SELECT (SELECT digest FROM panel_schema), "
                    + "(SELECT max(number) FROM revision), (SELECT max(mark) FROM applied)")
            let row = try Row.fetchOne(statement)
            return StorageVersion(
                digest: row?[0] ?? "", revision: row?[1] ?? 0, mark: row?[2] ?? 0)
        }
    }

    func state() throws -> StoredState {
        try StoreError.wrappingSQLite {
            var state = StoredState()
            state.revision = try version().revision
            state.panel = try panel()
            for row in try rows("SELECT item_key, value, revision FROM setting") {
                state.values[row["item_key"]] = .init(
                    value: row["value"], revision: row["revision"])
            }
            for row in try rows("SELECT item_key, sealed, revision FROM secret") {
                state.secrets[row["item_key"]] = .init(
                    sealed: row["sealed"], revision: row["revision"])
            }
            for row in try rows(
                "SELECT item_key, max(revision) AS last FROM change GROUP BY item_key")
            {
                state.lastChanges[row["item_key"]] = row["last"]
            }
            state.retired = try String.fetchSet(database, sql: "SELECT key FROM retired")
            for row in try rows("SELECT rowid, item_key, value, reason, revision FROM parked") {
                state.parked[row["rowid"]] = .init(
                    key: row["item_key"], value: row["value"], reason: row["reason"],
                    revision: row["revision"])
            }
            for row in try rows("SELECT item_key, value, revision, marked_by, mark FROM applied") {
                state.running[row["item_key"]] = .init(
                    value: row["value"], revision: row["revision"], marker: row["marked_by"],
                    mark: row["mark"])
            }
            return state
        }
    }

    func labels() throws -> [String: [String: String]] {
        try StoreError.wrappingSQLite {
            var labels: [String: [String: String]] = [:]
            for row in try rows("SELECT locale, key, text FROM label") {
                labels[row["locale"], default: [:]][row["key"]] = row["text"]
            }
            return labels
        }
    }

    func revisions(_ query: RevisionQuery) throws -> [StoredRevision] {
        try StoreError.wrappingSQLite {
            let (sql, arguments) = Self.statement(query)
            let statement = try database.cachedStatement(sql: sql)
            return try Row.fetchAll(statement, arguments: arguments).map { row in
                StoredRevision(
                    number: row["number"], time: row["time"], origin: row["origin"],
                    actor: row["actor"], note: row["note"], changes: try changes(row["number"]))
            }
        }
    }

    private func panel() throws -> StoredState.Panel? {
        let sql = "SELECT key, version, digest, schema FROM panel"
        return try Row.fetchOne(database, sql: sql).map { row in
            .init(
                key: row["key"], version: row["version"], digest: row["digest"],
                schema: row["schema"])
        }
    }

    private func rows(_ sql: String) throws -> [Row] { try Row.fetchAll(database, sql: sql) }

    private func changes(_ number: Int) throws -> [StoredRevision.Change] {
        let statement = try database.cachedStatement(
            sql:
                "SELECT item_key, old, new, default_value FROM change WHERE revision = ? ORDER BY item_key"
        )
        return try Row.fetchAll(statement, arguments: [number]).map {
            .init(
                key: $0["item_key"], old: $0["old"], new: $0["new"],
                defaultValue: $0["default_value"])
        }
    }

    private static func statement(
        _ query: RevisionQuery
    ) -> (sql: String, arguments: StatementArguments) {
        var conditions: [String] = []
        var arguments: [(any DatabaseValueConvertible)?] = []
        // By the index where only one key is asked for.
        let number = query.key == nil ? "number" : "change.revision"
        func require(_ condition: String, _ argument: (any DatabaseValueConvertible)?) {
            guard let argument else { return }
            conditions.append(condition)
            arguments.append(argument)
        }
        require("item_key = ?", query.key)
        require("\(number) > ?", query.after)
        require("\(number) < ?", query.before)
        require("time <= ?", query.until)
        let tables = query.key == nil ? "revision" : "change JOIN revision ON number = \(number)"
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let order = " ORDER BY \(number)" + (query.isNewestFirst ? " DESC" : "")
        return (
            "SELECT number, time, origin, actor, note FROM \(tables)\(filter)\(order) LIMIT ?",
            StatementArguments(arguments + [query.limit ?? -1])
        )
    }
}
