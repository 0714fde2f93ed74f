enum EditListControl: ControlDefinition {
    static let summary = "A list of values."
    static let attributes =
        AttributeDefinition.ofValues + ListAttributes.counts + [
            itemElement,
            AttributeDefinition(
                "itemUnique", .boolean, cells: true,
                "True when no two elements of a list can be equal."),
        ]
    static let itemElement = AttributeDefinition(
        "itemElement", .node, cells: true,
        "The element of an 'edit_list', the value of an 'edit_map', or the custom value of a 'picker', written like an "
            + "item without a key; a line of text by default.")
    static let traits = ControlTraits(
        fitsCell: true, isList: true, family: .lists, operand: .list, implied: .list([]))
    static var item: any ItemDeclaration.Type { EditList.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        ListRules(
            element: item.cells.first?.rules ?? TextRules(),
            minimumCount: item.node.count("itemMinimumCount"),
            maximumCount: item.node.count("itemMaximumCount"),
            isUnique: item.node.boolean("itemUnique") ?? false)
    }

    static var valueSchema: JSONValue? { ["type": "array"] }
}

/// A list of values.
public struct EditList: CountedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a list; `element` is an item without a key, by default an `EditText`.
    ///
    /// The control of the element must fit a cell. Without a default, the list is empty.
    public init(
        _ key: String? = nil, of element: (any SettingItem)? = nil, default values: [Value]? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.editList, key, values.map(Value.list), file, line)
        if let element { declaration.set("itemElement", .one(element.declaration)) }
    }

    /// Requires all elements to be different.
    public func unique(_ isUnique: Bool = true) -> Self {
        with("itemUnique", .boolean(isUnique))
    }
}
