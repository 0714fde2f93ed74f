extension Schema {
    /// Cycles of items that enable each other, so that none can be changed while all have their defaults.
    ///
    /// Items that exclude each other form a cycle too, but are not included because they can be changed.
    package var enablingCircles: [[String]] {
        var dependencies: [String: [String]] = [:]
        for item in items {
            guard let condition = item.rules.enabledWhen else { continue }
            dependencies[item.key] = condition.keys.filter {
                items[$0]?.rules.enabledWhen != nil
            }
        }
        guard !dependencies.isEmpty else { return [] }
        let defaults = settings.reduce(into: [String: Value]()) { $0[$1.key] = $1.defaultValue }
        let rules = RuleState(self) { defaults[$0] }
        return ConditionGraph(dependencies).cycles.filter { circle in
            circle.allSatisfy { key in items[key].map { !rules.isEnabled($0) } ?? false }
        }
    }

    /// Returns a cycle as text that ends with its first key.
    package static func words(forCircle circle: [String]) -> String {
        ConditionGraph.words(for: circle)
    }
}
