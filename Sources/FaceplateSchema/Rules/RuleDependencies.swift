/// The rules that a change of a setting can reach, found once for each schema.
///
/// A change then costs what it reaches, whatever the number of conditions in the panel.
package struct RuleDependencies: Sendable {
    /// The conditions of items and groups, each after those that it depends on.
    let visibilityRules: [VisibilityRule]
    private let ruled: Set<String>
    let clearedWhenHidden: [Schema.Setting]
    package let requiredItems: [String]
    /// Indices into `visibilityRules`, by the key of a setting that the condition tests.
    private let rulesTesting: [String: [Int]]
    /// Indices of the visibility rules that depend on each visibility rule.
    private let dependents: [[Int]]
    /// Indices into `requiredItems`, by the key of a setting that the condition tests.
    private let requiredTesting: [String: [Int]]
    /// The items with bounds under conditions.
    package let boundedItems: [String]
    /// The same, by the keys of the conditions and their own.
    private let boundedTesting: [String: [String]]
    /// Indices into the checks of the schema, by the key of a setting that the check tests.
    private let checksTesting: [String: [Int]]

    /// - Parameter groupOfOption: the keys of `select` groups, by the key of each option.
    init(
        groups: [Schema.Group], items: [Schema.Item], settings: some Sequence<Schema.Setting>,
        checks: [Schema.Check], groupOfOption: [String: String]
    ) {
        let visibility = Visibility(groups, items)
        let conditions = visibility.conditions
        let dependencies = visibility.dependencies
        let rules = ConditionGraph(dependencies).order.compactMap { key in
            conditions[key].map { VisibilityRule(key: key, condition: $0, keys: $0.keys) }
        }
        func indices(of conditions: [Condition]) -> [String: [Int]] {
            conditions.enumerated().reduce(into: [:]) { indices, condition in
                for key in condition.element.keys {
                    indices[groupOfOption[key] ?? key, default: []].append(condition.offset)
                }
            }
        }
        let places = Dictionary(
            uniqueKeysWithValues: rules.enumerated().map { ($0.element.key, $0.offset) })
        var dependents = [[Int]](repeating: [], count: rules.count)
        for (index, rule) in rules.enumerated() {
            for key in Set(dependencies[rule.key] ?? []) where key != rule.key {
                if let before = places[key] { dependents[before].append(index) }
            }
        }
        let required = items.filter { $0.rules.requiredWhen != nil }
        visibilityRules = rules
        ruled = Set(conditions.keys)
        clearedWhenHidden = settings.filter { $0.whenHidden == .clear }
        requiredItems = required.map(\.key)
        self.dependents = dependents
        rulesTesting = indices(of: rules.map(\.condition))
        requiredTesting = indices(of: required.compactMap(\.rules.requiredWhen))
        checksTesting = indices(of: checks.map(\.condition))
        boundedItems = items.filter { !$0.bounds.isEmpty }.map(\.key)
        boundedTesting = items.reduce(into: [:]) { testing, item in
            guard !item.bounds.isEmpty else { return }
            let keys = item.bounds.flatMap(\.condition.keys).map { groupOfOption[$0] ?? $0 }
            for key in Set(keys + [item.key]) { testing[key, default: []].append(item.key) }
        }
    }

    func canHide(_ keys: some Sequence<String>) -> Bool {
        !ruled.isEmpty && keys.contains(where: ruled.contains)
    }

    /// Each after those that it depends on.
    func rules(reachedBy keys: Set<String>) -> [Int] {
        guard !visibilityRules.isEmpty else { return [] }
        var reached: Set<Int> = []
        var waiting = keys.flatMap { rulesTesting[$0] ?? [] }
        while let index = waiting.popLast() {
            if reached.insert(index).inserted { waiting += dependents[index] }
        }
        return reached.sorted()
    }

    package func requiredItems(testing keys: Set<String>) -> [String] {
        Set(keys.flatMap { requiredTesting[$0] ?? [] }).sorted().map { requiredItems[$0] }
    }

    package func boundedItems(testing keys: Set<String>) -> [String] {
        guard !boundedItems.isEmpty else { return [] }
        return Set(keys.flatMap { boundedTesting[$0] ?? [] }).sorted()
    }

    package func checks(testing keys: Set<String>) -> [Int] {
        Set(keys.flatMap { checksTesting[$0] ?? [] }).sorted()
    }
}
