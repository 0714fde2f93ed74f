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

    static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    static func boolean(_ json: JSONValue) -> Bool? {
        switch json.content {
        case .boolean(let value): value
        case .string(let text): boolean(text)
        default: nil
        }
    }
}
