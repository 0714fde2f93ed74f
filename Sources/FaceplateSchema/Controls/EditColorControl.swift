enum EditColorControl: ControlDefinition {
    static let summary = "A color."
    static let attributes =
        AttributeDefinition.ofValues + [
            AttributeDefinition(
                "itemAlpha", .boolean, cells: true, "True when a color can be translucent.")
        ]
    static let traits = ControlTraits(fitsCell: true, operand: .text)
    static var item: any ItemDeclaration.Type { EditColor.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        ColorRules(allowsAlpha: item.node.boolean("itemAlpha") ?? false)
    }

    static var valueSchema: JSONValue? { ["type": "string"] }
}

/// A color: `#1a73e8`.
public struct EditColor: SettingItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a color; without a default it has no value.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editColor, key, value.map(Value.text), file, line)
    }

    /// Allows translucent colors, with eight digits: `#1a73e880`.
    ///
    /// Without it, a color with transparency is rejected.
    public func alpha(_ isAllowed: Bool = true) -> Self {
        with("itemAlpha", .boolean(isAllowed))
    }
}
