/// Checks that references and the `items` of checks name existing settings.
///
/// A reference can have no attributes except a title, an order and a comment.
struct ReferenceCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        let groups = document.groups.filter { !$0.options.isEmpty }.compactMap(\.key)
        let items = document.items.filter { $0.control != .select }.compactMap(\.key)
        let known = Set(groups + items)
        var nearest = NearestKeys(known)
        func unknown(_ key: String, _ node: SchemaDocument.Node, _ name: String) -> SchemaProblem {
            node.problem(
                name, "no setting has the key '\(key)'." + nearest.suggestion(for: key))
        }
        let references = document.items.flatMap { item -> [SchemaProblem] in
            guard let key = item.reference else { return [] }
            let others = item.node.object.members.map(\.name)
                .filter { !["itemReference", "itemTitle", "order", "$comment"].contains($0) }
            return others.map {
                item.node.problem(
                    $0, "A second place of '\(key)' takes no '\($0)': the setting has it already.")
            } + (known.contains(key) ? [] : [unknown(key, item.node, "itemReference")])
        }
        let checks = (document.checks + document.groups.flatMap(\.checks)).flatMap { check in
            check.strings("items").filter { !known.contains($0) }
                .map { unknown($0, check, "items") }
        }
        return references + checks
    }
}
