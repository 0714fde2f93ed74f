enum EditTextControl: ControlDefinition {
    static let summary = "One line of text."
    static let attributes =
        AttributeDefinition.ofValues + TextAttributes.length + TextAttributes.hints + [
            .itemRequired, TextAttributes.itemTrim, TextAttributes.itemTextFormat,
            AttributeDefinition(
                "itemObscured", .boolean, cells: true,
                "True to show dots in place of the text; this does not make it a secret."),
            AttributeDefinition(
                "itemLineBreaks", .boolean, cells: true,
                "True to accept line breaks, which an 'edit_text' shows as text of several lines."),
        ]
    static let traits = ControlTraits(
        fitsCell: true, family: .texts, operand: .text, implied: .text(""))
    static var item: any ItemDeclaration.Type { EditText.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        TextAttributes.rules(
            for: item, allowsLines: item.node.boolean("itemLineBreaks") ?? false)
    }

    static func cellDefault(of cell: SchemaDocument.Item) -> Value? {
        cell.node.boolean("itemRequired") == true ? nil : .text("")
    }

    static var valueSchema: JSONValue? { ["type": "string"] }

    static var valueMapSchema: JSONValue? { valueSchema }
}

/// One line of text.
public struct EditText: TrimmedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares the field; the element of a list has no key.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editText, key, value.map(Value.text), file, line)
    }

    /// Accepts only text of a form, such as the address of a machine, and an empty text.
    public func format(_ format: Schema.TextFormat) -> Self {
        with("itemTextFormat", format.rawValue)
    }

    /// Displays the text as dots; this does not make it a secret.
    ///
    /// Search does not find it. The store and responses to scripts contain it in plain text: use
    /// `EditPassword` for a secret.
    public func obscured(_ isObscured: Bool = true) -> Self {
        with("itemObscured", .boolean(isObscured))
    }

    /// Accepts line breaks; text that has some is shown on several lines.
    public func lineBreaks(_ accepts: Bool = true) -> Self {
        with("itemLineBreaks", .boolean(accepts))
    }
}
