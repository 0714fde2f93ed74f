/// The rules of a duration: the value of `edit_duration`, a number of seconds.
///
/// Accepted are `5m`, `1h30m`, `1h 30m`, `1.5h`, `500ms`, ISO 8601 (`PT5M`, `P1DT2H`), hours with
/// minutes and seconds (`1:30:00`), and a number without a unit, in the unit of the item. `1:30` is
/// rejected, because it could mean minutes or hours. The value is an integer number of nanoseconds,
/// at most 10¹⁵ seconds.
package struct DurationRules: ValueRules, Equatable {
    /// The shortest duration, in seconds.
    package let minimum: ExactDecimal
    /// The longest duration, in seconds; `nil` for no declared limit.
    package let maximum: ExactDecimal?
    /// The unit of a number without a unit.
    package let unit: DurationUnit

    /// Negative durations are rejected without a minimum.
    package init(
        minimum: ExactDecimal? = nil, maximum: ExactDecimal? = nil, unit: DurationUnit = .s
    ) {
        self.minimum = minimum ?? .zero
        self.maximum = maximum
        self.unit = unit
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if NumberSpelling.trimmed(text).isEmpty { throw ValueProblem(.required) }
        return try value(shown: text) { () throws(DurationAmount.Failure) in
            try DurationReader(locale: locale, unit: unit).amount(text)
        }
    }

    /// The units in the number text itself take precedence over `name`.
    ///
    /// - Throws: The problem, if the number or the unit is invalid.
    package func value(
        number: String, unit name: String, locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        guard let unit = DurationUnit(spelling: name) else { throw notDuration(number + name) }
        let rules = DurationRules(minimum: minimum, maximum: maximum, unit: unit)
        return try rules.value(fromText: number, locale: locale)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let text = json.string { return try value(fromText: text, locale: nil) }
        let shown = JSONWriter().text(json)
        guard let number = json.number else { throw notDuration(shown) }
        return try value(shown: shown) { () throws(DurationAmount.Failure) in
            try ExactDecimal(number.text).map { number throws(DurationAmount.Failure) in
                try DurationAmount(number, .s)
            }
        }
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard let number = value.number else { return notDuration(value.plainText) }
        if number < minimum { return outside(.tooSmall, value.plainText) }
        if let maximum, number > maximum { return outside(.tooLarge, value.plainText) }
        return nil
    }

    /// The duration with its units, such as `1h30m`.
    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        guard let number = value.number, let amount = try? DurationAmount(number, .s) else {
            return value.plainText
        }
        let parts = amount.parts.map {
            NumberSpelling.fieldText($0.number, in: locale) + $0.unit.symbol
        }
        return (amount.nanoseconds < 0 ? "-" : "") + parts.joined()
    }

    /// Returns the values of the form fields: a number in the largest unit that gives an integer.
    ///
    /// The unit is seconds if no unit gives an integer, and `unit` for zero.
    package static func parts(
        of seconds: ExactDecimal, zero unit: DurationUnit = .s
    ) -> (number: ExactDecimal, unit: DurationUnit) {
        (try? DurationAmount(seconds, .s))?.part(zero: unit) ?? (seconds, .s)
    }

    private func value(
        shown text: String, _ read: () throws(DurationAmount.Failure) -> DurationAmount?
    ) throws(ValueProblem) -> Value {
        let amount: DurationAmount?
        do throws(DurationAmount.Failure) {
            amount = try read()
        } catch {
            throw switch error {
            case .tooSmall: outside(.tooSmall, text)
            case .tooLarge: outside(.tooLarge, text)
            case .tooPrecise:
                ValueProblem(.tooPrecise, ["value": text, "maximum": "9"], kind: .decimal)
            }
        }
        guard let amount else { throw notDuration(text) }
        return Value(amount.seconds)
    }

    private func notDuration(_ text: String) -> ValueProblem {
        ValueProblem(.notADuration, ["value": text], kind: .duration)
    }

    private func outside(_ code: ValueProblem.Code, _ text: String) -> ValueProblem {
        var parameters = ["value": text, "minimum": minimum.description]
        parameters["maximum"] = maximum?.description
        // Without a declared maximum, the message names the limit of the type.
        if code == .tooLarge, maximum == nil {
            parameters["maximum"] = String(DurationAmount.mostSeconds)
        }
        // The message omits a minimum of zero.
        if code == .tooLarge, minimum == .zero { parameters["minimum"] = nil }
        return ValueProblem(code, parameters, kind: .duration)
    }
}
