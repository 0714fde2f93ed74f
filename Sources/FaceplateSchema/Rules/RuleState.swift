/// The results of a schema's rules for some values: the items that are visible, enabled and required.
///
/// An item is visible if its own condition is true, its group and page are visible, and all items that its condition
/// tests are visible.
public struct RuleState: Sendable {
    private let schema: Schema
    /// The items and groups whose own condition is false.
    package private(set) var hidden: Set<String> = []
    private let lookUp: @Sendable (String) -> Value?

    /// - Parameter value: returns the value of a key; `nil` if it has no value. For a secret it returns any text if the
    ///   secret is set.
    public init(_ schema: Schema, value: @escaping @Sendable (String) -> Value?) {
        self.init(schema, hidden: nil, value: value)
    }

    /// - Parameter hidden: the hidden keys that were computed for the same values before.
    package init(
        _ schema: Schema, hidden: Set<String>?, value: @escaping @Sendable (String) -> Value?
    ) {
        self.schema = schema
        lookUp = value
        if let hidden {
            self.hidden = hidden
            return
        }
        for rule in schema.visibilityRules {
            let holds =
                rule.condition.holds(self.value) && rule.condition.keys.allSatisfy(isVisible)
            if !holds { self.hidden.insert(rule.key) }
        }
    }

    /// Returns the value that conditions test; the default for a hidden item whose value is cleared.
    public func value(_ key: String) -> Value? {
        if !hidden.isEmpty, let setting = schema.settings[key], setting.whenHidden == .clear,
            !isVisible(key)
        {
            return setting.defaultValue
        }
        return lookUp(key)
    }

    /// Returns true if the item, `select` group or option with this key is visible.
    public func isVisible(_ key: String) -> Bool {
        if hidden.isEmpty { return true }
        if hidden.contains(key) { return false }
        return isGroupVisible(schema.items[key]?.groupKey ?? key)
    }

    /// Returns true if a group is visible.
    public func isVisible(_ group: Schema.Group) -> Bool {
        hidden.isEmpty || isGroupVisible(group.key)
    }

    private func isGroupVisible(_ key: String) -> Bool {
        guard !hidden.contains(key) else { return false }
        let path = schema.pages[schema.pageOfGroup[key] ?? ""]?.path ?? []
        return path.allSatisfy { page in
            !hidden.contains(page)
                && schema.items[page].map { !hidden.contains($0.groupKey) } ?? true
        }
    }

    /// Returns true if the item's condition allows it to be changed or pressed.
    public func isEnabled(_ item: Schema.Item) -> Bool {
        item.rules.enabledWhen?.holds(value) ?? true
    }

    /// Returns true if the item's condition requires a value.
    public func isRequired(_ item: Schema.Item) -> Bool {
        item.rules.requiredWhen?.holds(value) ?? false
    }

    /// Returns true if an option can be selected.
    public func isOffered(_ option: Schema.Option) -> Bool {
        option.condition?.holds(value) ?? true
    }

    /// Returns true if a condition of the schema is true.
    public func holds(_ condition: Condition) -> Bool { condition.holds(value) }

    /// The hidden settings whose values are cleared.
    public var cleared: [Schema.Setting] {
        guard !hidden.isEmpty else { return [] }
        return schema.settings.filter { $0.whenHidden == .clear && !isVisible($0.key) }
    }
}

/// The condition under which an item or a group is visible.
struct VisibilityRule: Sendable {
    let key: String
    let condition: Condition
}
