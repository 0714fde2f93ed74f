enum EditIntegerControl: ControlDefinition {
    static let summary = "An integer, typed."
    static let attributes = NumberAttributes.all
    static let traits = ControlTraits(
        fitsCell: true, family: .numbers, operand: .number, bounds: .integer, format: .number)
    static var item: any ItemDeclaration.Type { EditInteger.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        let format = item.node.string("itemFormat").flatMap { try? NumberFormat($0) }
        return NumberAttributes.rules(
            for: item, isDecimal: false,
            hexadecimal: format.flatMap { $0.isHexadecimal ? $0 : nil })
    }

    static var valueSchema: JSONValue? { ["type": "integer"] }
}

/// An integer, typed.
public struct EditInteger: NumberItem {
    /// The type of the bounds.
    public typealias Bound = Int
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an integer; without a default it has no value.
    public init(
        _ key: String? = nil, default value: Int? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(
            .editInteger, key, value.map { .integer(Int64($0)) }, file, line)
    }
}
