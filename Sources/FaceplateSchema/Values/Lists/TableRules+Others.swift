/// The parts of a row that have no column (`itemOtherColumns`): on the page, one more column.
extension TableRules {
    package var keepsOthers: Bool { columns.last?.key == Self.othersColumn }

    private func isColumn(_ name: String) -> Bool {
        columns.contains { $0.key == name || $0.renamedFrom.contains(name) }
    }

    func withOthers(_ row: Value) -> Value {
        guard keepsOthers, case .record(var cells) = row else { return row }
        let others = cells.filter { !isColumn($0.key) }
        guard !others.isEmpty else { return row }
        for name in others.keys { cells[name] = nil }
        cells[Self.othersColumn] = .record(others)
        return .record(cells)
    }

    func withoutOthers(_ row: Value) -> Value {
        guard keepsOthers, case .record(var cells) = row,
            case .record(let others)? = cells.removeValue(forKey: Self.othersColumn)
        else { return row }
        return .record(cells.merging(others) { column, _ in column })
    }

    func withOthers(_ row: JSONValue) -> JSONValue {
        guard keepsOthers, let members = row.object?.members else { return row }
        let others = members.filter { !isColumn($0.name) }
        guard !others.isEmpty else { return row }
        return .object(
            members.filter { isColumn($0.name) }
                + [.init(name: Self.othersColumn, value: .object(others))])
    }
}
