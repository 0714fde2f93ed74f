/// What the visibility of items and groups depends on.
///
/// Made from a schema as written for the check, and from the schema itself for its rules.
struct Visibility {
    /// An item or a group: when it is there, and what it stands in.
    struct Node {
        let key: String
        /// The keys that its own condition asks for.
        let asked: [String]
        /// Its group; for a group, the item that leads to its page.
        let parent: String?
    }

    private let nodes: [String: Node]

    init(_ nodes: [Node]) {
        self.nodes = nodes.reduce(into: [:]) { $0[$1.key] = $1 }
    }

    /// Of the things with a condition, each behind those that it depends on.
    func graph() -> ConditionGraph {
        var dependencies: [String: [String]] = [:]
        for node in nodes.values where !node.asked.isEmpty {
            let above = node.parent.map(ruled) ?? []
            dependencies[node.key] = node.asked.flatMap(ruled) + above
        }
        return ConditionGraph(dependencies)
    }

    /// The things with a condition that decide whether a key is there: it, its group, the page's
    /// item and so on.
    private func ruled(_ key: String) -> [String] {
        var found: [String] = []
        // A schema with problems may hold what stands in itself: an item with its group's key.
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
    /// The conditions of items and groups, each behind those that it depends on.
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
