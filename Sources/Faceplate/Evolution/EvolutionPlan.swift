import Foundation

/// The effect of a new schema on the stored values, determined before anything is written.
///
/// No user value is lost. A value stays, moves to a new key, is converted, or is parked with a reason. A conversion that
/// cannot be undone parks the original as well. A parked value is restored when a schema takes it again.
public struct EvolutionPlan: Sendable, Hashable, CustomStringConvertible {
    /// One step of the plan.
    package enum Step: Sendable, Hashable {
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
    package internal(set) var steps: [Step] = []
    var moves: [ValueMove] = []

    /// The steps, one on each line.
    public var description: String {
        isEmpty ? "No changes." : steps.map(\.description).joined(separator: "\n")
    }

    /// True when the plan has no steps.
    public var isEmpty: Bool { steps.isEmpty }

    /// True when a value is added, parked, converted or encrypted; the file is copied before that.
    public var changesValues: Bool {
        moves.contains { ![.moved, .restored].contains($0.kind) }
    }
}

struct ValueMove: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case moved, converted, parked, restored
        /// The original of a converted value, which the new form cannot give back, is parked beside it.
        case copied
        case added
        case sealed
    }

    var kind: Kind
    var from: String
    let to: String
    var old: JSONValue
    let new: JSONValue
    var isSecret = false
    var reason = ""
    var parkedRow: Int64?
    var text: String?
}

extension EvolutionPlan {
    struct Stored {
        var values: [String: JSONValue]
        var secrets: Set<String>
        /// The parked values by key, newest first; a key can have several.
        var parked: [ParkedRow]
        /// The values to which settings return after a time, by key.
        var returning: [String: JSONValue] = [:]

        /// Returns true when the secret of a key is parked: it stays in its table, and a parked row marks it.
        func isParkedSecret(_ key: String) -> Bool {
            parked.contains { $0.parked.key == key && isSecretMark($0.parked) }
        }

        func isSecretMark(_ parked: ParkedValue) -> Bool {
            parked.isSecret || parked.value == ["set": true] && secrets.contains(parked.key)
        }
    }

    /// - Parameter keepsUnknown: `true` if values without an item stay unchanged, as with an older schema that is
    ///   adopted.
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
        for (key, json) in stored.returning.sorted(by: { $0.key < $1.key }) {
            keep(returning: json, of: key, old: old, new: new, stored: stored)
        }
    }

    // MARK: - Values

    private mutating func plan(
        _ key: String, _ json: JSONValue, old: Schema?, new: Schema, stored: Stored,
        keepsUnknown: Bool
    ) {
        guard let setting = Self.heir(of: key, in: new, after: old) else {
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
        let conversion = Conversion(from: old?.settings[key], to: setting)
        if let row = original(of: json, conversion, new: new, after: old, stored: stored) {
            return bringBack(row, instead: json, of: key, setting.key)
        }
        guard !setting.isSecret, let value = conversion.value(of: json) else {
            park(key, json, reason: conversion.misfit(of: json))
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
        if isConverted, !conversion.isLossless(json, as: value) {
            copy(json, of: setting.key, reason: conversion.lossReason)
        }
    }

    /// Returns the parked original of a converted value that no user has changed since, if the new declaration takes it.
    private func original(
        of json: JSONValue, _ conversion: Conversion, new: Schema, after old: Schema?,
        stored: Stored
    ) -> ParkedRow? {
        guard let before = conversion.old, !conversion.new.isSecret else { return nil }
        return stored.parked.first { row in
            let parked = row.parked.value
            return Self.heir(of: row.parked.key, in: new, after: old)?.key == conversion.new.key
                && !stored.isSecretMark(row.parked) && conversion.new.holds(parked)
                && !before.holds(parked) && conversion.reversed.gave(json, for: parked)
        }
    }

    private mutating func bringBack(
        _ row: ParkedRow, instead json: JSONValue, of key: String, _ newKey: String
    ) {
        steps.append(.valueRestored(newKey, row.parked.value))
        moves.append(
            ValueMove(
                kind: .converted, from: key, to: newKey, old: json, new: row.parked.value,
                parkedRow: row.id))
    }

    private mutating func planSecret(
        _ key: String, old: Schema?, new: Schema, stored: Stored, keepsUnknown: Bool
    ) {
        guard let setting = Self.heir(of: key, in: new, after: old) else {
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
        guard let setting = Self.heir(of: parked.key, in: new, after: old) else { return }
        let isSecret = stored.isSecretMark(parked)
        // Only what the last schema could not hold: a value that was reset since stays reset.
        if let before = old?.settings[setting.key] {
            let isHeld =
                isSecret
                ? before.isSecret
                : !before.isSecret
                    && Conversion(from: setting, to: before).value(of: parked.value) != nil
            guard !isHeld else { return }
        }
        guard isFree(setting.key, stored) else { return }
        if setting.isSecret, !isSecret, !stored.secrets.contains(setting.key),
            let value = Value(json: parked.value), value.isScalar
        {
            return seal(parked.value, value, from: setting.key, to: setting.key)
        }
        guard isSecret == setting.isSecret,
            !isSecret || setting.key == parked.key || !stored.secrets.contains(setting.key)
        else { return }
        var value: JSONValue = ["set": true]
        var isWhole = true
        if !isSecret {
            let conversion = Conversion(from: nil, to: setting)
            guard let adopted = conversion.value(of: parked.value) else { return }
            value = adopted.json
            isWhole = conversion.isLossless(parked.value, as: adopted)
        }
        steps.append(.valueRestored(setting.key, value))
        moves.append(
            ValueMove(
                kind: .restored, from: parked.key, to: setting.key, old: parked.value, new: value,
                isSecret: isSecret, parkedRow: isWhole ? row.id : nil))
    }

    private mutating func keep(
        returning json: JSONValue, of key: String, old: Schema?, new: Schema, stored: Stored
    ) {
        // A parked temporary value leaves the one from before in its place.
        guard let setting = Self.heir(of: key, in: new, after: old), !setting.isSecret,
            !moves.contains(where: { $0.kind == .parked && $0.from == key }),
            !stored.parked.contains(where: {
                $0.parked.key == setting.key && $0.parked.value == json
            })
        else { return }
        let conversion = Conversion(from: old?.settings[key], to: setting)
        if let value = conversion.value(of: json) {
            guard !conversion.isLossless(json, as: value) else { return }
            copy(json, of: setting.key, reason: conversion.lossReason)
        } else {
            copy(json, of: setting.key, reason: conversion.misfit(of: json))
        }
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

    private mutating func copy(_ json: JSONValue, of key: String, reason: String) {
        steps.append(.valueParked(key, json, reason: reason))
        moves.append(
            ValueMove(kind: .copied, from: key, to: key, old: json, new: nil, reason: reason))
    }

    private func isFree(_ key: String, _ stored: Stored) -> Bool {
        let leaves = moves.contains { $0.kind == .parked && $0.from == key && !$0.isSecret }
        return (stored.values[key] == nil || leaves) && !isTaken(key)
    }

    /// Two former keys can have the same successor.
    private func isTaken(_ key: String) -> Bool {
        moves.contains { ![.parked, .copied].contains($0.kind) && $0.to == key }
    }

    /// A rename also works backwards: if only the former key of a setting is left, the value returns to it.
    private static func heir(
        of key: String, in new: Schema, after old: Schema?
    ) -> Schema.Setting? {
        if let setting = new.settings[key] ?? new.currentKey(of: key).flatMap({ new.settings[$0] })
        {
            return setting
        }
        guard let old, let former = old.settings[key]?.renamedFrom, new.items[key] == nil else {
            return nil
        }
        return former.lazy.filter { old.settings[$0] == nil }.compactMap { new.settings[$0] }.first
    }

    private static func reasonForLoss(of key: String, in new: Schema) -> String {
        if new.groups.contains(where: { $0.key == key }) || new.items[key] != nil {
            return "'\(key)' no longer has a value."
        }
        return "'\(key)' was removed from the schema."
    }
}
