enum SelectControl: ControlDefinition {
    static let summary = "One option of a group, which is the setting."
    static let attributes: [AttributeDefinition] = [
        .itemValue, .itemRestart, .itemSynced, .itemScope, .itemKeepWithin,
    ]
    /// In conditions, an option is true while it is the selected one.
    static let traits = ControlTraits(holdsValue: false, operand: .boolean)
    static var item: any ItemDeclaration.Type { Select.self }

    static func problem(
        withDefault json: JSONValue, of item: SchemaDocument.Item
    ) -> SchemaProblem? {
        guard BooleanRules.boolean(json) == nil else { return nil }
        return item.node.problem("itemValue", "Expected true, false, \"YES\" or \"NO\".")
    }

    static var valueSchema: JSONValue? { ["$ref": "#/$defs/boolean"] }
}

/// One option of a group; the group is the setting, and its value is the key of the selected item.
public struct Select: ItemDeclaration {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares an option; the default of the group is the option whose default is `true`, otherwise the first option.
    public init(
        _ key: String, default value: Bool? = nil, file: String = #fileID, line: Int = #line
    ) {
        declaration = Declaration(.select, key, value.map(Value.boolean), file, line)
    }

    /// Specifies that machines share the value of the group; one option is enough to set this for the group.
    public func synced(_ isSynced: Bool = true) -> Self {
        with("itemSynced", .boolean(isSynced))
    }

    /// Sets the time within which a change of the group must be confirmed; one option is enough to set this for the
    /// group, and the shortest time is used.
    public func keepWithin(_ time: Value) -> Self { with("itemKeepWithin", time.json) }

    /// Specifies for which machines the value of the group is meant; one option is enough to set this for the group.
    public func scope(_ scope: Schema.Scope) -> Self { with("itemScope", scope.rawValue) }
}
