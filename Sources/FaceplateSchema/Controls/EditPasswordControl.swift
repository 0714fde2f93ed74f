enum EditPasswordControl: ControlDefinition {
    static let summary = "A secret, set and removed but never shown."
    /// Machines do not share the value of a secret.
    static let attributes =
        [.itemValue, .itemRequired, TextAttributes.itemContentType, TextAttributes.itemRows]
        + TextAttributes.length + AttributeDefinition.ofEachSetting
    static let traits = ControlTraits(family: .texts, operand: .secret)
    static var item: any ItemDeclaration.Type { EditPassword.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        SecretRules(
            minimumLength: item.node.count("itemMinimumLength"),
            maximumLength: item.node.count("itemMaximumLength"),
            pattern: TextAttributes.pattern(item.node),
            allowsLines: item.node.count("itemRows") != nil)
    }

    static func problem(
        withDefault json: JSONValue, of item: SchemaDocument.Item
    ) -> SchemaProblem? {
        guard json.string?.isEmpty != true else { return nil }
        return item.node.problem(
            "itemValue", "A secret has no default: everyone can read the schema.")
    }

    static var valueSchema: JSONValue? { ["const": ""] }
}

/// A secret, set and removed but never shown.
public struct EditPassword: TextItem, RequirableItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a secret; only an empty default is valid, which every secret has.
    ///
    /// It is encrypted in the store, and read only by `Settings.secret(_:)`. Undo cannot restore
    /// it.
    public init(
        _ key: String? = nil, default value: String? = nil, file: String = #fileID,
        line: Int = #line
    ) {
        declaration = Declaration(.editPassword, key, value.map(Value.text), file, line)
    }

    /// Accepts several lines, such as a private key, in a field of `count` visible lines, 1 or more.
    public func rows(_ count: Int) -> Self { with("itemRows", count) }
}
