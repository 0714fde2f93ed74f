/// All content of a storage in one piece, for a storage that holds it in memory or writes it as a whole.
///
/// It is not safe to share between threads by itself; its owner must protect it.
public struct StorageContents: Sendable, Hashable, Codable, StorageReader {
    private var current = StoredState()
    private var words: [String: [String: String]] = [:]
    /// Oldest first.
    private var history: [StoredRevision] = []
    /// The last changes of keys that history has lost; missing in contents from before 0.7.
    private var lostChanges: [String: StoredRevision]? = [:]
    /// The records by kind and name; missing in contents from before 0.9.
    private var kept: [String: [String: String]]?
    /// The records of contents from before 0.9.
    private var agreed: [String: String]?
    private var admitted: [String: String]?
    private var saved: [String: String]?
    private var handled: Int?
    /// The size of the history in bytes; missing in contents from before 0.9.
    private var held: Int?

    /// Creates the contents of an empty storage.
    public init() {}

    /// Applies a change.
    public mutating func apply(_ change: StorageChange) {
        current.apply(change)
        for index in history.indices where !change.redacted.isEmpty {
            history[index].redact(change.redacted)
        }
        if let labels = change.labels { words = labels }
        held = size + change.revisions.reduce(0) { $0 + $1.size }
        history += change.revisions
        if let last = change.forgottenThrough {
            for revision in history.prefix(while: { $0.number <= last }) {
                held = size - revision.size
            }
            for revision in history.prefix(while: { $0.number <= last }) { lose(revision) }
            history.removeFirst(history.prefix { $0.number <= last }.count)
        }
        for (kind, edits) in change.records {
            let records = records(kind).applying(edits)
            kept = kept ?? [:]
            kept?[kind.rawValue] = records
            forgetFormer(kind)
        }
    }

    /// Retains the time and source of the changes in a revision that history loses.
    private mutating func lose(_ revision: StoredRevision) {
        var lost = lostChanges ?? [:]
        for change in revision.changes { lost[change.key] = revision.bare }
        lostChanges = lost
    }

    private var size: Int { held ?? history.reduce(0) { $0 + $1.size } }

    /// Returns the last of the oldest revisions that exceed a size.
    public func lastRevision(exceeding size: Int, among most: Int) -> Int? {
        var rest = self.size
        return history.prefix(most).prefix { revision in
            defer { rest -= revision.size }
            return rest > size
        }.last?.number
    }

    /// Returns the identifier of this state.
    public func version() -> StorageVersion { current.version }

    /// Returns all content except labels and history.
    public func state() -> StoredState { current }

    /// Returns the labels by locale and key.
    public func labels() -> [String: [String: String]] { words }

    /// Returns the revisions that match a query.
    public func revisions(_ query: RevisionQuery) -> [StoredRevision] {
        var found: [StoredRevision] = []
        var bytes = 0
        func add(_ revision: StoredRevision) -> Bool {
            guard found.count < query.limit ?? .max else { return false }
            guard query.matches(revision) else { return true }
            let revision = query.namesLargeValues ? revision.named : revision
            bytes += revision.heldSize
            guard found.isEmpty || bytes <= query.size ?? .max else { return false }
            found.append(revision)
            return true
        }
        if query.isNewestFirst {
            for revision in history.reversed() where !add(revision) { break }
        } else {
            for revision in history where !add(revision) { break }
        }
        return found
    }

    /// Returns the revision that last changed a key.
    public func lastChange(of key: String) -> StoredRevision? {
        revisions(RevisionQuery(key: key, isNewestFirst: true, limit: 1)).first?.bare
            ?? lostChanges?[key]
    }

    /// Returns the records of a kind.
    public func records(_ kind: StoredState.RecordKind) -> [String: String] {
        kept?[kind.rawValue] ?? formerRecords(kind)
    }

    private func formerRecords(_ kind: StoredState.RecordKind) -> [String: String] {
        switch kind {
        case .agreement: agreed ?? [:]
        case .credential: admitted ?? [:]
        case .profile: saved ?? [:]
        case .handled: handled.map { [StoredState.RecordKind.handledRevision: String($0)] } ?? [:]
        }
    }

    private mutating func forgetFormer(_ kind: StoredState.RecordKind) {
        switch kind {
        case .agreement: agreed = nil
        case .credential: admitted = nil
        case .profile: saved = nil
        case .handled: handled = nil
        }
    }
}

extension StoredRevision {
    mutating func redact(_ keys: Set<String>) {
        let set = Faceplate.Change.Side.secret.stored
        for index in changes.indices where keys.contains(changes[index].key) {
            if changes[index].old != nil { changes[index].old = set }
            if changes[index].new != nil { changes[index].new = set }
            changes[index].defaultValue = nil
            if changes[index].oldLarge.take() != nil { changes[index].old = set }
            if changes[index].newLarge.take() != nil { changes[index].new = set }
        }
    }
}
