enum EditDateControl: ControlDefinition {
    static let summary = "A date."
    static let attributes = TimeAttributes.date
    static let traits = ControlTraits(
        fitsCell: true, family: .times, operand: .text, bounds: .date, format: .date)
    static var item: any ItemDeclaration.Type { EditDate.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        DateRules(
            minimum: item.node.string("itemMinimum").flatMap(CivilDate.init),
            maximum: item.node.string("itemMaximum").flatMap(CivilDate.init))
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/date"] }
}

/// A date: `2026-11-20`.
public struct EditDate: DateItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a date; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editDate, key, value.map(Value.text), file, line)
    }
}
