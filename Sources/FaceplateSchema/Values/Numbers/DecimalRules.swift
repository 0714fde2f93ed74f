/// The rules of an exact decimal number: the value of `edit_decimal`, and of `slider` and `stepper`
/// if their steps have fractions.
///
/// Integers that fit in 64 bits have the value `.integer`, as in JSON read without rules: 1 and 1.0
/// are the same value. All other numbers are `.decimal`.
public struct DecimalRules: ValueRules, Equatable {
    /// The smallest number; `nil` for no limit.
    public let minimum: ExactDecimal?
    /// The largest number; `nil` for no limit.
    public let maximum: ExactDecimal?
    /// The step between accepted numbers, counted from the minimum, or from zero without a minimum.
    public let step: ExactDecimal?
    /// The largest number of decimal places; `nil` for no limit.
    public let maximumFractionDigits: Int?
    /// The unit of the number; users can enter it after the number.
    public let unit: String?
    /// True when fields use the canonical form in every language, as sliders do.
    public let isPlain: Bool

    /// Creates rules; a step of zero or less is ignored.
    public init(
        minimum: ExactDecimal? = nil, maximum: ExactDecimal? = nil, step: ExactDecimal? = nil,
        maximumFractionDigits: Int? = nil, unit: String? = nil, isPlain: Bool = false
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step.flatMap { $0 > .zero ? $0 : nil }
        self.maximumFractionDigits = maximumFractionDigits.map { max(0, $0) }
        self.unit = unit
        self.isPlain = isPlain
    }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if NumberSpelling.trimmed(text).isEmpty { throw ValueProblem(.required) }
        guard
            let number = NumberSpelling.number(
                in: text, locale: locale, unit: unit, isPlain: isPlain)
        else {
            throw notNumber(text)
        }
        return Value(number)
    }

    /// Reads the JSON form: a number; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let number = json.number.flatMap({ ExactDecimal($0.text) }) else {
            throw notNumber(JSONWriter().text(json))
        }
        return Value(number)
    }

    /// Checks a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard let number = value.number else { return notNumber(value.plainText) }
        if let problem = ValueProblem.outside(number, minimum, maximum, .decimal) { return problem }
        if let most = maximumFractionDigits, number.fractionDigits > most {
            var parameters = ["value": number.description, "maximum": String(most)]
            if most == 0 { parameters["example"] = example }
            return ValueProblem(.tooPrecise, parameters, kind: .decimal)
        }
        guard let step, !number.isWholeSteps(of: step, from: minimum ?? .zero) else { return nil }
        var parameters = ["value": number.description, "step": step.description]
        // If the minimum is itself a multiple, all steps are multiples, and the message omits it.
        if let minimum, !minimum.isWholeSteps(of: step, from: .zero) {
            parameters["minimum"] = minimum.description
        }
        return ValueProblem(.notAStep, parameters, kind: .decimal)
    }

    /// The number as written in fields in the locale; see `ValueRules`.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String {
        value.number.map { NumberSpelling.fieldText($0, in: isPlain ? nil : locale) }
            ?? value.plainText
    }

    private var example: String {
        let candidates = [ExactDecimal(30), minimum, maximum, step].compactMap { $0 }
        return candidates.first { isExample($0) }?.description ?? "0"
    }

    private func isExample(_ number: ExactDecimal) -> Bool {
        if let minimum, number < minimum { return false }
        if let maximum, number > maximum { return false }
        if let most = maximumFractionDigits, number.fractionDigits > most { return false }
        return step.map { number.isWholeSteps(of: $0, from: minimum ?? .zero) } ?? true
    }

    private func notNumber(_ text: String) -> ValueProblem {
        ValueProblem(.notNumber, ["value": text, "example": example], kind: .decimal)
    }
}
