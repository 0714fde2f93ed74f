import GRDB

/// The tables and their migrations.
///
/// Other programs may read the tables; the guide describes each of them.
enum StoreTables {
    /// The newest format, stored in the file's `user_version`.
    static let version = 4

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
        return migrator
    }
}
