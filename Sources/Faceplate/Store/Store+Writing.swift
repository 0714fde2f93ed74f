import Foundation
import GRDB

extension Database {
    /// Writes one revision: its row, its changes and the values they leave.
    ///
    /// - Parameter seal: gives the sealed form of a secret that a change sets.
    func record(_ revision: Revision, seal: (String) throws -> Data?) throws {
        try run(
            "INSERT INTO revision(number, time, origin, actor, note) VALUES (?, ?, ?, ?, ?)",
            [
                revision.number, RevisionTime.text(revision.time), revision.origin.rawValue,
                revision.actor, revision.note,
            ])
        for change in revision.changes {
            try run(
                "INSERT INTO change(revision, item_key, old, new) VALUES (?, ?, ?, ?)",
                [revision.number, change.key, change.old.stored, change.new.stored])
            try write(change, revision: revision.number, seal: seal)
        }
    }

    private func write(_ change: Change, revision: Int, seal: (String) throws -> Data?) throws {
        switch change.new {
        case .onDefault:
            if case .secret = change.old {
                try run("DELETE FROM secret WHERE item_key = ?", [change.key])
            } else {
                try run("DELETE FROM setting WHERE item_key = ?", [change.key])
            }
        case .secret:
            guard let sealed = try seal(change.key) else { return }
            try run(
                """
                INSERT INTO secret(item_key, sealed, revision) VALUES (?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET sealed = excluded.sealed,
                revision = excluded.revision
                """, [change.key, sealed, revision])
        case .value, .json:
            try run(
                """
                INSERT INTO setting(item_key, value, revision) VALUES (?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET value = excluded.value,
                revision = excluded.revision
                """, [change.key, change.new.stored, revision])
        }
    }

    /// Runs one statement, compiled once a connection.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Writes the schema with its groups and items, and the labels.
    func write(_ schema: Schema, labels: LabelCatalog, digest: String) throws {
        try execute(
            sql: """
                DELETE FROM panel_schema; DELETE FROM "group"; DELETE FROM item; DELETE FROM label;
                """)
        try run(
            "INSERT INTO panel_schema(key, version, digest, schema) VALUES (?, ?, ?, ?)",
            [schema.key, schema.version, digest, schema.canonicalJSON])
        for (position, group) in schema.groups.enumerated() {
            try run(
                "INSERT INTO \"group\"(key, position, title_key) VALUES (?, ?, ?)",
                [group.key, position + 1, group.key.uppercased()])
            for (position, item) in group.items.enumerated() {
                let value = schema.defaultValue(of: item).map { JSONWriter().text($0.json) }
                try run(
                    "INSERT INTO item(key, group_key, position, control, default_value) "
                        + "VALUES (?, ?, ?, ?, ?)",
                    [item.key, group.key, position + 1, item.control.rawValue, value])
            }
        }
        for locale in labels.locales {
            for (key, text) in labels[locale] {
                try run(
                    "INSERT INTO label(locale, key, text) VALUES (?, ?, ?)",
                    [locale.description, key, text])
            }
        }
    }
}

extension Schema {
    /// An item's default as a value: for an option of a `select` group, whether it is chosen.
    func defaultValue(of item: Item) -> Value? {
        if item.control == .select {
            return .boolean(settings[item.groupKey]?.defaultValue == .text(item.key))
        }
        return settings[item.key]?.defaultValue ?? item.shownValue
    }
}
