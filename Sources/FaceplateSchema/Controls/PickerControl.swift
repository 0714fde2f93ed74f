enum PickerControl: ControlDefinition {
    static let summary = "One of several options, or custom text."
    static let attributes =
        OptionAttributes.all + TextAttributes.length + TextAttributes.hints + [
            AttributeDefinition(
                "itemAdds", .boolean, "True when text that users enter can be added to the options."
            )
        ]
    static let traits = ControlTraits(family: .choices, operand: .any)
    static var item: any ItemDeclaration.Type { Picker.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        PickerRules(
            options: item.optionValues, own: TextAttributes.rules(for: item, isRequired: true))
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/scalar"] }
}

/// One of several options, or custom text.
public struct Picker: OptionsItem, HintedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a picker with its options.
    public init(
        _ key: String? = nil, options: [WrittenOption]? = nil, default value: String? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.picker, key, value.map(Value.text), file, line)
        self = with(options)
    }

    /// Allows users to add custom text to the options.
    ///
    /// Added options are stored in a separate setting, with the key `KEY.added`.
    public func adds(_ isAdding: Bool = true) -> Self {
        with("itemAdds", .boolean(isAdding))
    }
}
