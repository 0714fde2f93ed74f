public import Foundation

/// The source of a revision; the store holds the raw value.
public enum Origin: String, Sendable, Hashable, CaseIterable {
    case browser, script, cli, program, sync, migration, `import`, undo, expiry, profile
    /// An edit of the configuration file of the program that has the values.
    case file
}

/// One accepted batch of changes.
public struct Revision: Sendable, Hashable {
    /// The number, which increases by one; revision 1 is the first change of a value.
    public let number: Int
    /// The time at which the batch was accepted, by the clock of the process that made the revision.
    ///
    /// The store rounds it to milliseconds. Clocks can be changed, so that a later revision can have an earlier
    /// time.
    public let time: Date
    /// The source of the revision.
    public let origin: Origin
    /// A token's or the host's name for the requester.
    public let actor: String?
    /// The note that was stored with the revision.
    public let note: String?
    /// The changes, each setting once.
    public internal(set) var changes: [Change]
    /// The defaults at that time, for settings that were not set before or after their change.
    ///
    /// Defaults that the store no longer knows are missing.
    public internal(set) var defaults: [String: Value] = [:]
    /// The values that changed with it because a default depends on a condition; not stored.
    package var newDefaults: [Change] = []
    /// The part of this program that requested the revision; `nil` after it was read from the store.
    public internal(set) var writer: Writer?
    var writers: [String: Writer] = [:]
    /// True when another process made the revision, or another `Settings` object of this process on the same file.
    public internal(set) var isExternal = false
}

extension Revision {
    package static let longestName = 255

    package static func isName(_ text: String) -> Bool {
        text.utf8.count <= 4 * longestName && text.count <= longestName
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Without control characters, and not longer than accepted.
    package static func name(_ text: String) -> String {
        let shown = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(shown.prefix(longestName)))
    }
}

extension Snapshot {
    func defaults(of changes: [Change], after next: Snapshot) -> [String: Value] {
        changes.reduce(into: [:]) { defaults, change in
            guard change.old == .onDefault || change.new == .onDefault,
                let setting = schema.settings[change.key]
            else { return }
            let side = change.new == .onDefault ? next : self
            defaults[change.key] = side.defaultValue(of: setting)
        }
    }

    /// The settings without a value whose default has become another one.
    package func newDefaults(since earlier: Snapshot, after changes: [Change]) -> [Change] {
        let reached =
            content.defaults.isEmpty
            ? schema.ruleDependencies.defaults(testing: Set(changes.map(\.key)))
            : content.defaults.keys.sorted().compactMap { schema.settings[$0] }
        return reached.compactMap { setting in
            guard provenance(of: setting) == .onDefault,
                earlier.provenance(setting.key) == .onDefault
            else { return nil }
            let (old, new) = (earlier.defaultValue(of: setting), defaultValue(of: setting))
            func side(_ value: Value?) -> Change.Side { value.map(Change.Side.value) ?? .json(nil) }
            return old == new ? nil : Change(key: setting.key, old: side(old), new: side(new))
        }
    }
}

extension Revision {
    /// Returns the settings that the revision restored because their last change was not confirmed in time, by the
    /// `itemKeepWithin` of this schema.
    ///
    /// It is empty for a revision of another origin than `expiry`, and leaves out values that were set for a time.
    public func unconfirmed(in schema: Schema) -> [String] {
        guard origin == .expiry else { return [] }
        return changes.map(\.key).filter { schema.settings[$0]?.keepWithin != nil }
    }

    package func unconfirmedJSON(in schema: Schema) -> JSONValue? {
        let keys = unconfirmed(in: schema)
        return keys.isEmpty ? .none : .array(keys.map(JSONValue.text))
    }

    /// The changes of values that the program reads.
    package var reported: [Change] { changes + newDefaults }

    /// The value of a side as the program reads it.
    package func value(
        _ side: Change.Side, of setting: Schema.Setting, in snapshot: Snapshot
    ) -> Value? {
        side.value(default: defaults[setting.key] ?? snapshot.defaultValue(of: setting))
    }

    func writer(of key: String) -> Writer? { writers[key] ?? writer }
}

/// A change of one setting from an old value to a new one.
public struct Change: Sendable, Hashable, CustomStringConvertible {
    /// The content of a setting before or after a change; a secret appears without its value.
    public enum Side: Sendable, Hashable, CustomStringConvertible {
        case onDefault
        case value(Value)
        /// A private value of the program that is not a `Value`.
        case json(JSONValue)
        case secret
        /// A large value that is only named, in revisions from history; see `Settings.change(of:in:)`.
        case large(LargeValue)

        /// The value as JSON, `(default)` or `(secret)`.
        public var description: String {
            switch self {
            case .onDefault: "(default)"
            case .value(let value): value.description
            case .json(let json): json.description
            case .secret: "(secret)"
            case .large(let value): value.json.description
            }
        }
    }

    /// The key with both contents: `'port' from 80 to 8080`.
    public var description: String { "'\(key)' from \(old) to \(new)" }

    /// The setting's key.
    public let key: String
    /// The previous content.
    public let old: Side
    /// The new content.
    public let new: Side

    /// Creates a change.
    public init(key: String, old: Side, new: Side) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension Change {
    package var member: JSONObject.Member {
        .init(name: key, value: .object(present: sides))
    }

    /// Both contents; `null` is no stored value, except beside `from_is_null` or `to_is_null`, where it is the value.
    package var sides: [(String, JSONValue?)] {
        [
            ("from", old.json), ("to", new.json), ("from_is_null", old.isNull ? true : .none),
            ("to_is_null", new.isNull ? true : .none),
        ]
    }

    /// Reads the contents from the members that `sides` writes.
    package init(key: String, in object: JSONObject?, _ side: (JSONValue) -> Side) {
        func read(_ name: String) -> Side {
            guard let json = object?[name],
                !json.isNull || object?["\(name)_is_null"] == true
            else { return .onDefault }
            return side(json)
        }
        self.init(key: key, old: read("from"), new: read("to"))
    }

    package func redacted(by schema: Schema) -> Change {
        guard schema.settings[key]?.isSecret == true else { return self }
        return Change(key: key, old: old.withoutValue, new: new.withoutValue)
    }
}

extension Change.Side {
    /// True for the value `null`, which is not the same as no value.
    var isNull: Bool { self == .value(.null) || self == .json(nil) }

    fileprivate var withoutValue: Change.Side { self == .onDefault ? .onDefault : .secret }

    /// The JSON in responses: `null` if not set or for the value `null`, `{"set": true}` for a secret.
    public var json: JSONValue {
        switch self {
        case .onDefault: nil
        case .value(let value): value.json
        case .json(let json): json
        case .secret: ["set": true]
        case .large(let large): large.json
        }
    }

    /// `nil` for NULL.
    var stored: String? {
        if case .onDefault = self { nil } else { JSONWriter().text(json) }
    }

    /// - Parameter isSetting: True for a setting of the schema, whose value can contain `null`.
    init(
        stored: String?, large: LargeValue? = nil, isSecret: Bool, isSetting: Bool = false
    ) {
        if let large {
            self = isSecret ? .secret : .large(large)
            return
        }
        guard let stored, let json = try? JSONReader.read(stored) else {
            self = .onDefault
            return
        }
        // A key that belonged to a secret may belong to another setting now.
        self =
            isSecret || json == Self.secret.json
            ? .secret : Self(json, isSetting: isSetting)
    }

    init(_ json: JSONValue, isSetting: Bool) {
        guard isSetting, let value = Value(part: json) else {
            self.init(json)
            return
        }
        self = .value(value)
    }

    init(_ json: JSONValue) {
        self = Value(privateJSON: json).map(Self.value) ?? .json(json)
    }
}

extension Value {
    /// `nil` for JSON that contains `null`, which stays as the program wrote it.
    init?(privateJSON json: JSONValue) {
        guard !json.containsNull else { return nil }
        self.init(json: json)
    }
}

extension JSONValue {
    fileprivate var containsNull: Bool {
        switch content {
        case .null: true
        case .boolean, .number, .string: false
        case .array(let elements): elements.contains(where: \.containsNull)
        case .object(let object): object.members.contains(where: \.value.containsNull)
        }
    }
}

extension Revision {
    /// The JSON in responses and in the output of commands.
    ///
    /// `{"revision":7,"time":…,"origin":"browser","actor":null,"note":null,"changed":{KEY:{"from":…,"to":…}}}`
    public var json: JSONObject {
        [
            "revision": .number(number), "time": .text(RevisionTime.text(time)),
            "origin": .text(origin.rawValue), "actor": actor.map(JSONValue.text) ?? nil,
            "note": note.map(JSONValue.text) ?? nil, "changed": .object(changes.map(\.member)),
        ]
    }
}
