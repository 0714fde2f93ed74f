enum EditShortcutControl: ControlDefinition {
    static let summary = "A key combination, such as 'Ctrl+Shift+P'."
    static let attributes =
        AttributeDefinition.ofValues + [
            AttributeDefinition(
                "itemNotation", .word(of: Schema.KeyNotation.allCases.map(\.rawValue)), cells: true,
                "The notation of a key combination: 'plus' for 'Ctrl+Shift+P', which is the default, 'lower' for "
                    + "'ctrl+shift+p', or 'angle' for '<Control><Shift>p'."),
            .itemRequired,
        ]
    /// The default is the empty string, which is no combination.
    static let traits = ControlTraits(fitsCell: true, operand: .text, implied: .text(""))
    static var item: any ItemDeclaration.Type { EditShortcut.self }

    /// In Unicode scalars; the longest one has all modifiers.
    private static let longest = 64

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        let notation = item.node.string("itemNotation").flatMap(Schema.KeyNotation.init)
        return TextRules(
            form: .shortcut(notation ?? .plus), maximumLength: longest,
            isRequired: item.node.boolean("itemRequired") ?? false)
    }

    static var valueSchema: JSONValue? { ["type": "string"] }
}

/// A key combination: `Ctrl+Shift+P`.
public struct EditShortcut: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a key combination; without a default it is empty.
    ///
    /// The default, and every value that is set, is read in each notation, and stored in that of the item, with the
    /// modifiers in the order Ctrl, Alt, Shift, Meta.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editShortcut, key, value.map(Value.text), file, line)
    }

    /// Sets the notation that the program reads; `Ctrl+Shift+P` by default.
    public func notation(_ notation: Schema.KeyNotation) -> Self {
        with("itemNotation", notation.rawValue)
    }
}
