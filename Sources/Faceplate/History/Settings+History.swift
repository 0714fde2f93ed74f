package import Foundation

extension Settings {
    /// The revisions that the store has, and their undo.
    public var history: SettingsHistory { SettingsHistory(settings: self) }
}

/// The history of settings (`Settings.history`).
public struct SettingsHistory: Sendable {
    let settings: Settings

    /// Returns revisions from the store, newest first, each with all its changes.
    ///
    /// Values of more than 64 KiB are only named (`Change.Side.large`), and fewer revisions are returned, but at least
    /// one, if they would hold more than 4 MiB: the next call continues before the last of them.
    ///
    /// Reads the file on the caller's thread, in parallel with writes. This can take some milliseconds, so do not call
    /// it on a thread that must not block. Secrets appear without their values.
    ///
    /// - Parameters:
    ///   - before: an upper bound: only revisions with a smaller number are returned; all if `nil`.
    ///   - limit: the maximum number of revisions; 0 or less returns none.
    ///   - key: a key that the revisions changed; the schema need not have it anymore.
    /// - Throws: `StoreError` if the file cannot be read.
    public func revisions(
        before: Int? = nil, limit: Int, of key: String? = nil
    ) throws(StoreError) -> [Revision] {
        guard limit > 0 else { return [] }
        let schema = settings.snapshot.schema
        return try settings.readingHistory {
            let query = RevisionQuery(
                before: before, key: key, isNewestFirst: true, limit: limit)
            return try $0.namedRevisions(query).map { Revision($0, schema: schema) }
        }
    }

    /// Returns a revision by its number, from memory if it is one of the newest 256, else from the store.
    ///
    /// Values of more than 64 KiB are only named; see `change(of:in:)`.
    ///
    /// It may read the file on the caller's thread; `recentRevision` never does.
    ///
    /// - Returns: `nil` if there is no such revision, or history no longer holds it.
    /// - Throws: `StoreError` if the file cannot be read.
    public func revision(_ number: Int) throws(StoreError) -> Revision? {
        if let recent = settings.recentRevision(number) { return recent }
        guard number > 0, number <= settings.revision else { return nil }
        let schema = settings.snapshot.schema
        return try settings.readingHistory {
            try Revision.numbered(number, $0, schema: schema, namesLargeValues: true)
        }
    }

    /// Returns one change of a revision with its values, also large ones; `nil` if history does not hold it.
    ///
    /// It reads the file on the caller's thread. Secrets appear without their values.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
    public func change(of key: String, in number: Int) throws(StoreError) -> Change? {
        try settings.wholeRevision(number)?.changes.first { $0.key == key }
    }

    /// Undoes the changes of a revision, as the program; see `Reversal`.
    ///
    /// - Parameters:
    ///   - key: the key whose change is undone; all if `nil`.
    ///   - isForced: `true` to override settings that were changed again since.
    /// - Throws: `ApplyError` if it is rejected, usually because of a conflict, or the store cannot be written.
    @discardableResult
    public func undo(
        _ revision: Int, key: String? = nil, isForced: Bool = false
    ) async throws(ApplyError) -> Outcome {
        let reversal = Reversal(.undo(revision, key: key), isForced: isForced)
        return try await settings.apply(Batch([], origin: .program, reversal: reversal))
    }

    /// Restores all values to those at the time when a revision was the newest, as the program.
    ///
    /// Values that the schema no longer accepts stay unchanged, and are listed in `Outcome.skipped`.
    ///
    /// - Throws: `ApplyError` if it is rejected or the store cannot be written.
    @discardableResult
    public func restore(_ revision: Int) async throws(ApplyError) -> Outcome {
        try await settings.apply(
            Batch([], origin: .program, reversal: Reversal(.restore(revision), isForced: true)))
    }
}

extension Settings {
    func wholeRevision(_ number: Int) throws(StoreError) -> Revision? {
        let recent = recentRevision(number)
        if let recent, !recent.hasLargeValues { return recent }
        guard number > 0, number <= revision else { return nil }
        let schema = snapshot.schema
        var whole = try readingHistory { try Revision.numbered(number, $0, schema: schema) }
        whole?.newDefaults = recent?.newDefaults ?? []
        return whole
    }

    /// Also if history no longer holds that revision; `nil` if no change of the key is known.
    ///
    /// It may read the file on the caller's thread.
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

    /// By the key of a setting (`Batch.agreements`); reads the file on the caller's thread.
    package func agreements() throws(StoreError) -> [String: String] {
        try readingHistory { try $0.records(.agreement) }
    }

    /// `nil` if history holds none; reads the file on the caller's thread.
    package func newestRevision(at time: Date) throws(StoreError) -> Int? {
        let query = RevisionQuery(
            until: RevisionTime.text(time), isNewestFirst: true, limit: 1)
        return try readingHistory { try $0.namedRevisions(query).first?.number }
    }

    /// Returns the number of the oldest revision in history; `nil` before the first change.
    ///
    /// It is greater than 1 if older revisions were removed (`Schema.history`). Reads the file as `revisions` does.
    package func oldestRevision() throws(StoreError) -> Int? {
        try readingHistory { try $0.oldestRevision() }
    }

    fileprivate func readingHistory<T>(
        _ body: (any StorageReader) throws -> T
    ) throws(StoreError) -> T {
        if isClosed { throw .closed }
        return try store.reading(body)
    }
}
