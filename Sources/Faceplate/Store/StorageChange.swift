public import FaceplateSchema

/// A change to the content of a storage, which is stored completely or not at all.
public struct StorageChange: Sendable {
    /// A change of one record.
    public enum Edit<Record: Sendable>: Sendable {
        /// Adds the record, or replaces the previous one.
        case set(Record)
        /// Removes the record.
        case removed

        /// `nil` removes the record.
        init(_ record: Record?) { self = record.map(Self.set) ?? .removed }

        /// The record after the change; `nil` if it is removed.
        public var record: Record? { if case .set(let record) = self { record } else { nil } }
    }

    /// The new schema; `nil` if it stays the same.
    public var panel: StoredState.Panel?
    /// The same schema as an object, for a storage that shows its groups and items to other programs.
    public var schema: Schema?
    /// All labels by locale and key, which replace the previous ones; `nil` if they stay the same.
    public var labels: [String: [String: String]]?
    /// The changed values, by key.
    public var values: [String: Edit<StoredState.Entry>] = [:]
    /// The changed secrets, by key.
    public var secrets: [String: Edit<StoredState.Secret>] = [:]
    /// Keys that only an earlier schema has (`true`), or that are settings again (`false`).
    public var retired: [String: Bool] = [:]
    /// The changed parked values, by number.
    public var parked: [Int64: Edit<StoredState.Parked>] = [:]
    /// The changed values in use, by key.
    public var running: [String: Edit<StoredState.Running>] = [:]
    /// The changed ends of values that are set for a time, by key.
    public var temporaries: [String: Edit<StoredState.Temporary>] = [:]
    /// The changed records, by kind and name.
    public var records: [StoredState.RecordKind: [String: Edit<String>]] = [:]
    /// Keys whose values are removed from history.
    ///
    /// History then only holds whether each was set (`{"set":true}`), and no default.
    public var redacted: Set<String> = []
    /// The new revisions, oldest first.
    public var revisions: [StoredRevision] = []
    /// The number up to which history loses its revisions; it never loses the newest.
    public var forgottenThrough: Int?
    /// The identifier of the state after the change.
    public var version: StorageVersion

    /// Creates an empty change.
    public init(to version: StorageVersion) {
        self.version = version
    }
}

extension Dictionary where Value: Sendable {
    func applying(_ edits: [Key: StorageChange.Edit<Value>]) -> Self {
        edits.reduce(into: self) { $0[$1.key] = $1.value.record }
    }
}

extension StorageChange {
    /// The change of a record; `nil` if it stays the same.
    public subscript(kind: StoredState.RecordKind, name: String) -> Edit<String>? {
        get { records[kind]?[name] }
        set { records[kind, default: [:]][name] = newValue }
    }

    mutating func record(_ revision: Revision, sealed: [String: StoredState.Secret] = [:]) {
        revisions.append(StoredRevision(revision))
        version.revision = revision.number
        for change in revision.changes {
            switch change.new {
            case .onDefault:
                if case .secret = change.old {
                    secrets[change.key] = .removed
                } else {
                    values[change.key] = .removed
                }
            case .secret:
                if let secret = sealed[change.key] { secrets[change.key] = .set(secret) }
            // `Intent` makes no change to a value that is only named.
            case .large: continue
            case .value, .json:
                guard let text = change.new.stored else { continue }
                values[change.key] = .set(.init(value: text, revision: revision.number))
            }
        }
    }

    mutating func adopt(
        _ schema: Schema, labels: LabelCatalog, digest: String, retiring keys: [String],
        over state: StoredState
    ) {
        panel = StoredState.Panel(
            key: schema.key, version: schema.version, digest: digest, schema: schema.canonicalJSON)
        self.schema = schema
        version.digest = digest
        self.labels = labels.texts.mapValues { texts in
            Dictionary(texts.map { ($0.storable, $1.storable) }) { first, _ in first }
        }
        for key in keys { retired[key] = true }
        for key in schema.keys where state.retired.contains(key) { retired[key] = false }
        renameRunning(in: schema, over: state)
    }

    private mutating func renameRunning(in schema: Schema, over state: StoredState) {
        var known = state.running
        for setting in schema.restartSettings {
            for former in setting.renamedFrom where known[setting.key] == nil {
                guard let running = known.removeValue(forKey: former) else { continue }
                known[setting.key] = running
                self.running[former] = .removed
                self.running[setting.key] = .set(running)
            }
        }
    }

    mutating func mark(
        _ running: [(key: String, running: Applied.Running)], by marker: Applied.Marker
    ) throws(StoreError) {
        guard !running.isEmpty else { return }
        let mark = try StoreError.number(after: version.mark, of: "mark")
        version.mark = mark
        for (key, running) in running {
            self.running[key] = .set(
                .init(
                    value: running.value.map { JSONWriter().text($0.json) },
                    revision: running.revision, marker: marker.rawValue, mark: mark))
        }
    }
}

extension String {
    fileprivate var storable: String {
        utf8.contains(0)
            ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
            : self
    }
}

extension StoredRevision {
    init(_ revision: Revision) {
        self.init(
            number: revision.number, time: RevisionTime.text(revision.time),
            origin: revision.origin.rawValue, actor: revision.actor?.storable,
            note: revision.note?.storable,
            changes: revision.changes
                .map { change in
                    Change(
                        key: change.key, old: change.old.stored, new: change.new.stored,
                        defaultValue: revision.defaults[change.key].map {
                            JSONWriter().text($0.json)
                        })
                }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }
}

struct ChangedReader: StorageReader {
    let base: any StorageReader
    let change: StorageChange

    func version() -> StorageVersion { change.version }

    func state() throws -> StoredState {
        var state = try base.state()
        state.apply(change)
        return state
    }

    func labels() throws -> [String: [String: String]] { try change.labels ?? base.labels() }

    func revisions(_ query: RevisionQuery) throws -> [StoredRevision] {
        let remaining = try base.revisions(query).map { revision in
            var revision = revision
            revision.redact(change.redacted)
            return revision
        }
        let new = change.revisions.filter(query.matches)
        let all = query.isNewestFirst ? new.reversed() + remaining : remaining + new
        return Array(all.prefix(query.limit ?? .max))
    }

    func oldestRevision() throws -> Int? {
        try base.oldestRevision() ?? change.revisions.first?.number
    }

    func lastRevision(exceeding size: Int, among most: Int) throws -> Int? {
        let new = change.revisions.reduce(0) { $0 + $1.size }
        return try base.lastRevision(exceeding: max(size - new, 0), among: most)
    }

    func lastChange(of key: String) throws -> StoredRevision? {
        let query = RevisionQuery(key: key)
        return try change.revisions.last(where: query.matches)?.bare
            ?? base.lastChange(of: key)
    }

    func records(_ kind: StoredState.RecordKind) throws -> [String: String] {
        try base.records(kind).applying(change.records[kind] ?? [:])
    }
}
