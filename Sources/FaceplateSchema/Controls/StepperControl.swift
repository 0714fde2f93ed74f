enum StepperControl: ControlDefinition {
    static let summary = "A number with buttons that decrease and increase it."
    static let attributes = NumberAttributes.all + [NumberAttributes.itemFractionDigits]
    static let traits = ControlTraits(
        family: .numbers, operand: .number, bounds: .number, format: .number)
    static var item: any ItemDeclaration.Type { Stepper.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        NumberAttributes.rules(for: item, isDecimal: NumberAttributes.hasFraction(item))
    }

    static var valueSchema: JSONValue? { ["type": "number"] }
}

/// A number with buttons that decrease and increase it.
public struct Stepper: DecimalItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a stepper; without a default it has no value.
    public init(
        _ key: String? = nil, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.stepper, key, value.map { Value($0) }, file, line)
    }
}
