import GRDB

/// The tables and their migrations.
///
/// Other programs may read the tables; the guide describes each of them.
enum StoreTables {
    /// The newest format, stored in the file's `user_version`.
    static let version = 6

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    PRAGMA user_version = 1;
                    CREATE TABLE panel_schema(
                        key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL,
                        digest TEXT NOT NULL, schema TEXT NOT NULL
                    ) STRICT;
                    -- A view, since a change of a value must not write the whole schema again.
                    CREATE VIEW panel AS SELECT key, version, digest,
                        (SELECT coalesce(max(number), 0) FROM revision) AS revision, schema
                        FROM panel_schema;
                    CREATE TABLE "group"(
                        key TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL,
                        title_key TEXT NOT NULL
                    ) STRICT;
                    CREATE TABLE item(
                        key TEXT NOT NULL PRIMARY KEY, group_key TEXT NOT NULL,
                        position INTEGER NOT NULL, control TEXT NOT NULL, default_value TEXT
                    ) STRICT;
                    CREATE TABLE setting(
                        item_key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL,
                        revision INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE secret(
                        item_key TEXT NOT NULL PRIMARY KEY, sealed BLOB NOT NULL,
                        revision INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE label(
                        locale TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,
                        PRIMARY KEY(locale, key)
                    ) STRICT;
                    CREATE TABLE revision(
                        number INTEGER NOT NULL PRIMARY KEY, time TEXT NOT NULL,
                        origin TEXT NOT NULL, actor TEXT, note TEXT
                    ) STRICT;
                    CREATE TABLE change(
                        revision INTEGER NOT NULL, item_key TEXT NOT NULL, old TEXT, new TEXT,
                        PRIMARY KEY(revision, item_key)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX change_by_item ON change(item_key, revision);
                    CREATE TABLE parked(
                        item_key TEXT NOT NULL, value TEXT NOT NULL,
                        reason TEXT NOT NULL, revision INTEGER NOT NULL
                    ) STRICT;
                    CREATE TABLE retired(key TEXT NOT NULL PRIMARY KEY) STRICT;
                    """)
        }
        migrator.registerMigration("2") { database in
            try database.execute(
                sql: """
                    PRAGMA user_version = 2;
                    CREATE TABLE applied(
                        item_key TEXT NOT NULL PRIMARY KEY, value TEXT, revision INTEGER NOT NULL,
                        marked_by TEXT NOT NULL, mark INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("3") { database in
            // Older changes get the defaults of the last schema in this file.
            try database.execute(
                sql: """
                    PRAGMA user_version = 3;
                    ALTER TABLE change ADD COLUMN default_value TEXT;
                    UPDATE change SET default_value =
                        (SELECT default_value FROM item WHERE key = item_key)
                        WHERE (old IS NULL OR new IS NULL)
                        AND item_key NOT IN (SELECT item_key FROM secret);
                    """)
        }
        migrator.registerMigration("4") { database in
            // The time and the source of a key's last change outlive its revision.
            try database.execute(
                sql: """
                    PRAGMA user_version = 4;
                    CREATE TABLE agreement(
                        item_key TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL
                    ) STRICT;
                    ALTER TABLE change ADD COLUMN last_time TEXT;
                    ALTER TABLE change ADD COLUMN last_origin TEXT;
                    """)
        }
        migrator.registerMigration("5") { database in
            // The values for programs that read the file: each setting with its value or default. The options
            // of a select group are one setting; buttons without states hold no value. The options that users
            // added to a picker are a setting without an item.
            try database.execute(
                sql: """
                    PRAGMA user_version = 5;
                    CREATE VIEW value AS
                        SELECT known.key,
                            CASE WHEN secret.item_key IS NULL
                                THEN coalesce(setting.value, known.default_value) END AS value,
                            CASE WHEN coalesce(setting.revision, secret.revision) IS NULL
                                THEN 'default' ELSE 'set' END AS source
                        FROM (
                            SELECT key, default_value FROM item WHERE control NOT IN
                                ('select', 'link', 'info', 'text', 'html', 'page')
                                AND (control <> 'button' OR default_value IS NOT NULL)
                            UNION ALL
                            SELECT item_key, NULL FROM setting WHERE item_key IN
                                (SELECT key || '.added' FROM item WHERE control = 'picker')
                            UNION ALL
                            SELECT group_key, max(CASE WHEN default_value = 'true'
                                THEN json_quote(key) END)
                                FROM item WHERE control = 'select' GROUP BY group_key
                        ) AS known
                        LEFT JOIN setting ON setting.item_key = known.key
                        LEFT JOIN secret ON secret.item_key = known.key;
                    """)
        }
        migrator.registerMigration("6") { database in
            // Those who may use the panel: tokens, sessions and the password, all as hashes.
            try database.execute(
                sql: """
                    PRAGMA user_version = 6;
                    CREATE TABLE credential(
                        key TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL
                    ) STRICT;
                    """)
        }
        return migrator
    }
}
