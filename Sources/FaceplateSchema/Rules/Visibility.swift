/// The check creates it from a schema as written, and the rules from the schema itself.
struct Visibility {
    struct Node {
        let key: String
        /// Its own condition; `nil` while a draft of it is checked.
        var condition: Condition?
        let asked: [String]
        /// The key of its group; for a group, the key of the item that links to its page.
        let parent: String?
    }

    private let nodes: [String: Node]

    init(_ nodes: [Node]) {
        self.nodes = nodes.reduce(into: [:]) { $0[$1.key] = $1 }
    }

    var dependencies: [String: [String]] {
        var dependencies: [String: [String]] = [:]
        for node in nodes.values where !node.asked.isEmpty {
            let above = node.parent.map(ruled) ?? []
            dependencies[node.key] = node.asked.flatMap(ruled) + above
        }
        return dependencies
    }

    /// Returns the keys that the conditions test which decide whether `key` is visible: its own, those
    /// of its group and pages, and those of the items that these test.
    func tested(for key: String) -> [String] {
        var found: [String] = []
        var waiting = ruled(key)
        var seen = Set(waiting)
        while let next = waiting.popLast() {
            for asked in nodes[next]?.asked ?? [] where !found.contains(asked) {
                found.append(asked)
                waiting += ruled(asked).filter { seen.insert($0).inserted }
            }
        }
        return found
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

extension Visibility {
    init(_ groups: [Schema.ItemGroup], _ items: [Schema.Item]) {
        self.init(
            groups.map {
                Node(
                    key: $0.key, condition: $0.visibleWhen, asked: $0.visibleWhen?.keys ?? [],
                    parent: $0.pagePath.last)
            }
                + items.map {
                    Node(
                        key: $0.key, condition: $0.rules.visibleWhen,
                        asked: $0.rules.visibleWhen?.keys ?? [], parent: $0.groupKey)
                })
    }

    var conditions: [String: Condition] { nodes.compactMapValues(\.condition) }
}

extension Visibility {
    init(_ document: SchemaDocument) {
        var nodes: [Node] = []
        func add(_ node: SchemaDocument.Node, _ key: String?, _ name: String, _ parent: String?) {
            guard let key else { return }
            let asked = node.condition(name, document.types)?.keys ?? []
            nodes.append(Node(key: key, asked: asked, parent: parent))
        }
        for group in document.groups {
            add(group.node, group.key, "groupVisibleWhen", group.pagePath.last)
            for item in group.items { add(item.node, item.key, "itemVisibleWhen", group.key) }
        }
        self.init(nodes)
    }
}
