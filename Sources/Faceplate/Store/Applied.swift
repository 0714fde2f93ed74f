import GRDB

/// The values that the program works with, as it last said.
struct Applied: Sendable {
    /// What a setting was when the program took it.
    struct Running: Sendable, Equatable {
        /// `nil` for a secret, and where there was none.
        let value: Value?
        /// Of a secret the revision that set it, else 0; a secret's value is not kept.
        let revision: Int
    }

    /// Who said it; the words that the store keeps.
    enum Marker: String, Sendable {
        /// The program itself, or a script that starts it.
        case program
        /// A panel that was served while no program had ever said anything.
        case panel
    }

    /// By key; what nobody ever said is not among them.
    private(set) var running: [String: Running] = [:]
    /// Counts up with each time that something was said.
    let mark: Int

    static let none = Applied()

    private init() {
        mark = 0
    }

    init(_ database: Database, _ schema: Schema) throws {
        mark = try Self.mark(database)
        let rows = try Row.fetchAll(database, sql: "SELECT item_key, value, revision FROM applied")
        for row in rows {
            guard let setting = schema.settings[row["item_key"] as String] else { continue }
            let text: String? = row["value"]
            let value = text.flatMap { try? JSONReader.read($0) }.flatMap(setting.adopted)
            // What an earlier schema took in another form cannot be compared.
            if text != nil, value == nil { continue }
            running[setting.key] = Running(value: value, revision: row["revision"])
        }
    }

    /// The newest mark: what each reader asks to see whether something was said since.
    static func mark(_ database: Database) throws -> Int {
        let statement = try database.cachedStatement(
            sql: "SELECT coalesce(max(mark), 0) FROM applied")
        return try Int.fetchOne(statement) ?? 0
    }

    /// Whether a program ever said what it works with.
    static func isSaidByProgram(_ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM applied WHERE marked_by = ?)",
            arguments: [Marker.program.rawValue]) ?? false
    }
}

extension Database {
    /// Keeps what the program works with from now on.
    func write(_ running: [(key: String, running: Applied.Running)], by marker: Applied.Marker)
        throws
    {
        let (mark, isTooLarge) = try Applied.mark(self).addingReportingOverflow(1)
        guard !isTooLarge else { throw StoreError(.damaged, "The mark is too large.") }
        for (key, running) in running {
            try run(
                """
                INSERT INTO applied(item_key, value, revision, marked_by, mark)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT(item_key) DO UPDATE SET value = excluded.value,
                revision = excluded.revision, marked_by = excluded.marked_by, mark = excluded.mark
                """,
                [
                    key, running.value.map { JSONWriter().text($0.json) }, running.revision,
                    marker.rawValue, mark,
                ])
        }
    }

    /// Follows the settings whose keys are others now.
    func renameApplied(in schema: Schema) throws {
        for setting in schema.restartSettings {
            for former in setting.renamedFrom {
                try run(
                    "UPDATE OR IGNORE applied SET item_key = ? WHERE item_key = ?",
                    [setting.key, former])
            }
        }
    }
}
