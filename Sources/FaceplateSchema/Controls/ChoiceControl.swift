/// `choice`: one of several options, as radio buttons or a list.
enum ChoiceControl: ControlDefinition {
    static let summary = "One of several options, as radio buttons or a list."
    static let attributes = OptionAttributes.all
    static let traits = ControlTraits(fitsCell: true, family: .choices)
    static var item: any ItemDeclaration.Type { Choice.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        OptionRules(item.optionValues)
    }

    static func impliedDefault(of item: SchemaDocument.Item) -> Value? { item.optionValues.first }

    static func cellDefault(of cell: SchemaDocument.Item) -> Value? { cell.optionValues.first }

    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        OptionAttributes.operandType(of: item)
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] {
        OptionAttributes.required(for: item)
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/scalar"] }

    static var valueMapSchema: JSONValue? { valueSchema }
}

/// One of several options: radio buttons for up to five options, a list from six.
public struct Choice: OptionsItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a choice with its options; without a default, the first option is the default.
    public init(
        _ key: String? = nil, options: [WrittenOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.choice, key, value, file, line)
        self = with(options)
    }

    /// Sets the style to radio buttons or a list, for any number of options.
    public func style(_ style: Schema.ChoiceStyle) -> Self { with("itemStyle", style.rawValue) }
}
