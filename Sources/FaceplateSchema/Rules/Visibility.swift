/// The dependencies between the visibility of items and groups.
///
/// The check creates it from a schema as written, and the rules from the schema itself.
struct Visibility {
    /// An item or a group, with its visibility condition and its parent.
    struct Node {
        let key: String
        /// The keys that its own condition tests.
        let asked: [String]
        /// The key of its group; for a group, the key of the item that links to its page.
        let parent: String?
    }

    private let nodes: [String: Node]

    init(_ nodes: [Node]) {
        self.nodes = nodes.reduce(into: [:]) { $0[$1.key] = $1 }
    }

    /// Returns the graph of the nodes with a condition, each after those that it depends on.
    func graph() -> ConditionGraph {
        var dependencies: [String: [String]] = [:]
        for node in nodes.values where !node.asked.isEmpty {
            let above = node.parent.map(ruled) ?? []
            dependencies[node.key] = node.asked.flatMap(ruled) + above
        }
        return ConditionGraph(dependencies)
    }

    /// Returns the keys with a condition that decide whether `key` is visible: itself, its group, the item of the page,
    /// and so on.
    private func ruled(_ key: String) -> [String] {
        var found: [String] = []
        // An invalid schema can contain cycles, such as an item with the key of its group.
        var seen: Set<String> = []
        var current = nodes[key]
        while let node = current, seen.insert(node.key).inserted {
            if !node.asked.isEmpty { found.append(node.key) }
            current = node.parent.flatMap { nodes[$0] }
        }
        return found
    }
}

extension Schema {
    /// Returns the conditions of items and groups, each after those that it depends on.
    static func visibilityRules(
        _ groups: [Group], _ items: [Item]
    ) -> [VisibilityRule] {
        var conditions: [String: Condition] = [:]
        for group in groups { conditions[group.key] = group.visibleWhen }
        for item in items { conditions[item.key] = item.rules.visibleWhen }
        guard !conditions.isEmpty else { return [] }
        let nodes =
            groups.map {
                Visibility.Node(
                    key: $0.key, asked: conditions[$0.key]?.keys ?? [], parent: $0.pagePath.last)
            }
            + items.map {
                Visibility.Node(
                    key: $0.key, asked: conditions[$0.key]?.keys ?? [], parent: $0.groupKey)
            }
        return Visibility(nodes).graph().order.compactMap { key in
            conditions[key].map { VisibilityRule(key: key, condition: $0) }
        }
    }
}
