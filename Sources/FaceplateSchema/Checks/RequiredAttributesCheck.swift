/// Checks that groups, items and checks have all required attributes.
struct RequiredAttributesCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        var problems: [SchemaProblem] = []
        for group in document.groups {
            problems += missing(["groupKey", "items"], in: group.node, "group")
            problems += group.footers.flatMap { missing(["when", "footer"], in: $0, "footer") }
        }
        for check in document.checks + document.groups.flatMap(\.checks) {
            problems += missing(["require", "message"], in: check, "check")
        }
        // The required attributes of a custom control can be set by each of its items.
        for item in document.items {
            if item.reference == nil {
                problems += missing(["itemKey", "itemControlType"], in: item.node, "item")
            }
            problems += needsOfControl(item) + item.cells.flatMap { cell($0, of: item) }
        }
        return problems
    }

    private func cell(
        _ cell: SchemaDocument.Item, of table: SchemaDocument.Item
    ) -> [SchemaProblem] {
        let names =
            table.control == .editTable ? ["itemKey", "itemControlType"] : ["itemControlType"]
        // `CellsCheck` reports a control that is not allowed in a cell.
        return missing(names, in: cell.node, "column")
            + (cell.control?.fitsCell == true ? needsOfControl(cell) : [])
    }

    /// Returns a problem for each missing attribute that the control requires.
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
