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
    /// The settings whose default depends on a setting, by its key.
    private let defaultsTesting: [String: [Schema.Setting]]

    /// - Parameter groupOfOption: the keys of `select` groups, by the key of each option.
    init(
        groups: [Schema.ItemGroup], items: [Schema.Item], settings: some Sequence<Schema.Setting>,
        checks: [Schema.Check], groupOfOption: [String: String]
    ) {
        let visibility = Visibility(groups, items)
        let conditions = visibility.conditions
        let dependencies = visibility.dependencies
        let rules = ConditionGraph(dependencies).order.compactMap { key in
            conditions[key].map { VisibilityRule(key: key, condition: $0, keys: $0.keys) }
        }
        let controllers = settings.reduce(into: [String: [String]]()) { controllers, setting in
            guard !setting.conditionalDefaults.isEmpty else { return }
            controllers[setting.key] = setting.defaultConditionKeys.map { groupOfOption[$0] ?? $0 }
        }
        /// The settings whose change can change the value of one with these keys.
        func keysTesting(_ keys: [String]) -> Set<String> {
            let keys = keys.map { groupOfOption[$0] ?? $0 }
            return Set(keys + keys.flatMap { controllers[$0] ?? [] })
        }
        func indices(of conditions: [[String]]) -> [String: [Int]] {
            conditions.enumerated().reduce(into: [:]) { indices, keys in
                for key in keysTesting(keys.element) {
                    indices[key, default: []].append(keys.offset)
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
        rulesTesting = indices(of: rules.map(\.condition.keys))
        requiredTesting = indices(
            of: required.map { ($0.rules.requiredWhen?.keys ?? []) + (controllers[$0.key] ?? []) })
        checksTesting = indices(of: checks.map(\.condition.keys))
        boundedItems = items.filter { !$0.bounds.isEmpty }.map(\.key)
        boundedTesting = items.reduce(into: [:]) { testing, item in
            guard !item.bounds.isEmpty else { return }
            for key in keysTesting(item.bounds.flatMap(\.condition.keys) + [item.key]) {
                testing[key, default: []].append(item.key)
            }
        }
        defaultsTesting = settings.reduce(into: [:]) { testing, setting in
            for key in controllers[setting.key] ?? [] { testing[key, default: []].append(setting) }
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

    /// The settings whose default can change with these.
    package func defaults(testing keys: Set<String>) -> [Schema.Setting] {
        guard !defaultsTesting.isEmpty else { return [] }
        var found = KeyedArray<Schema.Setting>()
        for setting in keys.sorted().flatMap({ defaultsTesting[$0] ?? [] }) {
            found[setting.key] = setting
        }
        return Array(found)
    }

    package func checks(testing keys: Set<String>) -> [Int] {
        Set(keys.flatMap { checksTesting[$0] ?? [] }).sorted()
    }
}
