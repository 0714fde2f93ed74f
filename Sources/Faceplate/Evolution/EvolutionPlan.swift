import Foundation

/// The effect of a new schema on the stored values, determined before anything is written.
///
/// No user value is lost. A value stays, moves to a new key, is converted, or is parked with a reason. A parked value
/// is restored when its key returns.
public struct EvolutionPlan: Sendable, Hashable {
    /// One step of the plan.
    public enum Step: Sendable, Hashable {
        case panelModified(what: [String])
        case groupCreated(String)
        case groupRemoved(String)
        case groupModified(String, what: [String])
        case groupRenamed(String, from: String)
        case itemCreated(String, control: Control)
        case itemRemoved(String)
        case itemRenamed(String, from: String)
        case itemMoved(String, from: String, to: String)
        case itemModified(String, what: [String])
        case valueMoved(String, from: String)
        case valueConverted(String, from: JSONValue, to: JSONValue)
        case valueParked(String, JSONValue, reason: String)
        case valueRestored(String, JSONValue)
        /// A readable value becomes a secret and is encrypted.
        case valueSealed(String)
        case valueAdded(String, JSONValue)
        case labelsChanged
    }

    /// All steps, in the order in which they are reported.
    public internal(set) var steps: [Step] = []
    /// The changes of stored values, for the writer.
    var moves: [ValueMove] = []

    /// True when the plan has no steps.
    public var isEmpty: Bool { steps.isEmpty }

    /// True when a value is added, parked, converted or encrypted; the file is copied before that.
    public var changesValues: Bool {
        moves.contains { ![.moved, .restored].contains($0.kind) }
    }
}

/// The change of one stored value.
struct ValueMove: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case moved, converted, parked, restored
        /// A migration of the program added the value.
        case added
        /// A readable value becomes a secret.
        case sealed
    }

    var kind: Kind
    /// The key under which the value was set.
    var from: String
    /// The key of the value afterwards; for `parked`, the same key.
    let to: String
    var old: JSONValue
    let new: JSONValue
    var isSecret = false
    /// The reason why a value is parked.
    var reason = ""
    /// The parked row to restore.
    var parkedRow: Int64?
    /// The text to encrypt.
    var text: String?
}

extension EvolutionPlan {
    /// The stored values that a plan is made for.
    struct Stored {
        var values: [String: JSONValue]
        var secrets: Set<String>
        /// The parked values by key, newest first; a key can have several.
        var parked: [ParkedRow]

        /// Returns true when the secret of a key is parked: it stays in its table, and a parked row marks it.
        func isParkedSecret(_ key: String) -> Bool {
            parked.contains { $0.parked.key == key && isSecretMark($0.parked) }
        }

        func isSecretMark(_ parked: ParkedValue) -> Bool {
            parked.value == ["set": true] && secrets.contains(parked.key)
        }
    }

    /// Plans the step from one schema to another.
    ///
    /// - Parameters:
    ///   - old: the schema in the store; `nil` for a new store.
    ///   - keepsUnknown: `true` if values without an item stay unchanged, as with an older schema that is adopted.
    init(from old: Schema?, to new: Schema, stored: Stored, keepsUnknown: Bool) {
        if let old {
            steps = SchemaDifference.steps(from: old, to: new)
        } else {
            steps = new.groups.flatMap { group in
                [.groupCreated(group.key)]
                    + group.items.map { .itemCreated($0.key, control: $0.control) }
            }
        }
        for key in stored.values.keys.sorted() {
            guard let json = stored.values[key] else { continue }
            plan(key, json, old: old, new: new, stored: stored, keepsUnknown: keepsUnknown)
        }
        for key in stored.secrets.sorted() where !stored.isParkedSecret(key) {
            planSecret(key, old: old, new: new, stored: stored, keepsUnknown: keepsUnknown)
        }
        for row in stored.parked { restore(row, old: old, new: new, stored: stored) }
    }

    // MARK: - Values

    private mutating func plan(
        _ key: String, _ json: JSONValue, old: Schema?, new: Schema, stored: Stored,
        keepsUnknown: Bool
    ) {
        guard let setting = Self.heir(of: key, in: new) else {
            // A key that no schema had is a private one of the program.
            let wasDeclared = old?.settings[key] != nil
            if wasDeclared, !keepsUnknown {
                park(key, json, reason: Self.reasonForLoss(of: key, in: new))
            }
            return
        }
        let isRenamed = setting.key != key
        if isRenamed,
            stored.values[setting.key] != nil || stored.secrets.contains(setting.key)
                || isTaken(setting.key)
        {
            park(key, json, reason: "'\(setting.key)', its new key, already has a value.")
            return
        }
        if setting.isSecret, let value = Value(json: json), value.isScalar {
            return seal(json, value, from: key, to: setting.key)
        }
        guard !setting.isSecret, let value = Self.adopted(json, by: setting, old: old, from: key)
        else {
            park(key, json, reason: Self.misfit(json, setting))
            return
        }
        if isRenamed { steps.append(.valueMoved(setting.key, from: key)) }
        let isConverted = value.json != json
        if isConverted { steps.append(.valueConverted(setting.key, from: json, to: value.json)) }
        guard isRenamed || isConverted else { return }
        moves.append(
            ValueMove(
                kind: isConverted ? .converted : .moved, from: key, to: setting.key, old: json,
                new: value.json))
    }

    private mutating func planSecret(
        _ key: String, old: Schema?, new: Schema, stored: Stored, keepsUnknown: Bool
    ) {
        guard let setting = Self.heir(of: key, in: new) else {
            if old?.settings[key] != nil, !keepsUnknown {
                park(key, nil, isSecret: true, reason: Self.reasonForLoss(of: key, in: new))
            }
            return
        }
        guard setting.isSecret else {
            park(
                key, nil, isSecret: true,
                reason: "A secret cannot become '\(setting.control.rawValue)'.")
            return
        }
        guard setting.key != key else { return }
        guard !stored.secrets.contains(setting.key), !isTaken(setting.key) else {
            park(key, nil, isSecret: true, reason: "'\(setting.key)', its new key, is already set.")
            return
        }
        steps.append(.valueMoved(setting.key, from: key))
        moves.append(
            ValueMove(
                kind: .moved, from: key, to: setting.key, old: nil, new: nil, isSecret: true))
    }

    private mutating func restore(
        _ row: ParkedRow, old: Schema?, new: Schema, stored: Stored
    ) {
        let parked = row.parked
        // Only for a setting that is new or of a new type: a value that was reset since stays reset.
        guard let setting = Self.heir(of: parked.key, in: new),
            old?.settings[setting.key]?.control != setting.control,
            stored.values[setting.key] == nil, !isTaken(setting.key)
        else { return }
        let isSecret = stored.isSecretMark(parked)
        if setting.isSecret, !isSecret, !stored.secrets.contains(setting.key),
            let value = Value(json: parked.value), value.isScalar
        {
            return seal(parked.value, value, from: setting.key, to: setting.key)
        }
        guard isSecret == setting.isSecret,
            !isSecret || setting.key == parked.key || !stored.secrets.contains(setting.key)
        else { return }
        var value: JSONValue = ["set": true]
        if !isSecret {
            guard let adopted = setting.mapped(parked.value) ?? setting.adopted(parked.value)
            else { return }
            value = adopted.json
        }
        steps.append(.valueRestored(setting.key, value))
        moves.append(
            ValueMove(
                kind: .restored, from: parked.key, to: setting.key, old: parked.value, new: value,
                isSecret: isSecret, parkedRow: row.id))
    }

    private mutating func seal(
        _ json: JSONValue, _ value: Value, from key: String, to newKey: String
    ) {
        steps.append(.valueSealed(newKey))
        moves.append(
            ValueMove(
                kind: .sealed, from: key, to: newKey, old: json, new: ["set": true],
                isSecret: true, text: value.plainText))
    }

    mutating func park(
        _ key: String, _ json: JSONValue?, isSecret: Bool = false, reason: String
    ) {
        let shown = json ?? ["set": true]
        steps.append(.valueParked(key, shown, reason: reason))
        moves.append(
            ValueMove(
                kind: .parked, from: key, to: key, old: shown, new: nil, isSecret: isSecret,
                reason: reason))
    }

    /// Returns true when another value already moves to the key; two former keys can have the same successor.
    private func isTaken(_ key: String) -> Bool {
        moves.contains { $0.kind != .parked && $0.to == key }
    }

    /// Returns the setting that now has the value of a stored key.
    private static func heir(of key: String, in new: Schema) -> Schema.Setting? {
        new.settings[key] ?? new.currentKey(of: key).flatMap { new.settings[$0] }
    }

    /// Returns the value of a setting for a stored one; `nil` if the stored value does not fit.
    ///
    /// An entry of the schema's map is applied only when it is new: two entries that swap values must not swap them at
    /// each start. It is also applied when the value does not fit without it.
    private static func adopted(
        _ json: JSONValue, by setting: Schema.Setting, old: Schema?, from key: String
    ) -> Value? {
        let mapped = setting.mapped(json)
        if let mapped, mapped != old?.settings[key]?.mapped(json) { return mapped }
        let adopted = setting.adopted(json)
        if let adopted, setting.rules.problem(with: adopted) == nil { return adopted }
        return mapped ?? setting.adoptedByText(json) ?? adopted
    }

    private static func misfit(_ json: JSONValue, _ setting: Schema.Setting) -> String {
        setting.isSecret
            ? "A list or a table cannot become a secret."
            : "It does not fit '\(setting.control.rawValue)', what '\(setting.key)' is now."
    }

    private static func reasonForLoss(of key: String, in new: Schema) -> String {
        if new.groups.contains(where: { $0.key == key }) || new.items[key] != nil {
            return "'\(key)' no longer holds a value."
        }
        return "'\(key)' was removed from the schema."
    }
}

extension Schema.Setting {
    /// Returns the value that the schema's map assigns to a stored value.
    func mapped(_ json: JSONValue) -> Value? {
        Value(json: json).flatMap { mapped($0.plainText) }
    }

    /// Returns the value that a form would set from the text of the stored value: option `1` for `"1"`.
    fileprivate func adoptedByText(_ json: JSONValue) -> Value? {
        guard let stored = Value(json: json), stored.isScalar,
            let value = try? rules.value(fromText: stored.plainText, locale: nil),
            rules.problem(with: value) == nil
        else { return nil }
        return value
    }
}

extension EvolutionPlan.Step: CustomStringConvertible {
    /// One line for display.
    public var description: String {
        func text(_ json: JSONValue) -> String { JSONWriter().text(json) }
        switch self {
        case .panelModified(let what): return "panel: \(what.joined(separator: ", ")) changed"
        case .groupCreated(let key): return "new group '\(key)'"
        case .groupRemoved(let key): return "group '\(key)' removed"
        case .groupModified(let key, let what):
            return "group '\(key)': \(what.joined(separator: ", ")) changed"
        case .groupRenamed(let key, let former): return "group '\(former)' is now '\(key)'"
        case .itemCreated(let key, let control): return "new item '\(key)' (\(control.rawValue))"
        case .itemRemoved(let key): return "item '\(key)' removed"
        case .itemRenamed(let key, let former): return "item '\(former)' is now '\(key)'"
        case .itemMoved(let key, let from, let to):
            return "item '\(key)' moved from group '\(from)' to '\(to)'"
        case .itemModified(let key, let what):
            return "item '\(key)': \(what.joined(separator: ", ")) changed"
        case .valueMoved(let key, let former): return "the value of '\(former)' moves to '\(key)'"
        case .valueConverted(let key, let old, let new):
            return "the value of '\(key)' becomes \(text(new)), from \(text(old))"
        case .valueParked(let key, let value, let reason):
            return "the value \(text(value)) of '\(key)' is parked: \(reason)"
        case .valueRestored(let key, let value):
            return "the parked value \(text(value)) of '\(key)' comes back"
        case .valueSealed(let key): return "the value of '\(key)' is a secret from now on"
        case .valueAdded(let key, let value):
            return "the value of '\(key)' is added: \(text(value))"
        case .labelsChanged: return "labels changed"
        }
    }

    /// A name for scripts, such as `item_renamed`.
    public var name: String {
        switch self {
        case .panelModified: "panel_modified"
        case .groupCreated: "group_created"
        case .groupRemoved: "group_removed"
        case .groupModified: "group_modified"
        case .groupRenamed: "group_renamed"
        case .itemCreated: "item_created"
        case .itemRemoved: "item_removed"
        case .itemRenamed: "item_renamed"
        case .itemMoved: "item_moved"
        case .itemModified: "item_modified"
        case .valueMoved: "value_moved"
        case .valueConverted: "value_converted"
        case .valueParked: "value_parked"
        case .valueRestored: "value_restored"
        case .valueSealed: "value_sealed"
        case .valueAdded: "value_added"
        case .labelsChanged: "labels_changed"
        }
    }

    /// The key that the step concerns; `nil` for the panel and for labels.
    public var key: String? {
        switch self {
        case .groupCreated(let key), .groupRemoved(let key), .groupModified(let key, _),
            .groupRenamed(let key, _), .itemCreated(let key, _), .itemRemoved(let key),
            .itemRenamed(let key, _),
            .itemMoved(let key, _, _), .itemModified(let key, _), .valueMoved(let key, _),
            .valueConverted(let key, _, _), .valueParked(let key, _, _),
            .valueRestored(let key, _), .valueSealed(let key), .valueAdded(let key, _):
            key
        case .panelModified, .labelsChanged: nil
        }
    }
}
