enum SwitchControl: ControlDefinition {
    static let summary = "On or off."
    static let attributes = AttributeDefinition.ofValues
    static let traits = ControlTraits(fitsCell: true, operand: .boolean, implied: .boolean(false))
    static var item: any ItemDeclaration.Type { Switch.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? { BooleanRules() }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/boolean"] }

    static var valueMapSchema: JSONValue? { valueSchema }
}

/// A switch: on or off.
public struct Switch: RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a switch; the default is off.
    public init(
        _ key: String? = nil, default value: Bool? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.switch, key, value.map(Value.boolean), file, line)
    }
}
