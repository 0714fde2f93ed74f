/// Every group and item says what it is.
struct RequiredAttributesCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { group in
            missing(["groupKey", "items"], in: group.node, "group")
                + group.items.flatMap { item in
                    missing(["itemKey", "itemControlType"], in: item.node, "item")
                        + (item.control == .choice
                            ? missing(["itemOptions"], in: item.node, "'choice'") : [])
                }
        }
    }

    private func missing(
        _ names: [String], in node: SchemaDocument.Node, _ noun: String
    ) -> [SchemaProblem] {
        names.filter { node.object[$0] == nil }.map {
            node.problem(nil, "The \(noun) has no '\($0)'.")
        }
    }
}
