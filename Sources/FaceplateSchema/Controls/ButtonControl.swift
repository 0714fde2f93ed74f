enum ButtonControl: ControlDefinition {
    static let summary = "A button that runs an action."
    static let attributes: [AttributeDefinition] = [
        .itemAction, .itemConfirm,
        .init(
            "itemRole", .word(of: Schema.Role.allCases.map(\.rawValue)),
            "The purpose of a button: the main action, or an action that destroys."),
        .init(
            "itemStates", .nodes(of: .state),
            "The states of a button, such as signed in and signed out; the first is the default.",
            schema: ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/state"]]),
        .init(
            "itemInputs", .nodes(of: .column),
            "The inputs of a button, written like columns: they are sent with its press, and not stored.",
            schema: [
                "type": "array", "minItems": 1,
                "items": ["allOf": [["$ref": "#/$defs/input"], ["required": ["itemKey"]]]],
            ]),
        .itemEnabledWhen,
    ]
    static let traits = ControlTraits(holdsValue: false, isAction: true)
    static var item: any ItemDeclaration.Type { Button.self }

    static func rules(for item: SchemaDocument.Item) -> (any ValueRules)? {
        item.states.isEmpty ? nil : OptionRules(item.stateNames)
    }

    static func impliedDefault(of item: SchemaDocument.Item) -> Value? { item.stateNames.first }

    static func operandType(of item: SchemaDocument.Item) -> ConditionOperandType? {
        item.states.isEmpty ? nil : .options(item.stateNames)
    }
}

/// A button that runs an action.
public struct Button: ActionItem {
    /// The attributes declared so far.
    public var declaration: Declaration

    /// Declares a button.
    public init(_ key: String, file: String = #fileID, line: Int = #line) {
        declaration = Declaration(.button, key, nil, file, line)
    }

    /// Sets the role.
    public func role(_ role: Schema.Role) -> Self { with("itemRole", role.rawValue) }

    /// Sets what the button asks for: items with controls that fit a cell, or `EditPassword`.
    ///
    /// Their values are checked, passed to the action in `ActionRequest.inputs`, and not stored.
    public func inputs(@ItemsBuilder _ inputs: () -> [any GroupEntry]) -> Self {
        var copy = self
        copy.declaration.set("itemInputs", .list(inputs().map(\.declaration)))
        return copy
    }

    /// Sets the states; the first is the initial state.
    ///
    /// The state is stored like a setting, and users change it only through the action: after a
    /// success, the next state follows, unless the result names one.
    public func states(_ states: ButtonState...) -> Self {
        with("itemStates", .array(states.map(\.json)))
    }
}
