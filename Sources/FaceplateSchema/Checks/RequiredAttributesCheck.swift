/// Every group and item says what it is.
struct RequiredAttributesCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.groups.flatMap { missing(["groupKey", "items"], in: $0.node, "group") }
            + document.items.flatMap { item in
                item.reference == nil
                    ? missing(["itemKey", "itemControlType"], in: item.node, "item") : []
            }
            + document.items.flatMap { table in
                table.cells.flatMap { cell in
                    missing(["itemControlType"], in: cell.node, "column")
                        + (table.control == .editTable
                            ? missing(["itemKey"], in: cell.node, "column") : [])
                }
            }
            + document.valued.flatMap(needsOfControl)
    }

    /// What a control cannot do without.
    private func needsOfControl(_ item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let control = item.control else { return [] }
        let names: [String] =
            switch control {
            case .choice, .segment, .choices:
                item.node.boolean("itemOptionsProvided") == true ? [] : ["itemOptions"]
            case .slider: ["itemMinimum", "itemMaximum"]
            case .editTable: ["itemColumns"]
            case .page: ["groups"]
            default: []
            }
        return missing(names, in: item.node, "'\(control.rawValue)'")
    }

    private func missing(
        _ names: [String], in node: SchemaDocument.Node, _ noun: String
    ) -> [SchemaProblem] {
        names.filter { node.object[$0] == nil }.map {
            node.problem(nil, "The \(noun) has no '\($0)'.")
        }
    }
}
