public import Foundation

/// Who made a revision; the words that the store keeps.
public enum Origin: String, Sendable, Hashable, CaseIterable {
    case browser, script, cli, program, sync, migration, `import`, undo, expiry
}

/// One accepted batch of changes.
public struct Revision: Sendable, Hashable {
    /// Counts up by one; revision 1 is the first change of a value.
    public let number: Int
    /// When it was accepted.
    public let time: Date
    /// Who made it.
    public let origin: Origin
    /// A token's or the host's name for who asked.
    public let actor: String?
    /// Words that were kept with it.
    public let note: String?
    /// What it changed, a setting once.
    public let changes: [Change]
    /// The defaults that were in force, of settings that a change has on default.
    ///
    /// Without those that the store does not know any more.
    public internal(set) var defaults: [String: Value] = [:]
    /// The part of this program that asked for it; `nil` after it was read from the store.
    public internal(set) var writer: Writer?
    /// Whose each change is, where several parts of the program put theirs into one batch.
    var writers: [String: Writer] = [:]
    /// Whether another process made it, or other settings of this one on the same file.
    public internal(set) var isExternal = false
}

extension Schema {
    /// The defaults of the settings that changes have on default.
    func defaults(of changes: [Change]) -> [String: Value] {
        changes.reduce(into: [:]) { defaults, change in
            guard change.old == .onDefault || change.new == .onDefault else { return }
            defaults[change.key] = settings[change.key]?.defaultValue
        }
    }
}

extension Revision {
    /// The part of this program that asked for a change, by the key that it named.
    func writer(of key: String) -> Writer? { writers[key] ?? writer }
}

/// One setting's old value -> new value.
public struct Change: Sendable, Hashable {
    /// What a setting was or is; a secret is only known to be set.
    public enum Side: Sendable, Hashable {
        case onDefault
        case value(Value)
        /// A private value of the program that is no `Value`.
        case json(JSONValue)
        case secret
    }

    /// The setting's key.
    public let key: String
    /// What it was.
    public let old: Side
    /// What it is since.
    public let new: Side

    /// Makes a change.
    public init(key: String, old: Side, new: Side) {
        self.key = key
        self.old = old
        self.new = new
    }
}

extension Change {
    /// The change as it may be told under a schema: of what has become a secret meanwhile, only
    /// whether it was set.
    package func told(by schema: Schema) -> Change {
        guard schema.settings[key]?.isSecret == true else { return self }
        return Change(key: key, old: old.withoutValue, new: new.withoutValue)
    }
}

extension Change.Side {
    fileprivate var withoutValue: Change.Side {
        switch self {
        case .onDefault: .onDefault
        case .value, .json, .secret: .secret
        }
    }

    /// What an answer shows: `null` on default, `{"set": true}` for a secret.
    public var json: JSONValue {
        switch self {
        case .onDefault: nil
        case .value(let value): value.json
        case .json(let json): json
        case .secret: ["set": true]
        }
    }

    /// What the store keeps; `nil` for NULL.
    var stored: String? {
        if case .onDefault = self { nil } else { JSONWriter().text(json) }
    }

    init(stored: String?, isSecret: Bool) {
        guard let stored, let json = try? JSONReader.read(stored) else {
            self = .onDefault
            return
        }
        // A key that was a secret's may be another's by now.
        self = isSecret || json == Self.secret.json ? .secret : Self(json)
    }

    /// What a setting is that has this JSON.
    init(_ json: JSONValue) {
        self = Value(json: json).map(Self.value) ?? .json(json)
    }
}

extension Revision {
    /// What answers and commands show of it in JSON: `{"revision":7,"time":…,"origin":"browser",
    /// "actor":null,"note":null,"changed":{KEY:{"from":…,"to":…}}}`.
    public var json: JSONObject {
        func text(_ text: String?) -> JSONValue { text.map { JSONValue(.string($0)) } ?? nil }
        let changed = changes.map { change in
            JSONObject.Member(
                name: change.key, value: ["from": change.old.json, "to": change.new.json])
        }
        return JSONObject([
            .init(name: "revision", value: JSONValue(.number(JSONNumber(Int64(number))))),
            .init(name: "time", value: text(RevisionTime.text(time))),
            .init(name: "origin", value: text(origin.rawValue)),
            .init(name: "actor", value: text(actor)), .init(name: "note", value: text(note)),
            .init(name: "changed", value: JSONValue(.object(JSONObject(changed)))),
        ])
    }
}
