/// A condition in Swift source, which is checked when the schema is created.
///
/// `.is("proxy")`, `.is("mode", "manual")`, `!.is("port", less: 1024)`, joined by `&&` and `||`.
/// An operand is a value, or another setting: `.is("from", less: .setting("until"))`.
public struct RuleCondition: Sendable {
    let json: JSONValue

    /// The right side of a comparison: a value, or another setting.
    public struct Operand: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
    {
        let json: JSONValue

        private init(json: JSONValue) { self.json = json }

        /// A value.
        public static func value(_ value: Value) -> Self { Self(json: value.json) }
        /// The current value of another setting.
        public static func setting(_ key: String) -> Self {
            Self(json: ["key": .text(key)])
        }

        /// Creates a string operand.
        public init(stringLiteral text: String) { self = .value(.text(text)) }
        /// Creates an integer operand.
        public init(integerLiteral number: Int64) { self = .value(.integer(number)) }
        /// Creates a number operand.
        public init(floatLiteral number: Double) { self = .value(Value(floatLiteral: number)) }
        /// Creates a Boolean operand.
        public init(booleanLiteral flag: Bool) { self = .value(.boolean(flag)) }
    }

    /// Tests whether the switch is on, or the option is selected.
    public static func `is`(_ key: String) -> Self { Self(json: JSONValue.text(key)) }

    /// Tests whether the setting has the value.
    public static func `is`(_ key: String, _ operand: Operand) -> Self {
        test(key, "equals", operand.json)
    }

    /// Tests whether the setting has one of the values.
    public static func `is`(_ key: String, in values: [Value]) -> Self {
        test(key, "in", Value.list(values).json)
    }

    /// Tests whether the setting is less than the operand.
    public static func `is`(_ key: String, less operand: Operand) -> Self {
        test(key, "less", operand.json)
    }

    /// Tests whether the setting is less than or equal to the operand.
    public static func `is`(_ key: String, atMost operand: Operand) -> Self {
        test(key, "atMost", operand.json)
    }

    /// Tests whether the setting is greater than the operand.
    public static func `is`(_ key: String, greater operand: Operand) -> Self {
        test(key, "greater", operand.json)
    }

    /// Tests whether the setting is greater than or equal to the operand.
    public static func `is`(_ key: String, atLeast operand: Operand) -> Self {
        test(key, "atLeast", operand.json)
    }

    /// Tests whether the text matches the pattern at any position.
    public static func `is`(_ key: String, matching pattern: String) -> Self {
        test(key, "matches", JSONValue.text(pattern))
    }

    /// Tests whether the setting has no value, an empty string or an empty list; with `false`, the opposite.
    public static func `is`(_ key: String, empty: Bool) -> Self {
        test(key, "empty", JSONValue.boolean(empty))
    }

    /// Tests whether the list contains the element, or the text contains the string.
    public static func `is`(_ key: String, containing value: Value) -> Self {
        test(key, "contains", value.json)
    }

    /// True when all conditions are true.
    public static func all(_ conditions: [Self]) -> Self { join("all", conditions) }

    /// True when at least one condition is true.
    public static func any(_ conditions: [Self]) -> Self { join("any", conditions) }

    /// True when both conditions are true.
    public static func && (left: Self, right: Self) -> Self { join("all", left, right) }

    /// True when at least one of the conditions is true.
    public static func || (left: Self, right: Self) -> Self { join("any", left, right) }

    /// True when the condition is false.
    public static prefix func ! (condition: Self) -> Self { Self(json: ["not": condition.json]) }

    package static func test(_ key: String, _ name: String, _ operand: JSONValue) -> Self {
        Self(
            json: JSONValue.object([
                .init(name: "key", value: .text(key)),
                .init(name: name, value: operand),
            ]))
    }

    private static func join(_ name: String, _ conditions: [Self]) -> Self {
        let json = JSONValue.array(conditions.map(\.json))
        return Self(json: JSONValue.object([.init(name: name, value: json)]))
    }

    /// `a && b && c` becomes one list of three.
    private static func join(_ name: String, _ left: Self, _ right: Self) -> Self {
        let before = (left.json.object?[name]?.array ?? [left.json]).map(Self.init)
        return join(name, before + [right])
    }
}
