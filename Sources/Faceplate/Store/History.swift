import Foundation
import GRDB

/// What the recorded changes say: asked inside a transaction, or of revisions that are at hand.
struct History {
    private let database: Database?
    private let known: [Revision]
    private let schema: Schema

    init(_ database: Database, _ snapshot: Snapshot) {
        self.database = database
        known = []
        schema = snapshot.schema
    }

    /// Knows these revisions alone.
    init(_ known: [Revision], _ snapshot: Snapshot) {
        database = nil
        self.known = known
        schema = snapshot.schema
    }

    /// The numbers of the oldest revision that is kept and of the newest; 1 and 0 before the first.
    func bounds() throws(StoreError) -> (first: Int, last: Int) {
        guard let database else { return (known.first?.number ?? 1, known.last?.number ?? 0) }
        return try StoreError.wrapping { try database.historyBounds() }
    }

    /// What a setting was when `revision` was the newest; only for one that was changed since.
    ///
    /// - Returns: `nil` where history does not go back so far.
    func side(of key: String, at revision: Int) throws(StoreError) -> Change.Side? {
        guard let database, try revision >= bounds().first - 1 else { return nil }
        return try StoreError.wrapping {
            let statement = try database.cachedStatement(
                sql: "SELECT old FROM change WHERE item_key = ? AND revision > ? "
                    + "ORDER BY revision LIMIT 1")
            let row = try Row.fetchOne(statement, arguments: [key, revision])
            return Change.Side(stored: row?["old"], isSecret: isSecret(key))
        }
    }

    /// What all keys were that were changed after `revision`, which history holds.
    func sides(at revision: Int) throws(StoreError) -> [(key: String, side: Change.Side)] {
        guard let database else { return [] }
        return try StoreError.wrapping {
            // SQLite takes `old` from the row that has the minimum.
            try Row.fetchAll(
                database,
                sql: "SELECT item_key, old, min(revision) FROM change WHERE revision > ? "
                    + "GROUP BY item_key ORDER BY item_key",
                arguments: [revision]
            ).map { row in
                let key: String = row["item_key"]
                return (key, Change.Side(stored: row["old"], isSecret: isSecret(key)))
            }
        }
    }

    /// A revision with its changes; `nil` where history does not hold it.
    func revision(_ number: Int) throws(StoreError) -> Revision? {
        guard let database else { return known.first { $0.number == number } }
        return try StoreError.wrapping {
            try Revision.numbered(number, database, schema: schema)
        }
    }

    /// The revision that was the newest at a moment; `nil` where history does not go back so far.
    func newest(at time: Date) throws(StoreError) -> Int? {
        guard let database else { return known.last { $0.time <= time }?.number }
        return try StoreError.wrapping {
            try Int.fetchOne(
                database,
                sql: "SELECT number FROM revision WHERE time <= ? ORDER BY number DESC LIMIT 1",
                arguments: [RevisionTime.text(time)])
        }
    }

    /// Who made a revision, and when.
    func maker(of revision: Int) throws(StoreError) -> (origin: Origin, time: Date)? {
        guard let database else {
            return known.first { $0.number == revision }.map { ($0.origin, $0.time) }
        }
        return try StoreError.wrapping {
            let statement = try database.cachedStatement(
                sql: "SELECT origin, time FROM revision WHERE number = ?")
            guard let row = try Row.fetchOne(statement, arguments: [revision]),
                let origin = Origin(rawValue: row["origin"]),
                let time = RevisionTime.date(row["time"])
            else { return nil }
            return (origin, time)
        }
    }

    private func isSecret(_ key: String) -> Bool { schema.settings[key]?.isSecret ?? false }
}

extension Database {
    /// The numbers of the oldest revision that is kept and of the newest; 1 and 0 before the first.
    func historyBounds() throws -> (first: Int, last: Int) {
        let statement = try cachedStatement(
            sql: "SELECT (SELECT min(number) FROM revision), (SELECT max(number) FROM revision)")
        let row = try Row.fetchOne(statement)
        return (row?[0] ?? 1, row?[1] ?? 0)
    }
}

extension KeyConflict {
    init(
        _ key: String, theirs: Change.Side, mine: Change.Side, _ snapshot: Snapshot,
        _ history: History
    ) {
        let revision = snapshot.lastChanges[key] ?? snapshot.revision
        // Who it was is told where it is known; the conflict itself does not hang on it.
        let maker = (try? history.maker(of: revision)) ?? nil
        self.init(
            key: key, theirs: theirs, revision: revision, origin: maker?.origin,
            time: maker?.time, mine: mine)
    }
}
