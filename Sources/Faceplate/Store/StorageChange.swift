public import FaceplateSchema

/// What a storage is to keep from now on: all of it or nothing.
public struct StorageChange: Sendable {
    /// What becomes of one record.
    public enum Edit<Record: Sendable>: Sendable {
        /// It is there from now on, in the place of the one before.
        case set(Record)
        /// It is there no longer.
        case removed

        /// The record that is there afterwards.
        public var record: Record? { if case .set(let record) = self { record } else { nil } }
    }

    /// Another schema; `nil` where it stays.
    public var panel: StoredState.Panel?
    /// The same schema, for a storage that shows its groups and items to other programs.
    public var schema: Schema?
    /// All words by locale and key, which take the place of those before; `nil` where they stay.
    public var labels: [String: [String: String]]?
    /// By key.
    public var values: [String: Edit<StoredState.Entry>] = [:]
    /// By key.
    public var secrets: [String: Edit<StoredState.Secret>] = [:]
    /// Keys that are an earlier schema's now, or are a setting again (`false`).
    public var retired: [String: Bool] = [:]
    /// By number.
    public var parked: [Int64: Edit<StoredState.Parked>] = [:]
    /// By key.
    public var running: [String: Edit<StoredState.Running>] = [:]
    /// By the key of a setting: what was agreed on with other machines.
    public var agreements: [String: Edit<String>] = [:]
    /// Keys whose values history loses: of each it says only whether it was set (`{"set":true}`), and
    /// no default.
    public var redacted: Set<String> = []
    /// What history gets, the oldest first.
    public var revisions: [StoredRevision] = []
    /// History loses the revisions up to this number; it never loses the newest.
    public var forgottenThrough: Int?
    /// What tells the state afterwards from all others.
    public var version: StorageVersion

    /// Nothing, so far.
    public init(to version: StorageVersion) {
        self.version = version
    }
}

extension StorageChange {
    /// Nothing so far, over a state.
    init(over state: StoredState) {
        self.init(to: state.version)
    }

    /// Keeps a revision: itself, and the values that its changes leave.
    ///
    /// - Parameter sealed: the sealed form of each secret that it sets.
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
            case .value, .json:
                guard let text = change.new.stored else { continue }
                values[change.key] = .set(.init(value: text, revision: revision.number))
            }
        }
    }

    /// Keeps another schema, its words, and which keys are none of its.
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

    /// Follows the settings whose keys are others now.
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

    /// Keeps what the program works with from now on.
    ///
    /// - Throws: `StoreError.damaged` where marks cannot count any further.
    mutating func mark(
        _ running: [(key: String, running: Applied.Running)], by marker: Applied.Marker
    ) throws(StoreError) {
        guard !running.isEmpty else { return }
        let (mark, isTooLarge) = version.mark.addingReportingOverflow(1)
        guard !isTooLarge else { throw StoreError(.damaged, "The mark is too large.") }
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
    /// Without U+0000.
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
