enum EditMapControl: ControlDefinition {
    static let summary = "Values by names that the user chooses."
    static let attributes =
        AttributeDefinition.ofValues + ListAttributes.counts + [
            EditListControl.itemElement, EditTableControl.itemColumns,
            EditTableControl.itemOtherColumns,
            AttributeDefinition(
                "itemMapKey", .node, cells: true,
                "The names of an 'edit_map', written like an item; a line of text by default."),
            itemFileOthers,
        ]
    static let itemFileOthers = AttributeDefinition(
        "itemFileOthers", .boolean,
        "True for the names that no other setting has at the 'itemFilePath', by default the top of the program's own file."
    )
    static let traits = ControlTraits(
        fitsCell: true, isList: true, family: .lists, operand: .parts, implied: .record([:]))
    static var item: any ItemDeclaration.Type { EditMap.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        let columns = EditTableControl.columns(of: item)
        guard columns.count > 1 else { return nil }
        return TableRules(
            columns: columns, minimumCount: item.node.count("itemMinimumCount"),
            maximumCount: item.node.count("itemMaximumCount"),
            names: item.node.object["itemColumns"] == nil ? .ofValues : .ofRows)
    }

    static var valueSchema: JSONValue? { ["type": "object"] }

    /// The names and the values are columns of a table, whose keys no schema writes.
    static func cells(of node: SchemaDocument.Node) -> [(name: String, json: JSONValue)] {
        func part(
            _ json: JSONValue?, _ key: String, _ title: String, isRequired: Bool
        ) -> JSONValue {
            let members = json?.object?.members ?? []
            let names = Set(members.map(\.name))
            let given: [(String, JSONValue?)] = [
                ("itemKey", .text(key)), ("itemTitle", .text(title)),
                ("itemControlType", "edit_text"), ("itemRequired", isRequired ? true : nil),
            ]
            let added = given.compactMap { name, value in
                value.map { JSONObject.Member(name: name, value: $0) }
            }
            return JSONValue(
                .object(JSONObject(members + added.filter { !names.contains($0.name) })),
                at: json?.position ?? node.value.position)
        }
        let names = [
            (
                "itemMapKey",
                part(
                    node.object["itemMapKey"], TableRules.nameColumn, "Name", isRequired: true)
            )
        ]
        guard node.object["itemColumns"] == nil else { return names }
        return names
            + [
                (
                    "itemElement",
                    part(
                        node.object["itemElement"], TableRules.valueColumn, "Value",
                        isRequired: false)
                )
            ]
    }
}

/// Values by names that the user chooses.
public struct EditMap: CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a map; `element` is an item without a key, by default an `EditText`.
    ///
    /// The control of the element must fit a cell. Without a default, the map is empty.
    public init(
        _ key: String? = nil, of element: (any SettingItem)? = nil,
        default values: [String: Value]? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editMap, key, values.map(Value.record), file, line)
        if let element { declaration.set("itemElement", .one(element.declaration)) }
    }

    /// Declares a map whose values are rows with columns, which are items: `EditText("host")`.
    public init(
        _ key: String? = nil, file: String = #fileID, line: Int = #line,
        @ItemsBuilder columns: () -> [any GroupEntry]
    ) {
        declaration = Declaration(.editMap, key, nil, file, line)
        declaration.set("itemColumns", .list(columns().map(\.declaration)))
    }

    /// Makes it the map of the names that no other setting has at its place in the program's own file.
    ///
    /// Without a `filePath`, its place is the top of the file.
    public func fileOthers(_ takesOthers: Bool = true) -> Self {
        with("itemFileOthers", .boolean(takesOthers))
    }

    /// Sets the rules and labels of the names: an item without a key.
    public func names(_ item: any SettingItem) -> Self {
        var copy = self
        copy.declaration.set("itemMapKey", .one(item.declaration))
        return copy
    }
}
