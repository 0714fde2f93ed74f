/// The rules of a day: the value of `edit_date`, a string such as `2026-11-20`.
///
/// An ISO 8601 date with a time is also accepted; only its date is used.
package struct DateRules: ValueRules, Equatable {
    package let minimum: CivilDate?
    package let maximum: CivilDate?

    package init(minimum: CivilDate? = nil, maximum: CivilDate? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        let trimmed = NumberSpelling.trimmed(text)
        if trimmed.isEmpty { throw ValueProblem(.required) }
        let plain = locale == nil ? trimmed : NumberSpelling.plainDigits(trimmed)
        guard let date = CivilDate(plain) ?? CivilDateTime.read(plain)?.local.date else {
            throw notDate(text)
        }
        return .text(date.description)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else { throw notDate(JSONWriter().text(json)) }
        return try value(fromText: text, locale: nil)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard case .text(let text) = value, let date = CivilDate(text) else {
            return notDate(value.plainText)
        }
        return ValueProblem.outside(date, minimum, maximum, .date)
    }

    private func notDate(_ text: String) -> ValueProblem {
        ValueProblem(.notADate, ["value": text], kind: .date)
    }
}
