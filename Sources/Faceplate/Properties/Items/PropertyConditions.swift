extension SettingProperty {
    /// The key, while `page` is evaluated or after the property was bound; otherwise empty, which no schema accepts.
    var conditionKey: String { cell.itemKey ?? "" }

    private func test(_ name: String, _ operand: Value) -> RuleCondition {
        test(name, (try? StoredEncoding.json(of: operand)) ?? JSONValue(.null))
    }

    private func test(_ name: String, _ operand: JSONValue) -> RuleCondition {
        .test(conditionKey, name, DateForm.local(operand, of: Value.self, in: nil))
    }

    private func test(_ name: String, _ other: Self) -> RuleCondition {
        .test(conditionKey, name, ["key": .text(other.conditionKey)])
    }

    /// Returns a condition that is true when the setting has the value.
    public static func == (property: Self, value: Value) -> RuleCondition {
        property.test("equals", value)
    }

    /// Returns a condition that is true when both settings have the same value.
    public static func == (left: Self, right: Self) -> RuleCondition {
        left.test("equals", right)
    }

    /// Returns a condition that is true when the setting has another value.
    public static func != (property: Self, value: Value) -> RuleCondition {
        !(property == value)
    }

    /// Returns a condition that is true when the settings have different values.
    public static func != (left: Self, right: Self) -> RuleCondition { !(left == right) }

    /// Returns a condition that is true when the setting has one of the values.
    public func isOne(of values: [Value]) -> RuleCondition {
        let operands = values.map { (try? StoredEncoding.json(of: $0)) ?? JSONValue(.null) }
        return test("in", .array(operands))
    }

    /// A condition that is true when the setting has no value, an empty string or an empty list.
    public var isEmpty: RuleCondition { .is(conditionKey, empty: true) }

    /// Returns a condition that is true when the setting is less than the value.
    public static func < (property: Self, value: Value) -> RuleCondition {
        property.test("less", value)
    }

    /// Returns a condition that is true when the setting is less than the other.
    public static func < (left: Self, right: Self) -> RuleCondition { left.test("less", right) }

    /// Returns a condition that is true when the setting is less than the value, or equal to it.
    public static func <= (property: Self, value: Value) -> RuleCondition {
        property.test("atMost", value)
    }

    /// Returns a condition that is true when the setting is less than the other, or equal to it.
    public static func <= (left: Self, right: Self) -> RuleCondition {
        left.test("atMost", right)
    }

    /// Returns a condition that is true when the setting is greater than the value.
    public static func > (property: Self, value: Value) -> RuleCondition {
        property.test("greater", value)
    }

    /// Returns a condition that is true when the setting is greater than the other.
    public static func > (left: Self, right: Self) -> RuleCondition {
        left.test("greater", right)
    }

    /// Returns a condition that is true when the setting is greater than the value, or equal to it.
    public static func >= (property: Self, value: Value) -> RuleCondition {
        property.test("atLeast", value)
    }

    /// Returns a condition that is true when the setting is greater than the other, or equal to it.
    public static func >= (left: Self, right: Self) -> RuleCondition {
        left.test("atLeast", right)
    }
}

extension SettingProperty where Value == String {
    /// Returns a condition that is true when the text matches the pattern at any position.
    public func matches(_ pattern: String) -> RuleCondition {
        .is(conditionKey, matching: pattern)
    }
}

extension SettingProperty where Value: Collection, Value.Element: Encodable {
    /// Returns a condition that is true when the list has the element.
    public func contains(_ element: Value.Element) -> RuleCondition {
        .test(conditionKey, "contains", (try? StoredEncoding.json(of: element)) ?? JSONValue(.null))
    }
}

extension SettingProperty where Value == Bool {
    /// A condition that is true when the switch is on.
    public var isOn: RuleCondition { .is(conditionKey) }

    /// Returns a condition that is true when both switches are on.
    public static func && (left: Self, right: Self) -> RuleCondition { left.isOn && right.isOn }

    /// Returns a condition that is true when the switch is on and the condition is true.
    public static func && (left: Self, right: RuleCondition) -> RuleCondition {
        left.isOn && right
    }

    /// Returns a condition that is true when the condition is true and the switch is on.
    public static func && (left: RuleCondition, right: Self) -> RuleCondition {
        left && right.isOn
    }

    /// Returns a condition that is true when at least one of the switches is on.
    public static func || (left: Self, right: Self) -> RuleCondition { left.isOn || right.isOn }

    /// Returns a condition that is true when the switch is on or the condition is true.
    public static func || (left: Self, right: RuleCondition) -> RuleCondition {
        left.isOn || right
    }

    /// Returns a condition that is true when the condition is true or the switch is on.
    public static func || (left: RuleCondition, right: Self) -> RuleCondition {
        left || right.isOn
    }

    /// Returns a condition that is true when the switch is off.
    public static prefix func ! (property: Self) -> RuleCondition { !property.isOn }
}

extension ItemDeclaration {
    /// Sets the switch that must be on for the item to be visible.
    public func visible(when property: SettingProperty<some Preferences, Bool>) -> Self {
        visible(when: property.isOn)
    }
}

extension SettingItem {
    /// Sets the switch that must be on for the value to be changed.
    public func enabled(when property: SettingProperty<some Preferences, Bool>) -> Self {
        enabled(when: property.isOn)
    }

    /// Sets the switch that, when it is on, requires the setting to have a value.
    public func required(when property: SettingProperty<some Preferences, Bool>) -> Self {
        required(when: property.isOn)
    }

    /// Adds narrower bounds that apply while a switch is on.
    public func bounds(
        from minimum: Value? = nil, to maximum: Value? = nil,
        when property: SettingProperty<some Preferences, Bool>
    ) -> Self {
        bounds(from: minimum, to: maximum, when: property.isOn)
    }

    /// Adds a default that applies while a switch is on.
    public func defaultValue(
        _ value: Value, when property: SettingProperty<some Preferences, Bool>
    ) -> Self {
        defaultValue(value, when: property.isOn)
    }
}

extension ActionItem {
    /// Sets the switch that must be on for the item to be pressed.
    public func enabled(when property: SettingProperty<some Preferences, Bool>) -> Self {
        enabled(when: property.isOn)
    }
}

extension Group {
    /// Sets the switch that must be on for the group to be visible.
    public func visible(when property: SettingProperty<some Preferences, Bool>) -> Self {
        visible(when: property.isOn)
    }
}
