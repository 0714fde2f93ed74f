/// The rules of a secret: the value of `edit_password`.
///
/// The store encrypts the value, and it is never shown again. Spaces are not removed. An empty
/// field means "unchanged" and never reaches the rules as a value.
public struct SecretRules: ValueRules {
    package let text: TextRules

    /// Creates rules; without limits, any string is accepted.
    public init(minimumLength: Int? = nil, maximumLength: Int? = nil, pattern: Pattern? = nil) {
        text = TextRules(
            minimumLength: minimumLength, maximumLength: maximumLength, pattern: pattern,
            trims: false)
    }

    /// The minimum length in Unicode scalars; `nil` for no limit.
    public var minimumLength: Int? { text.minimumLength }

    /// The size of the longest secret; see `ValueRules`.
    public var longestFormSize: Int? { text.longestFormSize }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        try self.text.value(fromText: text, locale: locale)
    }

    /// Reads the JSON form; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else { throw ValueProblem(.notText) }
        return try value(fromText: text, locale: nil)
    }

    /// Checks a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard case .text = value else { return ValueProblem(.notText) }
        return text.problem(with: value)
    }
}
