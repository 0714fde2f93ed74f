/// The results of a schema's rules for some values: the items that are visible, enabled and required.
///
/// An item is visible if its own condition is true, its group and page are visible, and all items that its condition
/// tests are visible.
package struct RuleState: Sendable {
    private let schema: Schema
    /// The items and groups whose own condition is false.
    package private(set) var hidden: Set<String> = []
    private let lookUp: @Sendable (String) -> Value?
    /// The part that this state answers for; `nil` for the whole schema.
    private var part: Schema?

    /// - Parameter value: returns the value of a key; `nil` if it has no value. For a secret it returns any text if the
    ///   secret is set.
    package init(_ schema: Schema, value: @escaping @Sendable (String) -> Value?) {
        self.init(schema, hidden: nil, value: value)
    }

    /// - Parameter hidden: the hidden keys that were computed for the values before; `nil` if there are none.
    package init(
        _ schema: Schema, hidden: Set<String>?, changed: Set<String> = [],
        value: @escaping @Sendable (String) -> Value?
    ) {
        self.schema = schema
        lookUp = value
        let rules = schema.ruleDependencies.visibilityRules
        guard let hidden else {
            for rule in rules { judge(rule) }
            return
        }
        self.hidden = hidden
        let reached = schema.ruleDependencies.rules(reachedBy: changed)
        for index in reached { self.hidden.remove(rules[index].key) }
        for index in reached { judge(rules[index]) }
    }

    /// - Precondition: the rules that this one depends on were judged.
    private mutating func judge(_ rule: VisibilityRule) {
        if !rule.condition.holds(tested) || !rule.keys.allSatisfy(isShown) {
            hidden.insert(rule.key)
        }
    }

    package func showing(_ part: Schema) -> RuleState {
        var state = self
        state.part = part
        return state
    }

    /// Returns the value that conditions test; the default for a hidden item whose value is cleared.
    package func value(_ key: String) -> Value? {
        part.map { $0.reference(key) == nil } ?? false ? nil : tested(key)
    }

    private func tested(_ key: String) -> Value? {
        if !hidden.isEmpty, let setting = schema.settings[key], setting.whenHidden == .clear,
            !isShown(key)
        {
            return defaultValue(of: setting)
        }
        return lookUp(key)
    }

    package func defaultValue(of setting: Schema.Setting) -> Value? {
        setting.defaultValue(lookUp)
    }

    /// Returns true if the item, `select` group or option with this key is visible.
    package func isVisible(_ key: String) -> Bool {
        if let part, part.reference(key) == nil, part.pageOfGroup[key] == nil { return false }
        return isShown(key)
    }

    private func isShown(_ key: String) -> Bool {
        if hidden.isEmpty { return true }
        if hidden.contains(key) { return false }
        return isGroupVisible(schema.items[key]?.groupKey ?? key)
    }

    package func isVisible(_ group: Schema.ItemGroup) -> Bool {
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

    package func isEnabled(_ item: Schema.Item) -> Bool {
        item.rules.enabledWhen?.holds(tested) ?? true
    }

    package func isRequired(_ item: Schema.Item) -> Bool {
        item.rules.requiredWhen?.holds(tested) ?? false
    }

    /// The place of the bounds that apply, besides those that always do.
    package func placeOfBounds(of item: Schema.Item) -> Int? {
        item.bounds.firstIndex { $0.condition.holds(tested) }
    }

    package func bounds(of item: Schema.Item) -> (any ValueRules)? {
        placeOfBounds(of: item).map { item.bounds[$0].rules }
    }

    package func isOffered(_ option: Schema.Option) -> Bool {
        option.condition?.holds(tested) ?? true
    }

    package func holds(_ condition: Condition) -> Bool { condition.holds(tested) }

    /// The hidden settings whose values are cleared.
    package var cleared: [Schema.Setting] {
        guard !hidden.isEmpty else { return [] }
        return (part ?? schema).ruleDependencies.clearedWhenHidden.filter { !isShown($0.key) }
    }
}

extension Schema {
    package func canHide(_ group: ItemGroup) -> Bool {
        let pages = pages[pageOfGroup[group.key] ?? ""]?.path ?? []
        return ruleDependencies.canHide(
            [group.key] + group.items.map(\.key) + pages + pages.compactMap { items[$0]?.groupKey })
    }
}

struct VisibilityRule: Sendable {
    let key: String
    let condition: Condition
    let keys: [String]
}
