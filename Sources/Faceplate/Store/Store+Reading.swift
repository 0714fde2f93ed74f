public import Foundation
import GRDB

/// The panel's one row.
struct PanelRow: Sendable {
    let key: String
    let version: Int
    let digest: String
    let revision: Int
    let schema: String

    init?(_ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "SELECT key, version, digest, revision, schema FROM panel")
        guard let row = try Row.fetchOne(statement) else { return nil }
        key = row["key"]
        version = row["version"]
        digest = row["digest"]
        revision = row["revision"]
        schema = row["schema"]
    }

    /// Whether a snapshot is of the state that the store is in: what each write asks first.
    static func isState(_ snapshot: Snapshot, _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT digest, revision FROM panel")
        guard let row = try Row.fetchOne(statement) else { return true }
        let mark = try Applied.mark(database)
        return row["digest"] == snapshot.digest && row["revision"] == snapshot.revision
            && mark == snapshot.applied.mark
    }

    /// The schema that the store holds.
    ///
    /// - Throws: `StoreError.newer` where this program cannot read it.
    ///
    /// - Parameter controls: the program's own controls.
    func storedSchema(controls: [any CustomControl] = []) throws -> Schema {
        do {
            let schema = try SchemaReader.read(
                Array(schema.utf8), name: key, controls: controls)
            return schema
        } catch {
            throw StoreError(
                .newer,
                "The database holds a schema that this program cannot read: "
                    + (error.problems.first?.description ?? ""))
        }
    }
}

/// A value put aside because the schema has no place for it.
public struct ParkedValue: Sendable, Hashable {
    /// The key that it was set under.
    public let key: String
    /// As the store kept it; `{"set": true}` for a secret.
    public let value: JSONValue
    /// One sentence.
    public let reason: String
    /// The newest revision when it was parked.
    public let revision: Int
}

extension Snapshot {
    /// Reads everything.
    convenience init(
        _ database: Database, schema: Schema, labels: LabelCatalog, panel: PanelRow,
        locks: [String: LockedValue]
    ) throws {
        var stored: [String: Stored] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT item_key, value, revision FROM setting")
        {
            let key: String = row["item_key"]
            // Another program may have written what it liked: broken JSON is as good as no value.
            guard let json = try? JSONReader.read(row["value"] as String) else { continue }
            let rules = schema.settings[key]?.rules
            let value = rules.map { try? $0.value(fromJSON: json) } ?? Value(json: json)
            stored[key] = Stored(json: json, value: value, revision: row["revision"])
        }
        let secrets = try Row.fetchAll(database, sql: "SELECT item_key, revision FROM secret")
        let changes = try Row.fetchAll(
            database, sql: "SELECT item_key, max(revision) AS last FROM change GROUP BY item_key")
        let retired = try String.fetchSet(database, sql: "SELECT key FROM retired")
        self.init(
            schema: schema, labels: labels, revision: panel.revision, digest: panel.digest,
            stored: stored,
            secrets: secrets.reduce(into: [:]) { $0[$1["item_key"]] = $1["revision"] },
            lastChanges: changes.reduce(into: [:]) { $0[$1["item_key"]] = $1["last"] },
            retired: retired, locks: locks, applied: try Applied(database, schema))
    }
}

extension LabelCatalog {
    /// The words that the store last read.
    init(_ database: Database) throws {
        self.init()
        for row in try Row.fetchAll(database, sql: "SELECT locale, key, text FROM label") {
            if let locale = LocaleTag(row["locale"] as String) {
                set(row["text"], for: row["key"], in: locale)
            }
        }
    }
}

extension Revision {
    /// The newest revisions, at most `limit`, oldest first.
    static func recent(_ limit: Int, _ database: Database, schema: Schema) throws -> [Revision] {
        try newest(limit, database, schema: schema).reversed()
    }

    /// The newest revisions, at most `limit`, newest first.
    ///
    /// - Parameters:
    ///   - before: only those with a smaller number.
    ///   - key: only those that changed it.
    static func newest(
        _ limit: Int, before: Int? = nil, of key: String? = nil, _ database: Database,
        schema: Schema
    ) throws -> [Revision] {
        let numbers =
            key == nil
            ? "revision WHERE number < ?1 ORDER BY number"
            : "change JOIN revision ON number = change.revision "
                + "WHERE item_key = ?3 AND change.revision < ?1 ORDER BY change.revision"
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT number, time, origin, actor, note FROM \(numbers) DESC LIMIT ?2",
            arguments: StatementArguments([before ?? Int.max, limit] + (key.map { [$0] } ?? [])))
        return try rows.map { try Revision($0, database, schema: schema) }
    }

    /// One revision; `nil` where there is none of that number.
    static func numbered(
        _ number: Int, _ database: Database, schema: Schema
    ) throws -> Revision? {
        let statement = try database.cachedStatement(
            sql: "SELECT number, time, origin, actor, note FROM revision WHERE number = ?")
        return try Row.fetchOne(statement, arguments: [number])
            .map { try Revision($0, database, schema: schema) }
    }

    /// Revisions after `number`, oldest first.
    static func after(_ number: Int, _ database: Database, schema: Schema) throws -> [Revision] {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT number, time, origin, actor, note FROM revision WHERE number > ? "
                + "ORDER BY number",
            arguments: [number])
        return try rows.map { row in
            var revision = try Revision(row, database, schema: schema)
            revision.isExternal = true
            return revision
        }
    }

    private init(_ row: Row, _ database: Database, schema: Schema) throws {
        number = row["number"]
        time = RevisionTime.date(row["time"]) ?? Date(timeIntervalSince1970: 0)
        origin = Origin(rawValue: row["origin"]) ?? .program
        actor = row["actor"]
        note = row["note"]
        let statement = try database.cachedStatement(
            sql: "SELECT item_key, old, new FROM change WHERE revision = ? ORDER BY item_key")
        changes = try Row.fetchAll(statement, arguments: [number]).map { row in
            let key: String = row["item_key"]
            let isSecret = schema.settings[key]?.isSecret ?? false
            return Change(
                key: key, old: Change.Side(stored: row["old"], isSecret: isSecret),
                new: Change.Side(stored: row["new"], isSecret: isSecret))
        }
    }
}

/// The store's form of a time: UTC, RFC 3339 with milliseconds.
public enum RevisionTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// `2026-11-20T07:30:00.000Z`.
    public static func text(_ date: Date) -> String {
        // The style cuts off; half a millisecond more makes it round.
        date.addingTimeInterval(0.0005).formatted(style)
    }

    /// Reads RFC 3339: to the second with any offset, or as the store writes it.
    ///
    /// A time without an offset is `nil`: nobody knows where it was.
    public static func date(_ text: String) -> Date? {
        if let date = try? style.parse(text), self.text(date) == text { return date }
        guard let (local, offset) = CivilTime.read(text), let offset else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970 - offset))
    }
}

/// A parked value with the row that holds it.
struct ParkedRow: Sendable {
    let id: Int64
    let parked: ParkedValue

    /// All, key by key, the oldest first.
    static func all(_ database: Database) throws -> [ParkedRow] {
        try Row.fetchAll(
            database,
            sql: "SELECT rowid, item_key, value, reason, revision FROM parked "
                + "ORDER BY item_key, rowid"
        ).map { row in
            ParkedRow(
                id: row["rowid"],
                parked: ParkedValue(
                    key: row["item_key"],
                    value: (try? JSONReader.read(row["value"] as String)) ?? nil,
                    reason: row["reason"], revision: row["revision"]))
        }
    }
}
