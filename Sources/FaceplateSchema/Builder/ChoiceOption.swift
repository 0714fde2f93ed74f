/// An option of a `Choice`, `Segment`, `Choices` or `Picker` in Swift source.
///
/// A literal is an option without a label; `.option(1080, label: "Full HD")` adds one.
public struct ChoiceOption: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    let json: JSONValue

    /// Returns an option with labels, and with the condition under which it is offered.
    public static func option(
        _ value: Value, label: LocalizedText? = nil, short: LocalizedText? = nil,
        help: LocalizedText? = nil, when condition: RuleCondition? = nil
    ) -> Self {
        Self(
            json: .object(present: [
                ("value", value.json), ("label", label?.json), ("short", short?.json),
                ("help", help?.json), ("when", condition?.json),
            ]))
    }

    /// Creates an option from a value.
    public init(_ value: Value) { json = value.json }
    /// Creates a string option.
    public init(stringLiteral text: String) { self.init(.text(text)) }
    /// Creates an integer option.
    public init(integerLiteral number: Int64) { self.init(.integer(number)) }
    /// Creates a number option.
    public init(floatLiteral number: Double) { self.init(Value(floatLiteral: number)) }
    /// Creates a Boolean option.
    public init(booleanLiteral flag: Bool) { self.init(.boolean(flag)) }

    private init(json: JSONValue) { self.json = json }
}

/// A state of a `Button` in Swift source.
public struct ButtonState: Sendable {
    let json: JSONValue

    /// Returns a state with the title, question and role of the button in that state.
    public static func state(
        _ name: String, title: LocalizedText? = nil, confirm: LocalizedText? = nil,
        role: Schema.Role? = nil
    ) -> Self {
        Self(
            json: .object(present: [
                ("state", .text(name)), ("title", title?.json),
                ("confirm", confirm?.json),
                ("role", role.map { JSONValue.text($0.rawValue) }),
            ]))
    }
}

/// A label in Swift source: a label key, the text itself, or the text for each locale.
///
/// It is written as a string, `"Port"`, or as a dictionary, `["en": "Port", "de": "Anschluss"]`.
public struct LocalizedText: Sendable, Hashable, ExpressibleByStringInterpolation,
    ExpressibleByDictionaryLiteral
{
    package let json: JSONValue

    /// `nil` for other JSON than text, or text by locale.
    package init?(_ json: JSONValue) {
        let texts = json.object?.members ?? []
        let areTexts = texts.allSatisfy { LocaleTag($0.name) != nil && $0.value.string != nil }
        guard json.string != nil || !texts.isEmpty && areTexts else { return nil }
        self.json = json
    }

    /// Creates a label from its text or a label key.
    public init(_ words: String) { json = JSONValue.text(words) }

    /// Creates a label from a literal.
    public init(stringLiteral words: String) { self.init(words) }

    /// Creates a label from its text for each locale.
    public init(dictionaryLiteral words: (String, String)...) {
        json = JSONValue.object(words.map { .init(name: $0.0, value: .text($0.1)) })
    }
}
