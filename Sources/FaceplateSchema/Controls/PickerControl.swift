enum PickerControl: ControlDefinition {
    static let summary = "One of several options, or a custom value."
    static let attributes =
        OptionAttributes.all + TextAttributes.length + TextAttributes.hints + [
            EditListControl.itemElement,
            AttributeDefinition(
                "itemAdds", .boolean, "True when text that users enter can be added to the options."
            ),
        ]
    static let traits = ControlTraits(family: .choices, operand: .any)
    static var item: any ItemDeclaration.Type { Picker.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        PickerRules(
            options: item.optionValues,
            own: item.cells.first?.rules ?? TextAttributes.rules(for: item, isRequired: true))
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/scalar"] }
}

/// One of several options, or a custom value: text, or the value of another item.
public struct Picker: OptionsItem, HintedItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a picker with its options.
    public init(
        _ key: String? = nil, options: [ChoiceOption]? = nil, default value: String? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.picker, key, value.map(Value.text), file, line)
        self = with(options)
    }

    /// Sets the control of the custom value.
    ///
    /// It is an item without a key that fits a cell, such as `EditInteger().range(1...100)`. Without it, the custom
    /// value is text.
    public func own(_ element: any SettingItem) -> Self {
        var copy = self
        copy.declaration.set("itemElement", .one(element.declaration))
        return copy
    }

    /// Allows users to add custom text to the options.
    ///
    /// Added options are stored in a separate setting, with the key `KEY.added`.
    public func adds(_ isAdding: Bool = true) -> Self {
        with("itemAdds", .boolean(isAdding))
    }
}
