import GRDB

/// What the recorded changes say, asked inside a transaction.
struct History {
    private let database: Database
    private let schema: Schema

    init(_ database: Database, _ snapshot: Snapshot) {
        self.database = database
        schema = snapshot.schema
    }

    /// What a setting was when `revision` was the newest; only for one that was changed since.
    func side(of key: String, at revision: Int) throws(StoreError) -> Change.Side {
        try StoreError.wrapping {
            let statement = try database.cachedStatement(
                sql: "SELECT old FROM change WHERE item_key = ? AND revision > ? "
                    + "ORDER BY revision LIMIT 1")
            let row = try Row.fetchOne(statement, arguments: [key, revision])
            let isSecret = schema.settings[key]?.isSecret ?? false
            return Change.Side(stored: row?["old"], isSecret: isSecret)
        }
    }

    /// Who made a revision.
    func origin(of revision: Int) throws(StoreError) -> Origin? {
        try StoreError.wrapping {
            let statement = try database.cachedStatement(
                sql: "SELECT origin FROM revision WHERE number = ?")
            return try String.fetchOne(statement, arguments: [revision]).flatMap(Origin.init)
        }
    }
}
