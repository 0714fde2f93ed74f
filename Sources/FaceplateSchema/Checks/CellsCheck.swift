/// Checks that the controls of columns and list elements are allowed there, and that column keys are valid and unique.
struct CellsCheck: SchemaCheck {
    func problems(in document: SchemaDocument) -> [SchemaProblem] {
        document.items.flatMap { item -> [SchemaProblem] in
            var seen: [String: TextPosition] = [:]
            let cells = item.cells.flatMap { cell -> [SchemaProblem] in
                misfit(cell) + name(cell, &seen)
            }
            return cells + noColumns(item) + uniqueColumn(item)
        }
    }

    private func misfit(_ cell: SchemaDocument.Item) -> [SchemaProblem] {
        guard let control = cell.control, !control.fitsCell else { return [] }
        let fitting = Control.all.filter(\.fitsCell).map { "'\($0.rawValue)'" }
        return [
            cell.node.problem(
                "itemControlType",
                "'\(control.rawValue)' does not fit into a row; these do: "
                    + fitting.joined(separator: ", ") + ".")
        ]
    }

    private func name(
        _ cell: SchemaDocument.Item, _ seen: inout [String: TextPosition]
    ) -> [SchemaProblem] {
        guard let key = cell.key else { return [] }
        guard SettingKeySyntax.isValid(key) else {
            return [
                cell.node.problem(
                    "itemKey",
                    "'\(key)' is not a key: 1 to 128 letters, digits, '.', '-' or '_', "
                        + "starting with a letter or digit.")
            ]
        }
        guard let first = seen.updateValue(cell.node.value.position, forKey: key) else { return [] }
        return [
            cell.node.problem("itemKey", "'\(key)' is already a column at line \(first.line).")
        ]
    }

    private func noColumns(_ item: SchemaDocument.Item) -> [SchemaProblem] {
        guard item.control == .editTable, item.node.object["itemColumns"]?.array?.isEmpty == true
        else { return [] }
        return [item.node.problem("itemColumns", "A table needs at least one column.")]
    }

    private func uniqueColumn(_ item: SchemaDocument.Item) -> [SchemaProblem] {
        guard let name = item.node.string("itemUniqueColumn") else { return [] }
        let columns = item.cells.compactMap(\.key)
        guard !columns.contains(name) else { return [] }
        return [
            item.node.problem(
                "itemUniqueColumn",
                "no column has the key '\(name)'."
                    + NearestWord.suggestion(for: name, among: columns))
        ]
    }
}
