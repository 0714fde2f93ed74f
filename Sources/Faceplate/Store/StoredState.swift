public import Foundation

/// All that a storage keeps, but for words and history.
///
/// Values are JSON texts; what they mean is the settings' business. No text holds a U+0000, which
/// many databases cannot keep.
public struct StoredState: Sendable, Hashable, Codable {
    /// The schema that the values belong to.
    public struct Panel: Sendable, Hashable, Codable {
        /// `panelKey`.
        public var key: String
        /// `panelVersion`.
        public var version: Int
        /// Of the schema and its words.
        public var digest: String
        /// The whole, as JSON.
        public var schema: String

        /// Makes one.
        public init(key: String, version: Int, digest: String, schema: String) {
            self.key = key
            self.version = version
            self.digest = digest
            self.schema = schema
        }
    }

    /// A value that somebody set.
    public struct Entry: Sendable, Hashable, Codable {
        /// JSON.
        public var value: String
        /// The revision that set it.
        public var revision: Int

        /// Makes one.
        public init(value: String, revision: Int) {
            self.value = value
            self.revision = revision
        }
    }

    /// A secret that is set.
    public struct Secret: Sendable, Hashable, Codable {
        /// Only the storage's key opens it.
        public var sealed: Data
        /// The revision that set it.
        public var revision: Int

        /// Makes one.
        public init(sealed: Data, revision: Int) {
            self.sealed = sealed
            self.revision = revision
        }
    }

    /// A value put aside because the schema has no place for it.
    public struct Parked: Sendable, Hashable, Codable {
        /// The key that it was set under; several may have the same.
        public var key: String
        /// JSON.
        public var value: String
        /// One sentence.
        public var reason: String
        /// The newest revision when it was parked.
        public var revision: Int

        /// Makes one.
        public init(key: String, value: String, reason: String, revision: Int) {
            self.key = key
            self.value = value
            self.reason = reason
            self.revision = revision
        }
    }

    /// What the program runs with of a setting that takes effect after a restart.
    public struct Running: Sendable, Hashable, Codable {
        /// JSON; `nil` for a secret, and where there was none.
        public var value: String?
        /// Of a secret the revision that set it, else 0.
        public var revision: Int
        /// Who said it.
        public var marker: String
        /// Counts up with each time that something was said.
        public var mark: Int

        /// Makes one.
        public init(value: String?, revision: Int, marker: String, mark: Int) {
            self.value = value
            self.revision = revision
            self.marker = marker
            self.mark = mark
        }
    }

    /// `nil` before the first schema.
    public var panel: Panel?
    /// By key.
    public var values: [String: Entry] = [:]
    /// By key.
    public var secrets: [String: Secret] = [:]
    /// The revision that last changed a key, also where history does not hold it any more.
    public var lastChanges: [String: Int] = [:]
    /// Keys that earlier schemas had.
    public var retired: Set<String> = []
    /// By a number that counts up.
    public var parked: [Int64: Parked] = [:]
    /// By key.
    public var running: [String: Running] = [:]
    /// The number of the newest revision; 0 before the first.
    public var revision = 0

    /// That of an empty storage.
    public init() {}

    /// The newest mark.
    var mark: Int { running.values.map(\.mark).max() ?? 0 }

    /// What tells it from all others.
    public var version: StorageVersion {
        StorageVersion(digest: panel?.digest ?? "", revision: revision, mark: mark)
    }

    /// Makes a change; words and history are kept elsewhere.
    public mutating func apply(_ change: StorageChange) {
        if let panel = change.panel { self.panel = panel }
        for (key, edit) in change.values { values[key] = edit.record }
        for (key, edit) in change.secrets { secrets[key] = edit.record }
        for (key, isRetired) in change.retired {
            if isRetired { retired.insert(key) } else { retired.remove(key) }
        }
        for (id, edit) in change.parked { parked[id] = edit.record }
        for (key, edit) in change.running { running[key] = edit.record }
        for next in change.revisions {
            revision = next.number
            for change in next.changes { lastChanges[change.key] = next.number }
        }
    }
}

/// One accepted batch of changes, as a storage keeps it.
public struct StoredRevision: Sendable, Hashable, Codable {
    /// One key's old value -> new value, as JSON; `nil` on default.
    public struct Change: Sendable, Hashable, Codable {
        /// The setting's key.
        public var key: String
        /// What it was.
        public var old: String?
        /// What it is since.
        public var new: String?
        /// The default at the time, as JSON, where a side is on default; `nil` where it has none.
        public var defaultValue: String?

        /// Makes one.
        public init(key: String, old: String?, new: String?, defaultValue: String? = nil) {
            self.key = key
            self.old = old
            self.new = new
            self.defaultValue = defaultValue
        }
    }

    /// Counts up by one.
    public var number: Int
    /// UTC, RFC 3339 with milliseconds, so that times compare as texts: `2026-11-20T07:30:00.000Z`.
    public var time: String
    /// Who made it.
    public var origin: String
    /// A token's or the host's name for who asked.
    public var actor: String?
    /// Words that were kept with it.
    public var note: String?
    /// What it changed, a key once, in the order of the keys' bytes.
    public var changes: [Change]

    /// Makes one.
    public init(
        number: Int, time: String, origin: String, actor: String? = nil, note: String? = nil,
        changes: [Change]
    ) {
        self.number = number
        self.time = time
        self.origin = origin
        self.actor = actor
        self.note = note
        self.changes = changes
    }
}
