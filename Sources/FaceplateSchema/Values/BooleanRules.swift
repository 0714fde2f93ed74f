/// The rules of an on/off value: the value of `switch`, and of each option of a `select` group.
///
/// The accepted text forms, in any case, are `true false yes no on off 1 0`. The JSON form is
/// `true`, `false` or one of these as a string, because early settings files contain `"YES"` and
/// `"NO"`.
package struct BooleanRules: ValueRules, Equatable {
    package init() {}

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        guard let value = Self.boolean(text) else {
            throw ValueProblem(.notBoolean, ["value": text])
        }
        return .boolean(value)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        switch json.content {
        case .boolean(let value): return .boolean(value)
        case .string(let text): return try value(fromText: text, locale: nil)
        default: throw ValueProblem(.notBoolean, ["value": JSONWriter().text(json)])
        }
    }

    package func problem(with value: Value) -> ValueProblem? {
        if case .boolean = value {
            nil
        } else {
            ValueProblem(.notBoolean, ["value": value.plainText])
        }
    }

    private static let spellings = [("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0")]

    static func boolean(_ text: String) -> Bool? {
        let text = text.lowercased()
        return spellings.first { $0.0 == text || $0.1 == text }.map { $0.0 == text }
    }

    /// Returns a Boolean in the spelling of another one, such as `No` for `Yes`; `nil` if the other is not a Boolean.
    package static func text(_ value: Bool, like other: String) -> String? {
        let lowercase = other.lowercased()
        guard let pair = spellings.first(where: { $0.0 == lowercase || $0.1 == lowercase }) else {
            return nil
        }
        let word = value ? pair.0 : pair.1
        if other == lowercase { return word }
        return other == other.uppercased()
            ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }

    static func boolean(_ json: JSONValue) -> Bool? {
        switch json.content {
        case .boolean(let value): value
        case .string(let text): boolean(text)
        default: nil
        }
    }
}
