@testable import FaceplateSchema

/// Rules for integers up to 99 in tests of lists, written `5`, or `5,0` with a locale.
struct NumberDouble: ValueRules {
    var kind: RulesKind { .any(AnyRules()) }

    func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if text.isEmpty { throw ValueProblem(.required) }
        let ending = locale == nil ? "" : ",0"
        guard text.hasSuffix(ending), let number = Int64(text.dropLast(ending.count)) else {
            throw ValueProblem(.notText, ["value": text])
        }
        return .integer(number)
    }

    func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let number = json.number?.integer else { throw ValueProblem(.notText) }
        return .integer(number)
    }

    func problem(with value: Value) -> ValueProblem? {
        guard case .integer(let number) = value, number < 100 else {
            return ValueProblem(.tooLong, ["maximum": "99"])
        }
        return nil
    }

    func fieldText(of value: Value, locale: LocaleTag?) -> String {
        value.plainText + (locale == nil ? "" : ",0")
    }
}
