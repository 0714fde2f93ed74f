public import Foundation

/// All content of a storage except labels and history.
///
/// Values are JSON text, which only `Settings` interprets. No text contains U+0000, which many databases cannot store.
public struct StoredState: Sendable, Hashable, Codable {
    /// The schema that the values belong to.
    public struct Panel: Sendable, Hashable, Codable {
        /// The key of the panel (`panelKey`).
        public var key: String
        /// The version of the schema (`panelVersion`).
        public var version: Int
        /// The digest of the schema and its labels.
        public var digest: String
        /// The whole schema, as JSON.
        public var schema: String

        /// Creates a panel.
        public init(key: String, version: Int, digest: String, schema: String) {
            self.key = key
            self.version = version
            self.digest = digest
            self.schema = schema
        }
    }

    /// A value that is set.
    public struct Entry: Sendable, Hashable, Codable {
        /// The value, as JSON.
        public var value: String
        /// The revision that set the value.
        public var revision: Int

        /// Creates an entry.
        public init(value: String, revision: Int) {
            self.value = value
            self.revision = revision
        }
    }

    /// A secret that is set.
    public struct Secret: Sendable, Hashable, Codable {
        /// The encrypted secret; only the storage's key decrypts it.
        public var sealed: Data
        /// The revision that set the value.
        public var revision: Int

        /// Creates a secret.
        public init(sealed: Data, revision: Int) {
            self.sealed = sealed
            self.revision = revision
        }
    }

    /// A value that is stored but not used, because the schema has no place for it.
    public struct Parked: Sendable, Hashable, Codable {
        /// The key under which the value was set; several parked values can have the same.
        public var key: String
        /// The value, as JSON.
        public var value: String
        /// The reason, in one sentence.
        public var reason: String
        /// The newest revision when the value was parked.
        public var revision: Int

        /// Creates a parked value.
        public init(key: String, value: String, reason: String, revision: Int) {
            self.key = key
            self.value = value
            self.reason = reason
            self.revision = revision
        }
    }

    /// The value that the program uses, of a setting that takes effect after a restart.
    public struct Running: Sendable, Hashable, Codable {
        /// The value, as JSON; `nil` for a secret, and for a setting without a value.
        public var value: String?
        /// The revision that set a secret; 0 for other settings.
        public var revision: Int
        /// The party that marked the value as in use.
        public var marker: String
        /// The number of the marking, which increases with each one.
        public var mark: Int

        /// Creates a value in use.
        public init(value: String?, revision: Int, marker: String, mark: Int) {
            self.value = value
            self.revision = revision
            self.marker = marker
            self.mark = mark
        }
    }

    /// The end of a value that is set for a time.
    public struct Temporary: Sendable, Hashable, Codable {
        /// The moment at which the setting returns, as text like the time of a revision.
        ///
        /// It is `nil` if the value was made permanent since its last change.
        public var until: String?
        /// The value from before, as JSON, to which the setting returns; `nil` for its default.
        public var value: String?
        /// The number of the change of times, which increases with each one.
        public var mark: Int

        /// Creates an end.
        public init(until: String?, value: String?, mark: Int) {
            self.until = until
            self.value = value
            self.mark = mark
        }
    }

    /// A kind of records: text of one module, by name.
    public enum RecordKind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The last state that was synced with other machines, by the key of a setting.
        case agreement
        /// The panel's passwords, tokens and sessions, as hashes only.
        ///
        /// A panel on a storage without them forgets them at its end.
        case credential
        /// The profiles, by name.
        case profile
        /// The newest revision that the program's handlers have applied, under the name `revision`.
        case handled

        static let handledRevision = "revision"
    }

    /// The schema; `nil` before the first one.
    public var panel: Panel?
    /// The values that are set, by key.
    public var values: [String: Entry] = [:]
    /// The secrets that are set, by key.
    public var secrets: [String: Secret] = [:]
    /// The last revision that changed each key, even if history no longer holds it.
    public var lastChanges: [String: Int] = [:]
    /// Keys that earlier schemas had.
    public var retired: Set<String> = []
    /// The parked values, by a number that increases.
    public var parked: [Int64: Parked] = [:]
    /// The values in use, by key.
    public var running: [String: Running] = [:]
    /// The ends of the values that are set for a time, by key.
    public var temporaries: [String: Temporary] {
        get { timed ?? [:] }
        set { timed = newValue.isEmpty ? nil : newValue }
    }
    /// Missing in states from before 0.8.
    private var timed: [String: Temporary]?
    /// The number of the newest revision; 0 before the first.
    public var revision = 0

    /// Creates the state of an empty storage.
    public init() {}

    var runningMark: Int { running.values.map(\.mark).max() ?? 0 }
    var mark: Int { max(runningMark, temporaries.values.map(\.mark).max() ?? 0) }

    /// The identifier of this state.
    public var version: StorageVersion {
        StorageVersion(digest: panel?.digest ?? "", revision: revision, mark: mark)
    }

    /// Applies a change, except its labels and history, which are stored elsewhere.
    public mutating func apply(_ change: StorageChange) {
        if let panel = change.panel { self.panel = panel }
        for (key, edit) in change.values { values[key] = edit.record }
        for (key, edit) in change.secrets { secrets[key] = edit.record }
        for (key, isRetired) in change.retired {
            if isRetired { retired.insert(key) } else { retired.remove(key) }
        }
        for (id, edit) in change.parked { parked[id] = edit.record }
        for (key, edit) in change.running { running[key] = edit.record }
        if !change.temporaries.isEmpty {
            temporaries = temporaries.applying(change.temporaries)
        }
        for next in change.revisions {
            revision = next.number
            for change in next.changes { lastChanges[change.key] = next.number }
        }
    }
}

/// One accepted batch of changes, in the form of a storage.
public struct StoredRevision: Sendable, Hashable, Codable {
    /// A change of one key from an old value to a new one, as JSON; `nil` if not set.
    public struct Change: Sendable, Hashable, Codable {
        /// The setting's key.
        public var key: String
        /// The previous value.
        public var old: String?
        /// The new value.
        public var new: String?
        /// The default at that time, as JSON, if one side is not set; `nil` if the setting has none.
        public var defaultValue: String?
        /// The previous value, if it is only named, so that `old` is `nil` (`RevisionQuery.namesLargeValues`).
        public var oldLarge: LargeValue?
        /// The new value, if it is only named, so that `new` is `nil`.
        public var newLarge: LargeValue?

        /// Creates a change.
        public init(key: String, old: String?, new: String?, defaultValue: String? = nil) {
            self.key = key
            self.old = old
            self.new = new
            self.defaultValue = defaultValue
        }
    }

    /// The number, which increases by one.
    public var number: Int
    /// The time in UTC, RFC 3339 with milliseconds, so that times can be compared as text: `2026-11-20T07:30:00.000Z`.
    public var time: String
    /// The source of the revision.
    public var origin: String
    /// A token's or the host's name for the requester.
    public var actor: String?
    /// The note that was stored with the revision.
    public var note: String?
    /// The changes, each key once, in the order of the keys' bytes.
    public var changes: [Change]

    /// Creates a revision.
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

/// A value that is stored but not used, because the schema has no place for it.
public struct ParkedValue: Sendable, Hashable, CustomStringConvertible {
    /// The key under which the value was set.
    public let key: String
    /// The value as it was stored; `{"set": true}` for a secret.
    public let value: JSONValue
    /// The reason, in one sentence.
    public let reason: String
    /// The newest revision when the value was parked.
    public let revision: Int
    /// True for a secret, whose value stays encrypted.
    public let isSecret: Bool

    /// The key, the value and the reason; a secret appears without its value.
    public var description: String {
        "'\(key)': \(isSecret ? "(secret)" : value.description): \(reason)"
    }

    init(key: String, value: JSONValue, reason: String, revision: Int, isSecret: Bool = false) {
        self.key = key
        self.value = value
        self.reason = reason
        self.revision = revision
        self.isSecret = isSecret
    }
}

struct ParkedRow: Sendable {
    let id: Int64
    let parked: ParkedValue

    /// By key, oldest first.
    static func all(_ state: StoredState) -> [ParkedRow] {
        state.parked
            .map { id, parked -> ParkedRow in
                let value: JSONValue = (try? JSONReader.read(parked.value)) ?? nil
                // The secret itself stays in its table.
                let isSecret = value == ["set": true] && state.secrets[parked.key] != nil
                return ParkedRow(
                    id: id,
                    parked: ParkedValue(
                        key: parked.key, value: value, reason: parked.reason,
                        revision: parked.revision, isSecret: isSecret))
            }
            .sorted { ($0.parked.key, $0.id) < ($1.parked.key, $1.id) }
    }
}
