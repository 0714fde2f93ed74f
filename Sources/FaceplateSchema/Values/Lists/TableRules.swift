/// The rules of rows with named cells: the value of `edit_table`.
///
/// The value is a list of records, each with a value for every column. The text form is JSON. The
/// problem of a cell has the number of the row, from 1, in `row` and the key of the column in
/// `column`.
package struct TableRules: ValueRules, Equatable {
    package struct Column: Sendable {
        package let key: String
        package let rules: any ValueRules
        /// The value used by rows without this column; `nil` if every row must have it.
        package let defaultValue: Value?
        /// True if a row without this column has no value there.
        package let isOptional: Bool
        /// The former keys of the column, which rows can still use.
        package let renamedFrom: [String]
        /// The conditions test other cells of the row; `nil` if the cell is always visible, or never required by another.
        package let visibleWhen: Condition?
        let requiredWhen: Condition?

        package init(
            key: String, rules: any ValueRules, defaultValue: Value? = nil,
            isOptional: Bool = false, renamedFrom: [String] = [],
            visibleWhen: Condition? = nil, requiredWhen: Condition? = nil
        ) {
            self.visibleWhen = visibleWhen
            self.requiredWhen = requiredWhen
            self.isOptional = isOptional
            self.key = key
            self.rules = rules
            self.defaultValue = defaultValue
            self.renamedFrom = renamedFrom
        }

        /// True if some rows do not have it.
        package var canBeMissing: Bool { isOptional || visibleWhen != nil && defaultValue == nil }

        /// A cell that is not visible keeps its value, and need not have one.
        package func isVisible(in row: [String: Value]) -> Bool {
            visibleWhen?.holds { row[$0] } ?? true
        }

        func problem(in row: [String: Value]) -> ValueProblem? {
            let cell = row[key]
            let problem =
                cell.map { rules.problem(with: $0) }
                ?? (isOptional ? nil : ValueProblem(.required))
            guard isVisible(in: row) else { return problem?.code == .required ? nil : problem }
            guard problem == nil, cell?.isEmpty ?? true, let requiredWhen,
                requiredWhen.holds({ row[$0] })
            else { return problem }
            return ValueProblem(.required)
        }

        func cell<Cell>(of row: [String: Cell]) -> Cell? {
            row[key] ?? renamedFrom.lazy.compactMap { row[$0] }.first
        }
    }

    /// The columns in the order shown.
    package let columns: [Column]
    package let minimumCount: Int?
    package let maximumCount: Int?
    /// The key of the column in which duplicate cells are rejected.
    package let uniqueColumn: String?
    /// The rows by name, if the value is a map (`edit_map`); the first column is then the name.
    package let names: Names?

    package enum Names: Sendable {
        /// The second column is the value.
        case ofValues
        /// The other columns are parts of the value.
        case ofRows
    }

    /// The keys of columns that no schema writes: a user cannot choose the same.
    package static let nameColumn = "entry"
    package static let valueColumn = "value"

    /// The rules of the values of a map that has one value for each name; `nil` for rows.
    package var valuesOfMap: (any ValueRules)? {
        names == .ofValues ? columns.first { $0.key == Self.valueColumn }?.rules : nil
    }
    package static let othersColumn = "otherColumns"

    package init(
        columns: [Column], minimumCount: Int? = nil, maximumCount: Int? = nil,
        uniqueColumn: String? = nil, names: Names? = nil
    ) {
        self.names = names
        self.columns = columns
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.uniqueColumn = names == nil ? uniqueColumn : columns.first?.key
    }

    package var longestFormSize: Int? {
        guard let maximumCount else { return nil }
        var row = 0
        for column in columns {
            guard let size = column.rules.longestFormSize else { return nil }
            row += size + 256
        }
        return row.multiplied(by: maximumCount + 1)
    }

    package var fieldsOfElement: Int { columns.count }

    /// Blank text is a table without rows.
    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if TextLines.isBlank(text) { return value(of: []) }
        if names != nil { return try map(fromText: text, locale: locale) }
        guard let json = TextLines.jsonArray(text) else {
            throw ValueProblem(.notAList, ["value": text])
        }
        return try value(fromJSON: json)
    }

    /// Reads rows of cell texts by column keys; a missing cell uses its default.
    ///
    /// - Parameter locale: The locale of numbers; `nil` to accept only the canonical form.
    /// - Throws: The problem of the first cell that is not of its type.
    package func value(
        fromRows rows: [[String: String]], locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        var records: [Value] = []
        let optional = Set(columns.filter(\.isOptional).map(\.key))
        for (index, cells) in rows.enumerated() {
            let given = cells.filter { !optional.contains($0.key) || !TextLines.isBlank($0.value) }
            records.append(
                try record(given, row: index + 1) { (rules, text) throws(ValueProblem) in
                    try rules.value(fromText: text, locale: locale)
                })
        }
        try checkNames(records)
        return value(of: records)
    }

    // A cell that is `null` uses its default, unless its column accepts `null`. A former key of a column
    // (`itemRenamedFrom`) names the column.
    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let rows = rows(inJSON: json) else {
            throw ValueProblem(
                names == nil ? .notAList : .notAMap, ["value": JSONWriter().text(json)])
        }
        var records: [Value] = []
        for (index, row) in rows.enumerated() {
            guard let object = row.object else {
                throw ValueProblem(
                    .notARow, ["value": JSONWriter().text(row), "row": String(index + 1)])
            }
            let cells = object.members.reduce(into: [:]) { $0[$1.name] = $1.value }
            records.append(
                try record(
                    cells.filter { !$0.value.isNull || acceptsNull($0.key) }, row: index + 1
                ) {
                    (rules, json) throws(ValueProblem) in try rules.value(fromJSON: json)
                })
        }
        return value(of: records)
    }

    private func acceptsNull(_ name: String) -> Bool {
        columns.contains { $0.key == name && $0.rules.acceptsNull }
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard let rows = rows(of: value) else {
            return ValueProblem(names == nil ? .notAList : .notAMap, ["value": value.plainText])
        }
        if let problem = ListRules.countProblem(rows.count, minimumCount, maximumCount) {
            return problem
        }
        var seen: Set<Value> = []
        for (index, row) in rows.enumerated() {
            guard case .record(let cells) = row else {
                return ValueProblem(.notARow, ["value": row.plainText, "row": String(index + 1)])
            }
            if let problem = problem(with: cells, row: index + 1) { return problem }
            if let uniqueColumn, let cell = cells[uniqueColumn], !seen.insert(cell).inserted {
                return ValueProblem(.duplicate, ["value": cell.plainText])
                    .with(row: index + 1, column: uniqueColumn)
            }
        }
        return nil
    }

    private func problem(with cells: [String: Value], row: Int) -> ValueProblem? {
        if let problem = unknownPart(of: cells.keys, row: row) { return problem }
        for column in columns {
            if let problem = column.problem(in: cells) {
                return problem.with(row: row, column: column.key)
            }
        }
        return nil
    }

    private func record<Cell>(
        _ cells: [String: Cell], row: Int,
        _ read: (any ValueRules, Cell) throws(ValueProblem) -> Value
    ) throws(ValueProblem) -> Value {
        let names = cells.keys.map { currentKey(of: $0, among: cells) }
        if let problem = unknownPart(of: names, row: row) { throw problem }
        var record: [String: Value] = [:]
        var missing: [(column: Column, problem: ValueProblem)] = []
        for column in columns {
            do throws(ValueProblem) {
                if let cell = column.cell(of: cells) {
                    let value = try read(column.rules, cell)
                    if column.visibleWhen != nil, value.isEmpty,
                        column.rules.problem(with: value)?.code == .required
                    {
                        throw ValueProblem(.required)
                    }
                    record[column.key] = value
                } else if let value = column.defaultValue {
                    record[column.key] = value
                } else if !column.isOptional {
                    throw ValueProblem(.required)
                }
            } catch {
                let problem = error.with(row: row, column: column.key)
                guard column.visibleWhen != nil, error.code == .required else { throw problem }
                missing.append((column, problem))
            }
        }
        // Its visibility can depend on any cell of the row.
        if let first = missing.first(where: { $0.column.isVisible(in: record) }) {
            throw first.problem
        }
        return .record(record)
    }

    /// The name itself if that column has a cell already.
    func currentKey<Cell>(of name: String, among cells: [String: Cell]) -> String {
        let column = columns.first { column in
            column.renamedFrom.first { cells[$0] != nil } == name && cells[column.key] == nil
        }
        return column?.key ?? name
    }

    private func unknownPart(of names: some Sequence<String>, row: Int) -> ValueProblem? {
        names.filter { name in !columns.contains { $0.key == name } }.min().map { name in
            ValueProblem(
                .unknownPart,
                ["part": name, "parts": columns.map(\.key).joined(separator: ", ")]
            ).with(row: row, column: name)
        }
    }
}
