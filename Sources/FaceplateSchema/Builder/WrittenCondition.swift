/// A condition as Swift declares it; it is checked when the schema is made.
///
/// `.is("proxy")`, `.is("mode", "manual")`, `!.is("port", less: 1024)`, joined by `&&` and `||`.
/// An operand is a value, or another setting: `.is("from", less: .setting("until"))`.
public struct WrittenCondition: Sendable {
    let json: JSONValue

    /// What a setting is compared with: a value, or another setting.
    public struct Operand: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
    {
        let json: JSONValue

        private init(json: JSONValue) { self.json = json }

        /// A value.
        public static func value(_ value: Value) -> Self { Self(json: value.json) }
        /// The value that another setting has.
        public static func setting(_ key: String) -> Self {
            Self(json: ["key": JSONValue(.string(key))])
        }

        /// A text.
        public init(stringLiteral text: String) { self = .value(.text(text)) }
        /// A whole number.
        public init(integerLiteral number: Int64) { self = .value(.integer(number)) }
        /// A number.
        public init(floatLiteral number: Double) { self = .value(Value(floatLiteral: number)) }
        /// A Boolean.
        public init(booleanLiteral flag: Bool) { self = .value(.boolean(flag)) }
    }

    /// The switch is on, or the option is chosen.
    public static func `is`(_ key: String) -> Self { Self(json: JSONValue(.string(key))) }

    /// The setting has the value.
    public static func `is`(_ key: String, _ operand: Operand) -> Self {
        test(key, "equals", operand.json)
    }

    /// The setting has one of the values.
    public static func `is`(_ key: String, in values: [Value]) -> Self {
        test(key, "in", Value.list(values).json)
    }

    /// The setting is less than the operand.
    public static func `is`(_ key: String, less operand: Operand) -> Self {
        test(key, "less", operand.json)
    }

    /// The setting is the operand or less.
    public static func `is`(_ key: String, atMost operand: Operand) -> Self {
        test(key, "atMost", operand.json)
    }

    /// The setting is more than the operand.
    public static func `is`(_ key: String, greater operand: Operand) -> Self {
        test(key, "greater", operand.json)
    }

    /// The setting is the operand or more.
    public static func `is`(_ key: String, atLeast operand: Operand) -> Self {
        test(key, "atLeast", operand.json)
    }

    /// The pattern is found in the text.
    public static func `is`(_ key: String, matching pattern: String) -> Self {
        test(key, "matches", JSONValue(.string(pattern)))
    }

    /// The setting is absent, an empty text or an empty list; or it is not.
    public static func `is`(_ key: String, empty: Bool) -> Self {
        test(key, "empty", JSONValue(.boolean(empty)))
    }

    /// The list has the element, or the text is found in the text.
    public static func `is`(_ key: String, containing value: Value) -> Self {
        test(key, "contains", value.json)
    }

    /// Each of the conditions holds.
    public static func all(_ conditions: [Self]) -> Self { join("all", conditions) }

    /// At least one of the conditions holds.
    public static func any(_ conditions: [Self]) -> Self { join("any", conditions) }

    /// Both hold.
    public static func && (left: Self, right: Self) -> Self { join("all", left, right) }

    /// At least one of them holds.
    public static func || (left: Self, right: Self) -> Self { join("any", left, right) }

    /// It does not hold.
    public static prefix func ! (condition: Self) -> Self { Self(json: ["not": condition.json]) }

    private static func test(_ key: String, _ name: String, _ operand: JSONValue) -> Self {
        Self(
            json: JSONValue(
                .object(
                    JSONObject([
                        .init(name: "key", value: JSONValue(.string(key))),
                        .init(name: name, value: operand),
                    ]))))
    }

    private static func join(_ name: String, _ conditions: [Self]) -> Self {
        let json = JSONValue(.array(conditions.map(\.json)))
        return Self(json: JSONValue(.object(JSONObject([.init(name: name, value: json)]))))
    }

    /// `a && b && c` is one list of three.
    private static func join(_ name: String, _ left: Self, _ right: Self) -> Self {
        let before = (left.json.object?[name]?.array ?? [left.json]).map(Self.init)
        return join(name, before + [right])
    }
}
