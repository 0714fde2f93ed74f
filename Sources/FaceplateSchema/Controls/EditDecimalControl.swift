enum EditDecimalControl: ControlDefinition {
    static let summary = "A decimal number, typed."
    static let attributes = NumberAttributes.all + [NumberAttributes.itemFractionDigits]
    static let traits = ControlTraits(
        fitsCell: true, family: .numbers, operand: .number, bounds: .number, format: .number)
    static var item: any ItemDeclaration.Type { EditDecimal.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        NumberAttributes.rules(for: item, isDecimal: true)
    }

    static var valueSchema: JSONValue? { ["type": "number"] }
}

/// A decimal number, typed.
public struct EditDecimal: DecimalItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a decimal number; without a default it has no value.
    public init(
        _ key: String? = nil, default value: ExactDecimal? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDecimal, key, value.map { Value($0) }, file, line)
    }
}
