/// All that a storage keeps, in one piece: for one that holds it in memory, or writes it as a whole.
///
/// Not safe to share by itself: whoever holds it guards it.
public struct StorageContents: Sendable, Hashable, Codable, StorageReader {
    private var current = StoredState()
    private var words: [String: [String: String]] = [:]
    /// The oldest first.
    private var history: [StoredRevision] = []

    /// Those of an empty storage.
    public init() {}

    /// Makes a change.
    public mutating func apply(_ change: StorageChange) {
        current.apply(change)
        if let labels = change.labels { words = labels }
        history += change.revisions
        if let last = change.forgottenThrough {
            history.removeFirst(history.prefix { $0.number <= last }.count)
        }
    }

    /// What tells them from all others.
    public func version() -> StorageVersion { current.version }

    /// All but words and history.
    public func state() -> StoredState { current }

    /// The words by locale and key.
    public func labels() -> [String: [String: String]] { words }

    /// The revisions that a query asks for.
    public func revisions(_ query: RevisionQuery) -> [StoredRevision] {
        var found: [StoredRevision] = []
        func take(_ revision: StoredRevision) -> Bool {
            guard found.count < query.limit ?? .max else { return false }
            if query.matches(revision) { found.append(revision) }
            return true
        }
        if query.isNewestFirst {
            for revision in history.reversed() where !take(revision) { break }
        } else {
            for revision in history where !take(revision) { break }
        }
        return found
    }
}
