/// A step of the program from one version of its schema (`panelVersion`) to the next, for conversions that the schema
/// cannot describe.
///
/// ```swift
/// var adoption = Settings.Adoption()
/// adoption.migrations = [
///     Migration(from: 3) { values in
///         values.rename("hue", to: "color")
///         values["timeout"] = values["minutes"]?.number?.integer.map { .integer($0 * 60) }
///     }
/// ]
/// ```
///
/// A step runs when settings are opened on a store of that version or an older one. Steps run in the order of their
/// versions, before the schema's own renames and maps. They are part of the same plan, the same copy of the file and
/// the same transaction.
///
/// A step can run several times, so it must depend only on the given values and change nothing else.
public struct Migration: Sendable {
    /// The version of the values that the step converts.
    public let version: Int
    private let body: @Sendable (inout StoredValues) throws -> Void

    /// Creates a step; if `body` throws, the store stays unchanged and is not opened.
    ///
    /// - Parameters:
    ///   - version: the version (`panelVersion`) whose values the step converts to those of the next.
    ///   - body: changes the values. It can run several times, inside the transaction of the opening, so it must not
    ///     wait. An error leads to `StoreError.migration`.
    public init(from version: Int, _ body: @escaping @Sendable (inout StoredValues) throws -> Void)
    {
        self.version = version
        self.body = body
    }

    static func run(
        _ steps: [Migration], from old: Int, to new: Int, on values: [String: JSONValue]
    ) throws(StoreError) -> StoredValues {
        var stored = StoredValues(values: values)
        for step in steps.sorted(by: { $0.version < $1.version })
        where (old..<max(old, new)).contains(step.version) {
            do {
                try step.body(&stored)
            } catch {
                throw StoreError(
                    .migration,
                    "The migration from version \(step.version) failed: \(error). Nothing was "
                        + "changed.")
            }
        }
        return stored
    }
}

/// The values of a store that a migration can change: those of items, and the program's private values.
///
/// Secrets are not included.
public struct StoredValues: Sendable {
    private(set) var values: [String: JSONValue]
    private(set) var formerKeys: [String: String] = [:]

    /// The keys of the values that are set, sorted.
    public var keys: [String] { values.keys.sorted() }

    /// Values that the steps set get the form in which the schema stores them: 5400 for `"90m"`.
    mutating func adopt(_ schema: Schema, besides before: [String: JSONValue]) {
        for (key, json) in values where before[formerKeys[key] ?? key] != json {
            guard let setting = schema.settings[schema.currentKey(of: key) ?? key],
                !setting.isSecret,
                Value(json: json)?.isScalar == true, let value = setting.adopted(json),
                setting.baseRules.problem(with: value) == nil
            else { continue }
            values[key] = value.json
        }
    }

    /// The value of a key; `nil` if it is not set.
    ///
    /// A value that is set to `nil` is parked.
    public subscript(key: String) -> Value? {
        get { values[key].flatMap(Value.init(json:)) }
        set { values[key] = newValue?.json }
    }

    /// The value of a key as JSON, for values that a `Value` cannot represent.
    public subscript(json key: String) -> JSONValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    /// Renames a value; does nothing if `key` is not set or `other` is already set.
    public mutating func rename(_ key: String, to other: String) {
        guard let value = values[key], values[other] == nil else { return }
        values[key] = nil
        values[other] = value
        formerKeys[other] = formerKeys.removeValue(forKey: key) ?? key
    }
}

extension EvolutionPlan {
    /// History and parked values then refer to the values that the store held.
    mutating func add(_ migrated: StoredValues, to stored: [String: JSONValue]) {
        var reported: Set<String> = []
        for (key, former) in migrated.formerKeys.sorted(by: { $0.key < $1.key }) {
            guard let old = stored[former], stored[key] == nil, migrated.values[former] == nil,
                let new = migrated.values[key]
            else { continue }
            reported.formUnion([key, former])
            steps.append(.valueMoved(key, from: former))
            if let index = moveIndex(from: key) {
                moves[index].from = former
                moves[index].old = old
            } else {
                let kind: ValueMove.Kind = old == new ? .moved : .converted
                moves.append(ValueMove(kind: kind, from: former, to: key, old: old, new: new))
            }
        }
        let keys = Set(stored.keys).union(migrated.values.keys).subtracting(reported)
        for key in keys.sorted() where stored[key] != migrated.values[key] {
            add(key, stored[key], migrated.values[key])
        }
    }

    private mutating func add(_ key: String, _ old: JSONValue?, _ new: JSONValue?) {
        if let index = moveIndex(from: key) {
            if let old {
                moves[index].old = old
            } else if moves[index].kind != .sealed {
                moves[index].kind = .added
            }
            return
        }
        switch (old, new) {
        case (let old?, let new?):
            steps.append(.valueConverted(key, from: old, to: new))
            moves.append(ValueMove(kind: .converted, from: key, to: key, old: old, new: new))
        case (nil, let new?):
            steps.append(.valueAdded(key, new))
            moves.append(ValueMove(kind: .added, from: key, to: key, old: nil, new: new))
        case (let old?, nil):
            park(key, old, reason: "A migration of the program removed it.")
        case (nil, nil): break
        }
    }

    private func moveIndex(from key: String) -> Int? {
        moves.firstIndex {
            $0.from == key && ![.restored, .copied].contains($0.kind)
                && (!$0.isSecret || $0.kind == .sealed)
        }
    }
}
