/// An attribute that several controls share is a static member, in the file of their family.
///
/// One that a single control accepts is in the file of that control.
struct AttributeDefinition: Sendable {
    let name: String
    let shape: SchemaAttribute.Shape
    /// True when columns of tables and elements of lists accept it, too.
    let isForCells: Bool
    let summary: String
    /// The JSON Schema of the value, if it is stricter than that of the shape.
    let schema: JSONValue?

    init(
        _ name: String, _ shape: SchemaAttribute.Shape, cells isForCells: Bool = false,
        _ summary: String, schema: JSONValue? = nil
    ) {
        self.schema = schema
        self.name = name
        self.shape = shape
        self.isForCells = isForCells
        self.summary = summary
    }

    static let all: [AttributeDefinition] = {
        var names: Set<String> = []
        let ofControls = ControlKind.allCases.flatMap { $0.definition.attributes }
        return (ofEveryItem + ofControls).filter { names.insert($0.name).inserted }
    }()
}

extension AttributeDefinition {
    static let ofEveryItem: [AttributeDefinition] = [
        .init(
            "$comment", .ignored, cells: true, "A note for readers of the schema; it has no effect."
        ),
        .init(
            "order", .number, cells: true,
            "The place among the items of the group, by number; items without one come last, as written."
        ),
        .init(
            "itemKey", .key, cells: true,
            "The name of the item in forms, commands and the program, and in upper case of its title in the "
                + "catalogs; for a column, its name in the table."),
        .init(
            "itemControlType", .string, cells: true,
            "The control that shows and edits the item: a built-in one, or a custom one of the panel.",
            schema: ["anyOf": [["$ref": "#/$defs/control"], ["$ref": "#/$defs/ownName"]]]),
        .init(
            "itemTitle", .label, cells: true,
            "The title of the item: text, a label key, or text by locale."),
        .init(
            "itemHelp", .label, cells: true,
            "A sentence that explains the item: text, a label key, or text by locale."),
        .init(
            "itemReference", .key,
            "The key of a setting that is shown here, too; such an item has no other attributes but 'order', "
                + "a different 'itemTitle' and an 'itemVisibleWhen' of its own."),
        .init(
            "itemSubtitle", .label,
            "A second line below the title: text, a label key, or text by locale."),
        .init(
            "itemStyle", .wordOrStyle(of: Schema.ChoiceStyle.allCases.map(\.rawValue)),
            "The look of a 'choice', otherwise radio buttons up to five options and a list from six; or, for any "
                + "item, colors, fonts and lengths by name."),
        .init(
            "itemHidden", .boolean,
            "True for an item that is not on the page; it can still be read and set."),
        .init(
            "itemLevel", .word(of: Schema.Level.allCases.map(\.rawValue)),
            "The level of users for whom the item is shown: 'advanced' items are shown on request."),
        .init(
            "itemAccess", .strings,
            "The user groups, by the names that the program uses. Only their members see and change the item."
        ),
        .init(
            "itemVisibleWhen", .condition, cells: true,
            "The condition under which the item is visible; for a column, on other columns of the row."
        ),
        .init(
            "itemRenamedFrom", .keys, cells: true,
            "The former key, or keys, of the item or column; its value moves to the new key."),
        .init(
            "itemImage", .image,
            "The picture at the start of the row: a relative address, or the picture itself as "
                + "'data:image/png;base64,…'. An SVG in 'currentColor' takes the color of the text."
        ),
        .init(
            "itemPage", .key,
            "The key of a page that the row leads to, in addition to what it shows or changes."),
        .init(
            "itemCollapsed", .boolean,
            "True for a row that shows its title and value, and the rest when it is pressed."),
        .init(
            "itemSynonyms", .label,
            "More terms by which search finds the item, never shown: text, a label key, or text by locale."
        ),
        .init("itemData", .ignored, "Any value, for the program; it has no effect on the page."),
    ]
}
