/// What the rules of a schema make of some values: what is there, what can be changed, what must
/// have a value.
///
/// An item is there where its own condition holds, its group and its page are there, and so is each
/// item that the condition asks for.
public struct RuleState: Sendable {
    private let schema: Schema
    /// Items and groups whose own condition does not hold.
    package private(set) var hidden: Set<String> = []
    private let lookUp: @Sendable (String) -> Value?

    /// - Parameter value: the value of a key; `nil` where it is absent. For a secret, any text
    ///   while one is set.
    public init(_ schema: Schema, value: @escaping @Sendable (String) -> Value?) {
        self.init(schema, hidden: nil, value: value)
    }

    /// - Parameter hidden: what was found to be hidden with the same values before.
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

    /// The value that conditions see: the default where a hidden item is cleared.
    public func value(_ key: String) -> Value? {
        if !hidden.isEmpty, let setting = schema.settings[key], setting.whenHidden == .clear,
            !isVisible(key)
        {
            return setting.defaultValue
        }
        return lookUp(key)
    }

    /// Whether an item, a `select` group or an option is there, by its key.
    public func isVisible(_ key: String) -> Bool {
        if hidden.isEmpty { return true }
        if hidden.contains(key) { return false }
        return isGroupVisible(schema.items[key]?.groupKey ?? key)
    }

    /// Whether a group is there.
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

    /// Whether an item can be changed or pressed as far as its rule goes.
    public func isEnabled(_ item: Schema.Item) -> Bool {
        item.rules.enabledWhen?.holds(value) ?? true
    }

    /// Whether an item must have a value by its rule.
    public func isRequired(_ item: Schema.Item) -> Bool {
        item.rules.requiredWhen?.holds(value) ?? false
    }

    /// Whether an option can be chosen.
    public func isOffered(_ option: Schema.Option) -> Bool {
        option.condition?.holds(value) ?? true
    }

    /// Whether a condition of the schema holds.
    public func holds(_ condition: Condition) -> Bool { condition.holds(value) }

    /// The settings that hidden items lose their value of.
    public var cleared: [Schema.Setting] {
        guard !hidden.isEmpty else { return [] }
        return schema.settings.filter { $0.whenHidden == .clear && !isVisible($0.key) }
    }
}

/// When an item or a group is there.
struct VisibilityRule: Sendable {
    let key: String
    let condition: Condition
}
