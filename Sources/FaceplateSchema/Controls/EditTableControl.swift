enum EditTableControl: ControlDefinition {
    static let summary = "A list of rows with columns."
    static let attributes =
        AttributeDefinition.ofValues + ListAttributes.counts + [
            itemColumns, itemOtherColumns,
            AttributeDefinition(
                "itemUniqueColumn", .string, cells: true,
                "The column of a table in which no two rows can be equal."),
        ]
    static let itemColumns = AttributeDefinition(
        "itemColumns", .nodes(of: .column), cells: true,
        "The columns of an 'edit_table', or of the values of an 'edit_map', written like items.",
        schema: [
            "type": "array", "minItems": 1,
            "items": ["allOf": [["$ref": "#/$defs/column"], ["required": ["itemKey"]]]],
        ])
    static let itemOtherColumns = AttributeDefinition(
        "itemOtherColumns", .boolean, cells: true,
        "True to keep parts of rows that have no column; a row that has some shows them as JSON.")
    static let traits = ControlTraits(
        fitsCell: true, isList: true, family: .lists, operand: .parts, implied: .list([]))
    static var item: any ItemDeclaration.Type { EditTable.self }

    static func columns(of item: SchemaDocument.Item) -> [TableRules.Column] {
        let types = item.typesOfCells
        return item.cells.compactMap { cell -> TableRules.Column? in
            guard let key = cell.key, let rules = cell.rules else { return nil }
            let declared = cell.node.object["itemValue"].flatMap { try? rules.value(fromJSON: $0) }
            let implied = cell.kind?.definition.cellDefault(of: cell)
            // A switch is never empty, and empty text is a value.
            let isOptional =
                declared == nil && cell.node.boolean("itemRequired") == false
                && implied != .text("") && implied != .boolean(false)
            let value = isOptional ? nil : declared ?? implied
            return TableRules.Column(
                key: key, rules: rules, defaultValue: value,
                isOptional: isOptional,
                renamedFrom: cell.node.strings("itemRenamedFrom"),
                visibleWhen: cell.node.condition("itemVisibleWhen", types),
                requiredWhen: cell.node.condition("itemRequiredWhen", types))
        }
    }

    /// The parts without a column are shown as one.
    static func others(of node: SchemaDocument.Node) -> JSONValue? {
        guard node.boolean("itemOtherColumns") == true else { return nil }
        let members: [JSONObject.Member] = [
            .init(name: "itemKey", value: .text(TableRules.othersColumn)),
            .init(name: "itemControlType", value: "custom"),
            .init(name: "itemTitle", value: "Others"),
            .init(name: "itemRequired", value: false),
            .init(name: "itemJSONSchema", value: ["type": "object"]),
        ]
        return JSONValue(.object(JSONObject(members)), at: node.value.position)
    }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        TableRules(
            columns: columns(of: item), minimumCount: item.node.count("itemMinimumCount"),
            maximumCount: item.node.count("itemMaximumCount"),
            uniqueColumn: item.node.string("itemUniqueColumn"))
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] { ["itemColumns"] }

    static var valueSchema: JSONValue? { ["type": "array", "items": ["type": "object"]] }
}

/// A list of rows with columns.
public struct EditTable: CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a table with its columns, which are items: `EditText("host")`.
    ///
    /// The controls of the columns must fit a cell. Without a default, the table has no rows.
    public init(
        _ key: String? = nil, default rows: [Value]? = nil, file: String = #fileID,
        line: Int = #line,
        @ItemsBuilder columns: () -> [any GroupEntry]
    ) {
        declaration = Declaration(.editTable, key, rows.map(Value.list), file, line)
        declaration.set("itemColumns", .list(columns().map(\.declaration)))
    }

    /// Sets the column whose values must all be different.
    public func uniqueColumn(_ key: String) -> Self { with("itemUniqueColumn", key) }

    /// Keeps the parts of rows that have no column; a row that has some shows them as JSON.
    public func otherColumns(_ keeps: Bool = true) -> Self {
        with("itemOtherColumns", .boolean(keeps))
    }
}
