/// Checks that the visibility of an item or a group does not depend on itself.
struct VisibilityCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var places: [String: (node: SchemaDocument.Node, name: String)] = [:]
        var nodes: [Visibility.Node] = []
        func add(_ node: SchemaDocument.Node, _ key: String?, _ name: String, _ parent: String?) {
            guard let key else { return }
            places[key] = (node, name)
            nodes.append(
                Visibility.Node(
                    key: key, asked: node.condition(name, document.types)?.keys ?? [],
                    parent: parent))
        }
        for group in document.groups {
            add(group.node, group.key, "groupVisibleWhen", group.pagePath.last)
            for item in group.items { add(item.node, item.key, "itemVisibleWhen", group.key) }
        }
        return ConditionGraph(Visibility(nodes).dependencies).cycles.compactMap { cycle in
            guard let place = cycle.first.flatMap({ places[$0] }) else { return nil }
            return place.node.problem(
                place.name,
                "Whether it is there depends on itself: \(ConditionGraph.words(for: cycle)).")
        }
    }
}
