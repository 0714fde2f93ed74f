/// `segment`: one of several options, side by side.
enum SegmentControl: ControlDefinition {
    static let summary = "One of several options, side by side."
    static let attributes = OptionAttributes.all
    static let traits = ControlTraits(family: .choices)
    static var item: any ItemDeclaration.Type { Segment.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        OptionRules(item.optionValues)
    }

    static func impliedDefault(of item: SchemaDocument.Item) -> Value? { item.optionValues.first }

    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        OptionAttributes.operandType(of: item)
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] {
        OptionAttributes.required(for: item)
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/scalar"] }

    static var valueMapSchema: JSONValue? { valueSchema }
}

/// One of several options, as segments side by side.
public struct Segment: OptionsItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a segmented control with its options; without a default, the first option is the default.
    public init(
        _ key: String, options: [WrittenOption]? = nil, default value: Value? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.segment, key, value, file, line)
        self = with(options)
    }
}
