import GRDB

/// Other programs may read the tables; the guide describes each of them.
struct StoreTables: Sendable, Equatable {
    /// The newest format, stored in the file's `user_version`.
    static let version = 9

    enum Name: String {
        case panelSchema = "panel_schema"
        case changeByItem = "change_by_item"
        case changeByOld = "change_by_old"
        case changeByNew = "change_by_new"
        case panel, group, item, setting, secret, label, revision, change, parked, retired, applied
        case value, temporary, content, record
        // In older formats.
        case agreement, credential, profile, handled
    }

    let panel: String?

    subscript(_ name: Name) -> String {
        guard let panel else { return name == .group ? "\"group\"" : name.rawValue }
        return "\"\(panel).\(name.rawValue)\""
    }

    func named(_ name: Name) -> String {
        panel == nil ? self[name] : "\(self[name]) AS \"\(name.rawValue)\""
    }

    static func all(in database: Database) throws -> [StoreTables] {
        let end = Name.panelSchema.rawValue
        return try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).compactMap { name in
            if name == end { return StoreTables(panel: nil) }
            let panel = String(name.dropLast(end.count + 1))
            // A name from a file becomes a part of statements.
            return name.hasSuffix("." + end) && isName(panel) ? StoreTables(panel: panel) : nil
        }
    }

    /// SQLite does not tell capital letters from small ones, and has names of its own that begin with `sqlite_`.
    static func isName(_ panel: String) -> Bool {
        panel.wholeMatch(of: /[a-z0-9_.\-]{1,64}/) != nil && !panel.hasPrefix("sqlite_")
    }

    /// Creates the tables, and brings those of all panels in the file to the newest format.
    func migrate(_ database: DatabaseQueue) throws {
        var all = try database.inDatabase(Self.all)
        if !all.contains(self) { all.append(self) }
        for tables in all { try tables.migrator.migrate(database) }
        // Last, so that an interrupted migration of several panels starts again.
        try database.inDatabase { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") != Self.version else {
                return
            }
            try database.execute(sql: "PRAGMA user_version = \(Self.version)")
        }
    }

    var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        let prefix = panel.map { $0 + ":" } ?? ""
        migrator.registerMigration(prefix + "1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.panelSchema])(
                        key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL,
                        digest TEXT NOT NULL, schema TEXT NOT NULL
                    ) STRICT;
                    -- A view, since a change of a value must not write the whole schema again.
                    CREATE VIEW \(self[.panel]) AS SELECT key, version, digest,
                        (SELECT coalesce(max(number), 0) FROM \(named(.revision))) AS revision, schema
                        FROM \(named(.panelSchema));
                    CREATE TABLE \(self[.group])(
                        key TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL,
                        title_key TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE \(self[.item])(
                        key TEXT NOT NULL PRIMARY KEY, group_key TEXT NOT NULL,
                        position INTEGER NOT NULL, control TEXT NOT NULL, default_value TEXT
                    ) STRICT;
                    CREATE TABLE \(self[.setting])(
                        item_key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL,
                        revision INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE \(self[.secret])(
                        item_key TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL,
                        revision INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE \(self[.label])(
                        locale TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,
                        PRIMARY KEY(locale, key)
                    ) STRICT;
                    CREATE TABLE \(self[.revision])(
                        number INTEGER NOT NULL PRIMARY KEY, time TEXT NOT NULL,
                        origin TEXT NOT NULL, actor TEXT, note TEXT
                    ) STRICT;
                    CREATE TABLE \(self[.change])(
                        revision INTEGER NOT NULL, item_key TEXT NOT NULL, old TEXT, new TEXT,
                        PRIMARY KEY(revision, item_key)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX \(self[.changeByItem]) ON \(self[.change])(item_key, revision);
                    CREATE TABLE \(self[.parked])(
                        item_key TEXT NOT NULL, value TEXT NOT NULL,
                        reason TEXT NOT NULL, revision INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE \(self[.retired])(key TEXT NOT NULL PRIMARY KEY) STRICT;
                    """)
        }
        migrator.registerMigration(prefix + "2") { database in
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.applied])(
                        item_key TEXT NOT NULL PRIMARY KEY, value TEXT, revision INTEGER NOT NULL,
                        marked_by TEXT NOT NULL, mark INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration(prefix + "3") { database in
            // Older changes get the defaults of the last schema in this file.
            try database.execute(
                sql: """
                    ALTER TABLE \(self[.change]) ADD COLUMN default_value TEXT;
                    UPDATE \(named(.change)) SET default_value =
                        (SELECT default_value FROM \(named(.item)) WHERE key = item_key)
                        WHERE (old IS NULL OR new IS NULL)
                        AND item_key NOT IN (SELECT item_key FROM \(named(.secret)));
                    """)
        }
        migrator.registerMigration(prefix + "4") { database in
            // The time and the source of a key's last change outlive its revision.
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.agreement])(
                        item_key TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL
                    ) STRICT;
                    ALTER TABLE \(self[.change]) ADD COLUMN last_time TEXT;
                    ALTER TABLE \(self[.change]) ADD COLUMN last_origin TEXT;
                    """)
        }
        migrator.registerMigration(prefix + "5") { database in
            // The values for programs that read the file: each setting with its value or default. The options
            // of a select group are one setting; buttons without states hold no value. The options that users
            // added to a picker are a setting without an item.
            try database.execute(
                sql: """
                    CREATE VIEW \(self[.value]) AS
                        SELECT known.key,
                            CASE WHEN secret.item_key IS NULL
                                THEN coalesce(setting.value, known.default_value) END AS value,
                            CASE WHEN coalesce(setting.revision, secret.revision) IS NULL
                                THEN 'default' ELSE 'set' END AS source
                        FROM (
                            SELECT key, default_value FROM \(named(.item)) WHERE control NOT IN
                                ('select', 'link', 'info', 'text', 'html', 'page')
                                AND (control <> 'button' OR default_value IS NOT NULL)
                            UNION ALL
                            SELECT item_key, NULL FROM \(named(.setting)) WHERE item_key IN
                                (SELECT key || '.added' FROM \(named(.item)) WHERE control = 'picker')
                            UNION ALL
                            SELECT group_key, max(CASE WHEN default_value = 'true'
                                THEN json_quote(key) END)
                                FROM \(named(.item)) WHERE control = 'select' GROUP BY group_key
                        ) AS known
                        LEFT JOIN \(named(.setting)) ON setting.item_key = known.key
                        LEFT JOIN \(named(.secret)) ON secret.item_key = known.key;
                    """)
        }
        migrator.registerMigration(prefix + "6") { database in
            // Those who may use the panel: tokens, sessions and the password, all as hashes.
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.credential])(
                        key TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration(prefix + "7.profile") { database in
            // The named sets of values.
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.profile])(
                        name TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration(prefix + "7.temporary") { database in
            // The values that are set for a time: when each ends, and the value from before.
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.temporary])(
                        item_key TEXT NOT NULL PRIMARY KEY, until TEXT, value TEXT,
                        mark INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration(prefix + "7.handled") { database in
            // The newest revision that the program has applied.
            try database.execute(
                sql: "CREATE TABLE \(self[.handled])(revision INTEGER NOT NULL) STRICT;")
        }
        migrator.registerMigration(prefix + "8") { database in try addContents(database) }
        migrator.registerMigration(prefix + "9") { database in
            // Text of modules beside the values, by kind and name.
            try database.execute(
                sql: """
                    CREATE TABLE \(self[.record])(
                        kind TEXT NOT NULL, name TEXT NOT NULL, record TEXT NOT NULL,
                        PRIMARY KEY(kind, name)
                    ) STRICT, WITHOUT ROWID;
                    INSERT INTO \(self[.record])
                        SELECT 'agreement', item_key, record FROM \(self[.agreement])
                        UNION ALL SELECT 'credential', key, record FROM \(self[.credential])
                        UNION ALL SELECT 'profile', name, record FROM \(self[.profile])
                        UNION ALL SELECT 'handled', 'revision', CAST(max(revision) AS TEXT)
                            FROM \(self[.handled]) HAVING max(revision) IS NOT NULL;
                    DROP TABLE \(self[.agreement]);
                    DROP TABLE \(self[.credential]);
                    DROP TABLE \(self[.profile]);
                    DROP TABLE \(self[.handled]);
                    """)
        }
        return migrator
    }
}
