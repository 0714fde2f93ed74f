package import Foundation

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
            let query = RevisionQuery(
                before: before, key: key, isNewestFirst: true, limit: limit)
            return try $0.revisions(query).map { Revision($0, schema: schema) }
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

    /// When a key was last changed, and who did; also where history does not hold that revision any
    /// more.
    ///
    /// May read the file on the caller's thread.
    ///
    /// - Returns: `nil` where nothing is known of it.
    /// - Throws: `StoreError` where the file cannot be read.
    package func lastChange(
        of key: String
    ) throws(StoreError) -> (time: Date, origin: Origin)? {
        let snapshot = snapshot
        guard let number = snapshot.lastChange(of: key) else { return nil }
        if let recent = recentRevision(number) { return (recent.time, recent.origin) }
        guard let stored = try readingHistory({ try $0.lastChange(of: key) }) else { return nil }
        let revision = Revision(stored, schema: snapshot.schema)
        return (revision.time, revision.origin)
    }

    /// What was agreed on with other machines, by the key of a setting (`Batch.agreements`).
    ///
    /// Reads the file on the caller's thread.
    ///
    /// - Throws: `StoreError` where the file cannot be read.
    package func agreements() throws(StoreError) -> [String: String] {
        try readingHistory { try $0.agreements() }
    }

    /// The number of the oldest revision that history holds; `nil` before the first change.
    ///
    /// Over 1 where older ones were removed (`Schema.history`). Reads the file as `revisions` does.
    public func oldestRevision() throws(StoreError) -> Int? {
        try readingHistory { try $0.revisions(RevisionQuery(limit: 1)).first?.number }
    }

    /// Takes back what a revision changed, as the program; see `Reversal`.
    ///
    /// - Parameters:
    ///   - key: only its change of this key.
    ///   - isForced: whether it wins over what was changed again since.
    /// - Throws: what was refused, above all a conflict, or that the store cannot be written.
    @discardableResult
    public func undo(
        _ revision: Int, key: String? = nil, isForced: Bool = false
    ) async throws(ApplyError) -> Outcome {
        let reversal = Reversal(.undo(revision, key: key), isForced: isForced)
        return try await apply(Batch([], origin: .program, reversal: reversal))
    }

    /// Brings everything back to what it was when a revision was the newest, as the program.
    ///
    /// What the schema does not take any more is left as it is, and named in `Outcome.skipped`.
    ///
    /// - Throws: what was refused, or that the store cannot be written.
    @discardableResult
    public func restore(_ revision: Int) async throws(ApplyError) -> Outcome {
        try await apply(
            Batch([], origin: .program, reversal: Reversal(.restore(revision), isForced: true)))
    }

    private func readingHistory<T>(
        _ body: (any StorageReader) throws -> T
    ) throws(StoreError) -> T {
        guard !state.withLock({ $0.isClosed }) else {
            throw StoreError(.closed, "The settings were closed.")
        }
        return try StoreError.wrapping { try store.read(body) }
    }
}
