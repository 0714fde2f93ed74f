import GRDB

extension Settings {
    /// Revisions that the store holds, newest first, each with all that it changed.
    ///
    /// Reads the file on the caller's thread, beside the writes: it may take some milliseconds, and
    /// is not for a thread that must not wait. A secret is only said to be set.
    ///
    /// - Parameters:
    ///   - before: only those with a smaller number; all where `nil`.
    ///   - limit: how many at the most; 0 or less gives none.
    ///   - key: only those that changed this key, which the schema need not have any more.
    /// - Throws: `StoreError` where the file cannot be read.
    public func revisions(
        before: Int? = nil, limit: Int, of key: String? = nil
    ) throws(StoreError) -> [Revision] {
        guard limit > 0 else { return [] }
        let schema = snapshot.schema
        return try readingHistory {
            try Revision.newest(limit, before: before, of: key, $0, schema: schema)
        }
    }

    /// A revision by its number: from memory where it is one of the newest 256, else from the store.
    ///
    /// May read the file on the caller's thread; `recentRevision` never does.
    ///
    /// - Returns: `nil` where there is none of that number, or history has lost it.
    /// - Throws: `StoreError` where the file cannot be read.
    public func revision(_ number: Int) throws(StoreError) -> Revision? {
        if let recent = recentRevision(number) { return recent }
        guard number > 0, number <= revision else { return nil }
        let schema = snapshot.schema
        return try readingHistory { try Revision.numbered(number, $0, schema: schema) }
    }

    private func readingHistory<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
        guard !state.withLock({ $0.isClosed }) else {
            throw StoreError(.closed, "The settings were closed.")
        }
        return try store.readBeside(body)
    }
}
