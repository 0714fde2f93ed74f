/// One option of a `Choice`, `Segment`, `Choices` or `Picker`, as Swift declares it.
///
/// A literal is an option by its value alone; `.option(1080, label: "Full HD")` says more.
public struct WrittenOption: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    let json: JSONValue

    /// An option with words, and with a condition where it is not always offered.
    public static func option(
        _ value: Value, label: WrittenWords? = nil, short: WrittenWords? = nil,
        help: WrittenWords? = nil, when condition: WrittenCondition? = nil
    ) -> Self {
        Self(
            json: JSONValue(
                .object(
                    JSONObject(present: [
                        ("value", value.json), ("label", label?.json), ("short", short?.json),
                        ("help", help?.json), ("when", condition?.json),
                    ]))))
    }

    /// Takes a value.
    public init(_ value: Value) { json = value.json }
    /// A text.
    public init(stringLiteral text: String) { self.init(.text(text)) }
    /// A whole number.
    public init(integerLiteral number: Int64) { self.init(.integer(number)) }
    /// A number.
    public init(floatLiteral number: Double) { self.init(Value(floatLiteral: number)) }
    /// A Boolean.
    public init(booleanLiteral flag: Bool) { self.init(.boolean(flag)) }

    private init(json: JSONValue) { self.json = json }
}

/// One state of a `Button`, as Swift declares it.
public struct WrittenState: Sendable {
    let json: JSONValue

    /// A state: what the button is called and asks while it is in it.
    public static func state(
        _ name: String, title: WrittenWords? = nil, confirm: WrittenWords? = nil,
        role: Schema.Role? = nil
    ) -> Self {
        Self(
            json: JSONValue(
                .object(
                    JSONObject(present: [
                        ("state", JSONValue(.string(name))), ("title", title?.json),
                        ("confirm", confirm?.json),
                        ("role", role.map { JSONValue(.string($0.rawValue)) }),
                    ]))))
    }
}
