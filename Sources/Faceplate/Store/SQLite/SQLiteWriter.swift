import FaceplateSchema
import GRDB

struct SQLiteWriter {
    let database: Database
    let tables: StoreTables
    let statements: WriterStatements

    func write(_ change: StorageChange) throws {
        // Values that have become secrets are overwritten in the file, not only released.
        if !change.redacted.isEmpty { try database.execute(sql: "PRAGMA secure_delete = 1") }
        if let panel = change.panel { try write(panel, change.schema) }
        if let labels = change.labels { try write(labels) }
        for (key, isRetired) in change.retired {
            try run(
                isRetired
                    ? "INSERT OR IGNORE INTO \(tables[.retired])(key) VALUES (?)"
                    : "DELETE FROM \(tables[.retired]) WHERE key = ?", [key])
        }
        for key in change.redacted { try redact(key) }
        for revision in change.revisions { try write(revision) }
        try put(change.values, .setting) { key, entry in
            (statements.setValue, [key, entry.value, entry.revision])
        }
        try writeRows(of: change)
        for (kind, edits) in change.records {
            for (name, edit) in edits { try write(edit, kind, name) }
        }
        if let last = change.forgottenThrough { try forget(through: last) }
    }

    // MARK: - Schema and labels

    private func write(_ panel: StoredState.Panel, _ schema: Schema?) throws {
        try database.execute(
            sql: """
                DELETE FROM \(tables[.panelSchema]);
                DELETE FROM \(tables[.group]);
                DELETE FROM \(tables[.item]);
                """)
        try run(
            "INSERT INTO \(tables[.panelSchema])(key, version, digest, schema) VALUES (?, ?, ?, ?)",
            [panel.key, panel.version, panel.digest, panel.schema])
        guard let schema else { return }
        for (position, group) in schema.groups.enumerated() {
            try run(
                "INSERT INTO \(tables[.group])(key, position, title_key) VALUES (?, ?, ?)",
                [group.key, position + 1, group.key.uppercased()])
            for (position, item) in group.items.enumerated() {
                let value = schema.plainDefault(of: item).map { JSONWriter().text($0.json) }
                try run(
                    "INSERT INTO \(tables[.item])(key, group_key, position, control, default_value) "
                        + "VALUES (?, ?, ?, ?, ?)",
                    [item.key, group.key, position + 1, item.control.rawValue, value])
            }
        }
    }

    private func write(_ labels: [String: [String: String]]) throws {
        try run("DELETE FROM \(tables[.label])")
        for (locale, texts) in labels {
            for (key, text) in texts {
                try run(
                    "INSERT INTO \(tables[.label])(locale, key, text) VALUES (?, ?, ?)",
                    [locale, key, text])
            }
        }
    }

    // MARK: - Values

    private func writeRows(of change: StorageChange) throws {
        try put(change.secrets, .secret) { key, secret in
            let sql = """
                INSERT INTO \(tables[.secret])(item_key, sealed, revision) VALUES (?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET sealed = excluded.sealed,
                revision = excluded.revision
                """
            return (sql, [key, secret.sealed, secret.revision])
        }
        try put(change.parked, .parked, by: "rowid") { id, parked in
            let sql = """
                INSERT INTO \(tables[.parked])(rowid, item_key, value, reason, revision)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT(rowid) DO UPDATE SET item_key = excluded.item_key,
                value = excluded.value, reason = excluded.reason, revision = excluded.revision
                """
            return (sql, [id, parked.key, parked.value, parked.reason, parked.revision])
        }
        try put(change.running, .applied) { key, running in
            let sql = """
                INSERT INTO \(tables[.applied])(item_key, value, revision, marked_by, mark)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET value = excluded.value,
                revision = excluded.revision, marked_by = excluded.marked_by, mark = excluded.mark
                """
            return (sql, [key, running.value, running.revision, running.marker, running.mark])
        }
        try put(change.temporaries, .temporary) { key, record in
            let sql = """
                INSERT INTO \(tables[.temporary])(item_key, until, value, mark) VALUES (?, ?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET until = excluded.until, value = excluded.value,
                mark = excluded.mark
                """
            return (sql, [key, record.until, record.value, record.mark])
        }
    }

    private func write(
        _ edit: StorageChange.Edit<String>, _ kind: StoredState.RecordKind, _ name: String
    ) throws {
        guard let record = edit.record else {
            return try run(
                "DELETE FROM \(tables[.record]) WHERE kind = ? AND name = ?", [kind.rawValue, name])
        }
        try run(
            """
            INSERT INTO \(tables[.record])(kind, name, record) VALUES (?, ?, ?)
            ON CONFLICT(kind, name) DO UPDATE SET record = excluded.record
            """, [kind.rawValue, name, record])
    }

    private func put<Key: DatabaseValueConvertible, Record>(
        _ edits: [Key: StorageChange.Edit<Record>], _ table: StoreTables.Name,
        by column: String = "item_key",
        adding: (Key, Record) -> (sql: String, arguments: StatementArguments)
    ) throws {
        for (key, edit) in edits {
            guard let record = edit.record else {
                try run("DELETE FROM \(tables[table]) WHERE \(column) = ?", [key])
                continue
            }
            let row = adding(key, record)
            try run(row.sql, row.arguments)
        }
    }

    // MARK: - History

    private func write(_ revision: StoredRevision) throws {
        let size = revision.size
        try run(
            statements.addRevision,
            [
                revision.number, revision.time, revision.origin, revision.actor, revision.note,
                size,
                size,
            ])
        for change in revision.changes {
            // The last change of a removed revision is no longer needed when its key changes again.
            let former = try Row.fetchAll(
                try database.cachedStatement(sql: statements.removeFormerChange),
                arguments: [change.key])
            try run(
                statements.addChange,
                [
                    revision.number, change.key, try content.put(change.old),
                    try content.put(change.new), change.defaultValue,
                ])
            let texts: [String?] = try former.flatMap {
                [
                    try $0.decode(String?.self, atIndex: 0),
                    try $0.decode(String?.self, atIndex: 1),
                ]
            }
            try content.release(texts.compactMap(\.self).filter(StoredContent.isName))
        }
    }

    private var content: StoredContent { StoredContent(database: database, tables: tables) }

    private func redact(_ key: String) throws {
        let names = try content.names(where: "item_key = ?", [key])
        try run(
            """
            UPDATE \(tables[.change]) SET
            old = CASE WHEN old IS NULL THEN NULL ELSE '{"set":true}' END,
            new = CASE WHEN new IS NULL THEN NULL ELSE '{"set":true}' END, default_value = NULL
            WHERE item_key = ?
            """, [key])
        try content.release(names)
    }

    /// Removes revisions, except the last change of each key, with its time and its origin.
    private func forget(through last: Int) throws {
        let names = try content.names(where: statements.isForgotten, [last])
        for statement in statements.forget { try run(statement, [last]) }
        try content.release(names)
    }

    private func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// The statements that most changes need, so that their text is not made for each change.
struct WriterStatements: Sendable {
    let setValue: String
    let addRevision: String
    let addChange: String
    /// Removes the change of a key that is left from a removed revision.
    let removeFormerChange: String
    let isForgotten: String
    /// Remove all revisions up to a number, in this order.
    let forget: [String]

    init(_ tables: StoreTables) {
        // Numbers are consecutive, so that a range finds the revisions without a list of them. Changes of earlier
        // revisions are the last ones of their keys, and stay.
        let isRemoved = """
            revision <= ? AND revision >= (SELECT min(number) FROM \(tables[.revision]))
            """
        setValue = """
            INSERT INTO \(tables[.setting])(item_key, value, revision) VALUES (?, ?, ?)
            ON CONFLICT(item_key) DO UPDATE SET value = excluded.value, revision = excluded.revision
            """
        addRevision = """
            INSERT INTO \(tables[.revision])(number, time, origin, actor, note, size, total)
            VALUES (?, ?, ?, ?, ?, ?, ? + coalesce(
            (SELECT total FROM \(tables[.revision]) ORDER BY number DESC LIMIT 1), 0))
            """
        addChange = """
            INSERT INTO \(tables[.change])(revision, item_key, old, new, default_value)
            VALUES (?, ?, ?, ?, ?)
            """
        removeFormerChange = """
            DELETE FROM \(tables[.change]) WHERE item_key = ? AND revision <
            (SELECT min(number) FROM \(tables[.revision]))
            RETURNING old, new
            """
        isForgotten = isRemoved
        forget = [
            """
            DELETE FROM \(tables.named(.change)) WHERE \(isRemoved) AND EXISTS
            (SELECT 1 FROM \(tables[.change]) AS later
            WHERE later.item_key = change.item_key AND later.revision > change.revision)
            """,
            """
            UPDATE \(tables.named(.change)) SET (last_time, last_origin) =
            (SELECT time, origin FROM \(tables[.revision]) WHERE number = change.revision)
            WHERE \(isRemoved)
            """,
            "DELETE FROM \(tables[.revision]) WHERE number <= ?",
        ]
    }
}
