import FaceplateSchema
import GRDB

/// The values of history that are stored once, whatever number of changes has them.
///
/// A change has the name of such a value in place of its text: `{"content":"DIGEST","size":5592452}`.
struct StoredContent {
    /// The size in bytes above which a value is stored so.
    static let smallest = 4_096
    static let beginning = #"{"content":""#

    let database: Database
    let tables: StoreTables

    /// True when a string is stored by its name; also if it could be mistaken for a name.
    static func isStored(_ text: String) -> Bool {
        text.utf8.count > smallest || isName(text)
    }

    static func isName(_ text: String) -> Bool { text.utf8.starts(with: beginning.utf8) }

    static func condition(_ column: String) -> String {
        "substr(\(column), 1, \(beginning.utf8.count)) = '\(beginning)'"
    }

    func put(_ text: String?) throws -> String? {
        guard let text, Self.isStored(text) else { return text }
        let name =
            "\(Self.beginning)\(LargeValue.digest(of: text))\",\"size\":\(text.utf8.count)}"
        let known = try database.cachedStatement(
            sql: "SELECT 1 FROM \(tables[.content]) WHERE name = ?")
        guard try Int.fetchOne(known, arguments: [name]) == nil else { return name }
        try database.cachedStatement(
            sql: "INSERT INTO \(tables[.content])(name, preview, value) VALUES (?, ?, ?)"
        ).execute(arguments: [name, LargeValue.preview(of: text), text])
        return name
    }

    func get(
        _ text: String?, namesLargeValues: Bool
    ) throws -> (text: String?, large: LargeValue?) {
        guard let text, Self.isName(text) else { return (text, nil) }
        guard let object = try? JSONReader.read(text).object,
            let digest = object["content"]?.string,
            let size = object["size"]?.number?.integer.flatMap({ Int(exactly: $0) })
        else { throw Self.damage }
        let isNamed = namesLargeValues && size > LargeValue.limit
        let statement = try database.cachedStatement(
            sql: "SELECT \(isNamed ? "preview" : "value") FROM \(tables[.content]) WHERE name = ?")
        guard let found = try String.fetchOne(statement, arguments: [text]) else {
            throw Self.damage
        }
        return isNamed
            ? (nil, LargeValue(size: size, digest: digest, preview: found)) : (found, nil)
    }

    private static var damage: StoreError {
        StoreError(.damaged, "A value of the history is missing from the database.")
    }

    func names(where condition: String, _ arguments: StatementArguments) throws -> [String] {
        let parts = ["old", "new"].map { column in
            """
            SELECT \(column) FROM \(tables.named(.change))
            WHERE (\(condition)) AND \(Self.condition(column))
            """
        }
        let statement = try database.cachedStatement(sql: parts.joined(separator: " UNION "))
        return try String.fetchAll(statement, arguments: arguments + arguments)
    }

    func release(_ names: [String]) throws {
        for name in names {
            let conditions = ["old", "new"].map { column in
                """
                AND NOT EXISTS (SELECT 1 FROM \(tables[.change])
                WHERE \(Self.condition(column)) AND \(column) = ?)
                """
            }
            try database.cachedStatement(
                sql: "DELETE FROM \(tables[.content]) WHERE name = ? "
                    + conditions.joined(separator: " ")
            ).execute(arguments: [name, name, name])
        }
    }
}

extension StoreTables {
    func addContents(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE \(self[.content])(
                    name TEXT NOT NULL PRIMARY KEY, preview TEXT NOT NULL, value TEXT NOT NULL
                ) STRICT;
                CREATE INDEX \(self[.changeByOld]) ON \(self[.change])(old)
                    WHERE \(StoredContent.condition("old"));
                CREATE INDEX \(self[.changeByNew]) ON \(self[.change])(new)
                    WHERE \(StoredContent.condition("new"));
                ALTER TABLE \(self[.revision]) ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE \(self[.revision]) ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
                """)
        let content = StoredContent(database: database, tables: self)
        for column in ["old", "new"] {
            // One value after the other, so that memory holds no more.
            let keys = try Row.fetchAll(
                database,
                sql: """
                    SELECT revision, item_key FROM \(self[.change])
                    WHERE length(CAST(\(column) AS BLOB)) > \(StoredContent.smallest)
                    OR \(StoredContent.condition(column))
                    """)
            for key in keys {
                let place: StatementArguments = [
                    try key.decode(Int.self, atIndex: 0), try key.decode(String.self, atIndex: 1),
                ]
                let condition = "WHERE revision = ? AND item_key = ?"
                let text = try String.fetchOne(
                    database, sql: "SELECT \(column) FROM \(self[.change]) \(condition)",
                    arguments: place)
                let name: StatementArguments = [try content.put(text)]
                try database.execute(
                    sql: "UPDATE \(self[.change]) SET \(column) = ? \(condition)",
                    arguments: name + place)
            }
        }
        func size(_ column: String, named: String) -> String {
            """
            coalesce(CASE WHEN \(StoredContent.condition(column)) THEN \(named)
            ELSE length(CAST(\(column) AS BLOB)) END, 0)
            """
        }
        try database.execute(
            sql: """
                UPDATE \(named(.revision)) SET size = (SELECT coalesce(sum(
                    \(size("old", named: "0")) + \(size("new", named: "json_extract(new, '$.size')"))
                    + coalesce(length(CAST(default_value AS BLOB)), 0)), 0)
                    FROM \(self[.change]) AS part WHERE part.revision = revision.number);
                UPDATE \(named(.revision)) SET total = sums.total FROM
                    (SELECT number, sum(size) OVER (ORDER BY number) AS total
                    FROM \(self[.revision])) AS sums WHERE sums.number = revision.number;
                """)
    }
}
