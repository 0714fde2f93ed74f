extension Schema {
    /// Circles of items that wait for each other: each can be changed only after another one of
    /// them, and none while all have their defaults.
    ///
    /// Items that exclude each other form a circle, too, but can be changed.
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

    /// A circle as a way that leads back to its beginning.
    package static func words(forCircle circle: [String]) -> String {
        ConditionGraph.words(for: circle)
    }
}
