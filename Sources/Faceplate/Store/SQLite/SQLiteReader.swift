import FaceplateCryptography
import Foundation
import GRDB

struct SQLiteReader: StorageReader {
    let database: Database
    let tables: StoreTables
    var known: StorageVersion?

    func version() throws -> StorageVersion {
        if let known { return known }
        return try StoreError.wrappingSQLite {
            let statement = try database.cachedStatement(
                sql: """
                    SELECT (SELECT digest FROM \(tables[.panelSchema])),
                    (SELECT max(number) FROM \(tables[.revision])),
                    (SELECT max(mark) FROM \(tables[.applied])),
                    (SELECT max(mark) FROM \(tables[.temporary]))
                    """
            )
            let row = try Row.fetchOne(statement)
            return StorageVersion(
                digest: try row?.decode(String?.self, atIndex: 0) ?? "",
                revision: try row?.decode(Int?.self, atIndex: 1) ?? 0,
                mark: max(
                    try row?.decode(Int?.self, atIndex: 2) ?? 0,
                    try row?.decode(Int?.self, atIndex: 3) ?? 0))
        }
    }

    func state() throws -> StoredState {
        try StoreError.wrappingSQLite {
            var state = StoredState()
            state.revision = try version().revision
            state.panel = try panel()
            for row in try rows("SELECT item_key, value, revision FROM \(tables[.setting])") {
                try state.values[row.read("item_key")] = .init(
                    value: row.read("value"), revision: row.read("revision"))
            }
            for row in try rows("SELECT item_key, sealed, revision FROM \(tables[.secret])") {
                try state.secrets[row.read("item_key")] = .init(
                    sealed: row.read("sealed"), revision: row.read("revision"))
            }
            for row in try rows(
                "SELECT item_key, max(revision) AS last FROM \(tables[.change]) GROUP BY item_key"
            ) {
                try state.lastChanges[row.read("item_key")] = row.read("last")
            }
            state.retired = try String.fetchSet(
                database, sql: "SELECT key FROM \(tables[.retired])")
            for row in try rows(
                "SELECT rowid, item_key, value, reason, revision FROM \(tables[.parked])")
            {
                try state.parked[row.read("rowid")] = .init(
                    key: row.read("item_key"), value: row.read("value"), reason: row.read("reason"),
                    revision: row.read("revision"))
            }
            for row in try rows(
                "SELECT item_key, value, revision, marked_by, mark FROM \(tables[.applied])")
            {
                try state.running[row.read("item_key")] = .init(
                    value: row.read("value"), revision: row.read("revision"),
                    marker: row.read("marked_by"),
                    mark: row.read("mark"))
            }
            let ends = try rows("SELECT item_key, until, value, mark FROM \(tables[.temporary])")
            state.temporaries = try ends.reduce(into: [:]) { temporaries, row in
                try temporaries[row.read("item_key")] = .init(
                    until: row.read("until"), value: row.read("value"), mark: row.read("mark"))
            }
            return state
        }
    }

    func labels() throws -> [String: [String: String]] {
        try StoreError.wrappingSQLite {
            var labels: [String: [String: String]] = [:]
            for row in try rows("SELECT locale, key, text FROM \(tables[.label])") {
                try labels[row.read("locale"), default: [:]][row.read("key")] = row.read("text")
            }
            return labels
        }
    }

    func revisions(_ query: RevisionQuery) throws -> [StoredRevision] {
        try StoreError.wrappingSQLite {
            var found: [StoredRevision] = []
            var held = 0
            for row in try rows(statement(query)) {
                let revision = try StoredRevision(
                    number: row.read("number"), time: row.read("time"), origin: row.read("origin"),
                    actor: row.read("actor"), note: row.read("note"),
                    changes: changes(row.read("number"), query.namesLargeValues))
                held += revision.heldSize
                if let size = query.size, held > size, !found.isEmpty { break }
                found.append(revision)
            }
            return found
        }
    }

    func lastRevision(exceeding size: Int, among most: Int) throws -> Int? {
        try StoreError.wrappingSQLite {
            let revision = tables[.revision]
            let newest = "(SELECT total FROM \(revision) ORDER BY number DESC LIMIT 1)"
            func find(among most: Int) throws -> Int? {
                let statement = try database.cachedStatement(
                    sql: """
                        SELECT max(number) FROM (SELECT number, total, size FROM \(revision)
                        ORDER BY number LIMIT ?) WHERE \(newest) - total + size > ?
                        """)
                return try Int.fetchOne(statement, arguments: [most, size])
            }
            // Usually nothing exceeds the size: check the oldest revision first.
            return try find(among: 1).flatMap { try find(among: most) ?? $0 }
        }
    }

    func oldestRevision() throws -> Int? {
        try StoreError.wrappingSQLite {
            try Int.fetchOne(
                try database.cachedStatement(sql: "SELECT min(number) FROM \(tables[.revision])"))
        }
    }

    func lastChange(of key: String) throws -> StoredRevision? {
        try StoreError.wrappingSQLite {
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT change.revision AS number, coalesce(time, last_time) AS time,
                        coalesce(origin, last_origin) AS origin
                    FROM \(tables.named(.change))
                    LEFT JOIN \(tables[.revision]) ON number = change.revision
                    WHERE item_key = \(Self.literal(key)) ORDER BY change.revision DESC LIMIT 1
                    """)
            guard let row,
                let time: String = try row.read("time"), let origin: String = try row.read("origin")
            else { return nil }
            return try StoredRevision(
                number: row.read("number"), time: time, origin: origin, changes: [])
        }
    }

    func records(_ kind: StoredState.RecordKind) throws -> [String: String] {
        try StoreError.wrappingSQLite {
            let rows = try rows(
                "SELECT name, record FROM \(tables[.record]) WHERE kind = '\(kind.rawValue)'")
            return try rows.reduce(into: [:]) { try $0[$1.read("name")] = $1.read("record") }
        }
    }

    func record(_ kind: StoredState.RecordKind, _ name: String) throws -> String? {
        try StoreError.wrappingSQLite {
            let row = try Row.fetchOne(
                try database.cachedStatement(
                    sql: "SELECT record FROM \(tables[.record]) WHERE kind = ? AND name = ?"),
                arguments: [kind.rawValue, name])
            return try row?.read("record")
        }
    }

    private func panel() throws -> StoredState.Panel? {
        let sql = "SELECT key, version, digest, schema FROM \(tables[.panel])"
        return try Row.fetchOne(database, sql: sql).map { row in
            try .init(
                key: row.read("key"), version: row.read("version"), digest: row.read("digest"),
                schema: row.read("schema"))
        }
    }

    private func rows(_ sql: String) throws -> [Row] { try Row.fetchAll(database, sql: sql) }

    private func changes(_ number: Int, _ namesLargeValues: Bool) throws -> [StoredRevision.Change]
    {
        let statement = try database.cachedStatement(
            sql:
                "SELECT item_key, old, new, default_value FROM \(tables[.change]) "
                + "WHERE revision = ? ORDER BY item_key"
        )
        let content = StoredContent(database: database, tables: tables)
        return try Row.fetchAll(statement, arguments: [number]).map { row in
            let old = try content.get(row.read("old"), namesLargeValues: namesLargeValues)
            let new = try content.get(row.read("new"), namesLargeValues: namesLargeValues)
            var change = try StoredRevision.Change(
                key: row.read("item_key"), old: old.text, new: new.text,
                defaultValue: row.read("default_value"))
            change.oldLarge = old.large
            change.newLarge = new.large
            return change
        }
    }

    private func statement(_ query: RevisionQuery) -> String {
        // A query for one key uses the index on changes.
        let number = query.key == nil ? "number" : "change.revision"
        let conditions = [
            query.key.map { "item_key = \(Self.literal($0))" },
            query.after.map { "\(number) > \($0)" },
            query.before.map { "\(number) < \($0)" },
            query.until.map { "time <= \(Self.literal($0))" },
        ].compactMap(\.self)
        let source =
            query.key == nil
            ? tables[.revision]
            : "\(tables.named(.change)) JOIN \(tables[.revision]) ON number = \(number)"
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let order = " ORDER BY \(number)" + (query.isNewestFirst ? " DESC" : "")
        return """
            SELECT number, time, origin, actor, note FROM \(source)\(filter)\(order)
            LIMIT \(query.limit ?? -1)
            """
    }

    /// GRDB ends the process when SQLite has no memory for the copy of a string that is bound to such a statement.
    private static func literal(_ text: String) -> String {
        "CAST(x'\(Array(text.utf8).hexadecimal)' AS TEXT)"
    }
}

extension DatabaseQueue {
    /// Reads one state of the file, even if the file is written in the meantime.
    func readingState<Result>(
        of tables: StoreTables, _ body: (any StorageReader) throws -> Result
    ) throws -> Result {
        try StoreError.rethrowing {
            try inDatabase { database in
                var result: Result?
                try database.inTransaction(.deferred) {
                    result = try body(SQLiteReader(database: database, tables: tables))
                    return .commit
                }
                guard let result else { throw StoreError(.failed, "Nothing was read.") }
                return result
            }
        }
    }
}

extension Row {
    /// GRDB's subscript would end the process if the value in a damaged row has another type.
    fileprivate func read<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        try decode(forColumn: column)
    }
}

/// The read-only connection, for work that takes long; it is opened with the first such read.
final class SideReader: Sendable {
    private struct State {
        var queue: DatabaseQueue?
        var isClosed = false
    }

    private let state = Locked(State())

    func queue(
        open: () throws(StoreError) -> DatabaseQueue
    ) throws(StoreError) -> DatabaseQueue {
        if let known = state.withLock({ $0.queue }) { return known }
        let new = try open()
        let opened = state.withLock { state in
            if state.queue == nil, !state.isClosed { state.queue = new }
            return state.queue
        }
        if opened !== new { try? new.close() }
        guard let opened else { throw .closed }
        return opened
    }

    func close() {
        let former = state.withLock { exchange(&$0, with: State(isClosed: true)) }
        try? former.queue?.close()
    }
}
