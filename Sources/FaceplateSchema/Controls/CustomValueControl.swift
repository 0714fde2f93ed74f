enum CustomValueControl: ControlDefinition {
    static let summary = "A value of any type, with an appearance that the app provides."
    static let attributes = AttributeDefinition.ofValues
    static let traits = ControlTraits(fitsCell: true, operand: .any)
    static var item: any ItemDeclaration.Type { Custom.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? { AnyRules() }
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
}
