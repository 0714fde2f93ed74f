enum SliderControl: ControlDefinition {
    static let summary = "A number on a scale."
    static let attributes =
        NumberAttributes.all + [
            NumberAttributes.itemFractionDigits,
            AttributeDefinition(
                "itemMinimumLabel", .label,
                "The label of the low end of a slider: text, a label key, or text by locale."),
            AttributeDefinition(
                "itemMaximumLabel", .label,
                "The label of the high end of a slider: text, a label key, or text by locale."),
        ]
    static let traits = ControlTraits(
        family: .numbers, operand: .number, bounds: .number, format: .number)
    static var item: any ItemDeclaration.Type { Slider.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        NumberAttributes.rules(
            for: item, isDecimal: NumberAttributes.hasFraction(item), isPlain: true)
    }

    static func impliedDefault(of item: SchemaDocument.Item) -> Value? {
        guard NumberAttributes.hasFraction(item) else {
            return NumberAttributes.integer(item.node, "itemMinimum").map(Value.integer)
        }
        return NumberAttributes.decimal(item.node, "itemMinimum").flatMap {
            try? rules(for: item)?.value(fromText: $0.description, locale: nil)
        }
    }

    static func requiredAttributes(of item: SchemaDocument.Item) -> [String] {
        ["itemMinimum", "itemMaximum"]
    }

    static var valueSchema: JSONValue? { ["type": "number"] }
}

/// A number on a scale, which requires both bounds.
public struct Slider: DecimalItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a slider; without a default, the minimum is the default.
    public init(
        _ key: String? = nil, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.slider, key, value.map { Value($0) }, file, line)
    }

    /// Sets the label at the low end.
    public func minimumLabel(_ words: LocalizedText) -> Self {
        with("itemMinimumLabel", words.json)
    }

    /// Sets the label at the high end.
    public func maximumLabel(_ words: LocalizedText) -> Self {
        with("itemMaximumLabel", words.json)
    }
}
