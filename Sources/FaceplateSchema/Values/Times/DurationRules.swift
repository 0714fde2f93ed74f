/// The rules of a duration: the value of `edit_duration`, a number of seconds.
///
/// Accepted are `5m`, `1h30m`, `1h 30m`, `1.5h`, `500ms`, ISO 8601 (`PT5M`, `P1DT2H`), hours with
/// minutes and seconds (`1:30:00`), and a number without a unit, in the unit of the item. `1:30` is
/// rejected, because it could mean minutes or hours. The value is an integer number of nanoseconds,
/// at most 10¹⁵ seconds.
package struct DurationRules: UnitRules, Equatable {
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
        let amount = try problems.amount(in: text) { () throws(AmountFailure) in
            try DurationReader(locale: locale, unit: unit).amount(text)
        }
        return Value(amount.seconds)
    }

    package func value(
        number: String, unit name: String, locale: LocaleTag?
    ) throws(ValueProblem) -> Value {
        guard let unit = DurationUnit(spelling: name) else { throw problems.misfit(number + name) }
        let rules = DurationRules(minimum: minimum, maximum: maximum, unit: unit)
        return try rules.value(fromText: number, locale: locale)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let text = json.string { return try value(fromText: text, locale: nil) }
        let shown = JSONWriter().text(json)
        guard let number = json.number else { throw problems.misfit(shown) }
        let amount = try problems.amount(in: shown) { () throws(AmountFailure) in
            try ExactDecimal(number.text).map { number throws(AmountFailure) in
                try DurationAmount(number, .s)
            }
        }
        return Value(amount.seconds)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard let number = value.number else { return problems.misfit(value.plainText) }
        if number < minimum { return problems.outside(.tooSmall, value.plainText) }
        if let maximum, number > maximum { return problems.outside(.tooLarge, value.plainText) }
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

    private var problems: AmountProblems {
        AmountProblems(
            misfit: ValueProblem(.notADuration, kind: .duration),
            precision: ValueProblem(.tooPrecise, ["maximum": "9"], kind: .decimal),
            minimum: minimum.description, maximum: maximum?.description,
            most: String(DurationAmount.mostSeconds))
    }
}
