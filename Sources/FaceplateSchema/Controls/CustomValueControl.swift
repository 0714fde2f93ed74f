enum CustomValueControl: ControlDefinition {
    static let summary = "A value of any type, with an appearance that the app provides."
    static let attributes =
        AttributeDefinition.ofValues + [
            AttributeDefinition(
                "itemJSONSchema", .jsonSchema, cells: true,
                "The JSON Schema of the value: draft 4 to 2020-12, with references inside it."),
            EditMapControl.itemFileOthers,
        ]
    static let traits = ControlTraits(fitsCell: true, operand: .any)
    static var item: any ItemDeclaration.Type { Custom.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        AnyRules(
            schema: item.node.object["itemJSONSchema"].map { JSONSchemaCheck($0) },
            acceptsNull: item.node.scope == .column)
    }
}

/// A value of any type, with an appearance that the app provides.
public struct Custom: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a custom setting.
    public init(
        _ key: String? = nil, default value: Value? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.custom, key, value, file, line)
    }

    /// Sets the JSON Schema of the value: draft 4 to 2020-12, with references inside it.
    ///
    /// A value that does not meet it is rejected with the place inside the value. A pattern with look-around and
    /// `unevaluatedProperties` are not checked.
    public func schema(_ json: JSONValue) -> Self { with("itemJSONSchema", json) }
}
