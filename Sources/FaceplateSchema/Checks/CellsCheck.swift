/// Checks that the controls of columns and list elements are allowed there, and that column keys are valid and unique.
struct CellsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.flatMap(\.withCells).flatMap { item -> [SchemaProblem] in
            var seen: [String: TextPosition] = [:]
            let cells = item.cells.flatMap { [misfit($0, in: item), name($0, &seen)] }
            let unique = item.node.problem(
                "itemUniqueColumn", noKeyOf: "column", among: item.cells.compactMap(\.key))
            return (cells + [noColumns(item), noInputs(item), unique]).compactMap(\.self)
        }
    }

    private func misfit(
        _ cell: SchemaDocument.Item, in item: SchemaDocument.Item
    ) -> SchemaProblem? {
        // Only the input of an action can be a secret: it is not stored.
        guard let control = cell.control, !control.fitsCell,
            control != .editPassword || item.control != .button
        else { return nil }
        let fitting = Control.all.filter(\.fitsCell).map { "'\($0.rawValue)'" }
        return cell.node.problem(
            "itemControlType",
            "'\(control.rawValue)' does not fit into a row; these do: "
                + fitting.joined(separator: ", ") + ".")
    }

    private func name(
        _ cell: SchemaDocument.Item, _ seen: inout [String: TextPosition]
    ) -> SchemaProblem? {
        guard let key = cell.key else { return nil }
        guard SettingKeySyntax.isValid(key) else {
            return cell.node.problem("itemKey", SettingKeySyntax.problem(with: key))
        }
        guard let first = seen.updateValue(cell.node.value.position, forKey: key) else {
            return nil
        }
        return cell.node.problem("itemKey", "'\(key)' is already a column at line \(first.line).")
    }

    private func noInputs(_ item: SchemaDocument.Item) -> SchemaProblem? {
        guard item.control == .button, item.node.object["itemInputs"]?.array?.isEmpty == true
        else { return nil }
        return item.node.problem("itemInputs", "A list of inputs needs at least one.")
    }

    private func noColumns(_ item: SchemaDocument.Item) -> SchemaProblem? {
        guard item.control == .editTable || item.control == .editMap,
            item.node.object["itemColumns"]?.array?.isEmpty == true
        else { return nil }
        return item.node.problem("itemColumns", "A table needs at least one column.")
    }
}
