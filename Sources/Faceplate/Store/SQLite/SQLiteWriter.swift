import FaceplateSchema
import GRDB

/// Writes a change into the tables, inside a transaction.
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
        try writeValues(of: change)
        try writeAsides(of: change)
        for (key, edit) in change.temporaries { try write(edit.record, temporaryOf: key) }
        for (key, edit) in change.agreements { try write(edit.record, agreedOf: key) }
        for (name, edit) in change.credentials { try write(edit.record, credential: name) }
        for (name, edit) in change.profiles { try write(edit.record, profile: name) }
        if let applied = change.appliedRevision {
            try run("DELETE FROM \(tables[.handled])")
            try run("INSERT INTO \(tables[.handled])(revision) VALUES (?)", [applied])
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
                let value = schema.defaultValue(of: item).map { JSONWriter().text($0.json) }
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

    private func writeValues(of change: StorageChange) throws {
        for (key, edit) in change.values {
            guard let entry = edit.record else {
                try run("DELETE FROM \(tables[.setting]) WHERE item_key = ?", [key])
                continue
            }
            try run(statements.setValue, [key, entry.value, entry.revision])
        }
        for (key, edit) in change.secrets {
            guard let secret = edit.record else {
                try run("DELETE FROM \(tables[.secret]) WHERE item_key = ?", [key])
                continue
            }
            try run(
                """
                INSERT INTO \(tables[.secret])(item_key, sealed, revision) VALUES (?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET sealed = excluded.sealed,
                revision = excluded.revision
                """, [key, secret.sealed, secret.revision])
        }
    }

    /// Writes the parked values, and the values that the program uses.
    private func writeAsides(of change: StorageChange) throws {
        for (id, edit) in change.parked {
            guard let parked = edit.record else {
                try run("DELETE FROM \(tables[.parked]) WHERE rowid = ?", [id])
                continue
            }
            try run(
                """
                INSERT INTO \(tables[.parked])(rowid, item_key, value, reason, revision)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT(rowid) DO UPDATE SET item_key = excluded.item_key,
                value = excluded.value, reason = excluded.reason, revision = excluded.revision
                """,
                [id, parked.key, parked.value, parked.reason, parked.revision])
        }
        for (key, edit) in change.running {
            guard let running = edit.record else {
                try run("DELETE FROM \(tables[.applied]) WHERE item_key = ?", [key])
                continue
            }
            try run(
                """
                INSERT INTO \(tables[.applied])(item_key, value, revision, marked_by, mark)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET value = excluded.value,
                revision = excluded.revision, marked_by = excluded.marked_by, mark = excluded.mark
                """, [key, running.value, running.revision, running.marker, running.mark])
        }
    }

    private func write(_ record: StoredState.Temporary?, temporaryOf key: String) throws {
        guard let record else {
            return try run("DELETE FROM \(tables[.temporary]) WHERE item_key = ?", [key])
        }
        try run(
            """
            INSERT INTO \(tables[.temporary])(item_key, until, value, mark) VALUES (?, ?, ?, ?)
            ON CONFLICT(item_key) DO UPDATE SET until = excluded.until, value = excluded.value,
            mark = excluded.mark
            """, [key, record.until, record.value, record.mark])
    }

    private func write(_ record: String?, agreedOf key: String) throws {
        guard let record else {
            return try run("DELETE FROM \(tables[.agreement]) WHERE item_key = ?", [key])
        }
        try run(
            """
            INSERT INTO \(tables[.agreement])(item_key, record) VALUES (?, ?)
            ON CONFLICT(item_key) DO UPDATE SET record = excluded.record
            """, [key, record])
    }

    private func write(_ record: String?, credential name: String) throws {
        guard let record else {
            return try run("DELETE FROM \(tables[.credential]) WHERE key = ?", [name])
        }
        try run(
            """
            INSERT INTO \(tables[.credential])(key, record) VALUES (?, ?)
            ON CONFLICT(key) DO UPDATE SET record = excluded.record
            """, [name, record])
    }

    private func write(_ record: String?, profile name: String) throws {
        guard let record else {
            return try run("DELETE FROM \(tables[.profile]) WHERE name = ?", [name])
        }
        try run(
            """
            INSERT INTO \(tables[.profile])(name, record) VALUES (?, ?)
            ON CONFLICT(name) DO UPDATE SET record = excluded.record
            """, [name, record])
    }

    // MARK: - History

    private func write(_ revision: StoredRevision) throws {
        try run(
            statements.addRevision,
            [revision.number, revision.time, revision.origin, revision.actor, revision.note])
        for change in revision.changes {
            // The last change of a removed revision is no longer needed when its key changes again.
            try run(statements.removeFormerChange, [change.key])
            try run(
                statements.addChange,
                [revision.number, change.key, change.old, change.new, change.defaultValue])
        }
    }

    private func redact(_ key: String) throws {
        try run(
            """
            UPDATE \(tables[.change]) SET
            old = CASE WHEN old IS NULL THEN NULL ELSE '{"set":true}' END,
            new = CASE WHEN new IS NULL THEN NULL ELSE '{"set":true}' END, default_value = NULL
            WHERE item_key = ?
            """, [key])
    }

    /// Removes revisions, except the last change of each key, with its time and its origin.
    private func forget(through last: Int) throws {
        for statement in statements.forget { try run(statement, [last]) }
    }

    /// Runs one statement, which is compiled once for each connection.
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
            INSERT INTO \(tables[.revision])(number, time, origin, actor, note)
            VALUES (?, ?, ?, ?, ?)
            """
        addChange = """
            INSERT INTO \(tables[.change])(revision, item_key, old, new, default_value)
            VALUES (?, ?, ?, ?, ?)
            """
        removeFormerChange = """
            DELETE FROM \(tables[.change]) WHERE item_key = ? AND revision <
            (SELECT min(number) FROM \(tables[.revision]))
            """
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
