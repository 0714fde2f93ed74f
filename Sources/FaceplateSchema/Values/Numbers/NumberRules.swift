/// The rules of a number: the value of `edit_integer`, `edit_decimal`, `slider` and `stepper`.
///
/// Numbers are exact. Integers that fit in 64 bits have the value `.integer`, as in JSON read without rules: 1 and 1.0
/// are the same value. All other numbers are `.decimal`. The empty string is not a number: a number that was never set
/// has no value.
package struct NumberRules: ValueRules, Equatable {
    /// True when only integers of 64 bits are accepted.
    package let isInteger: Bool
    package let minimum: ExactDecimal?
    package let maximum: ExactDecimal?
    /// The step between accepted numbers, counted from the minimum, or from zero without a minimum.
    package let step: ExactDecimal?
    package let maximumFractionDigits: Int?
    /// The unit of the number; users can enter it after the number.
    package let unit: String?
    /// True when fields use the canonical form in every language, as sliders do.
    package let isPlain: Bool

    /// The format of a number that is typed in hexadecimal digits; `nil` for decimal ones.
    package let hexadecimal: NumberFormat?

    /// A step of zero or less is ignored.
    package init(
        isInteger: Bool = false, minimum: ExactDecimal? = nil, maximum: ExactDecimal? = nil,
        step: ExactDecimal? = nil, maximumFractionDigits: Int? = nil, unit: String? = nil,
        isPlain: Bool = false, hexadecimal: NumberFormat? = nil
    ) {
        self.isInteger = isInteger
        self.minimum = minimum
        self.maximum = maximum
        self.step = step.flatMap { $0 > .zero ? $0 : nil }
        self.maximumFractionDigits = maximumFractionDigits.map { max(0, $0) }
        self.unit = unit
        self.isPlain = isPlain
        self.hexadecimal = hexadecimal
    }

    // Spaces around the number and the unit after it are accepted, and with a locale its groups of three digits. The
    // fraction of an integer is accepted only if it is zero.
    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if NumberSpelling.trimmed(text).isEmpty { throw ValueProblem(.required) }
        let number =
            hexadecimal == nil
            ? NumberSpelling.number(in: text, locale: locale, unit: unit, isPlain: isPlain)
            : HexadecimalReader(text, locale: locale, unit: unit).number
        guard let number else { throw notNumber(text) }
        return try value(number, shown: text)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let number = json.number.flatMap({ ExactDecimal($0.text) }) else {
            throw notNumber(JSONWriter().text(json))
        }
        return try value(number, shown: number.description)
    }

    private func value(_ number: ExactDecimal, shown text: String) throws(ValueProblem) -> Value {
        let value = Value(number)
        guard isInteger, case .decimal = value else { return value }
        guard number.fractionDigits == 0 else { throw notNumber(text) }
        throw outside(number < .zero ? .tooSmall : .tooLarge, text)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard let number = value.number, !isInteger || number.integer != nil else {
            return notNumber(value.plainText)
        }
        if let minimum, number < minimum { return outside(.tooSmall, value.plainText) }
        if let maximum, number > maximum { return outside(.tooLarge, value.plainText) }
        if let most = maximumFractionDigits, number.fractionDigits > most {
            var parameters = ["value": value.plainText, "maximum": String(most)]
            if most == 0 { parameters["example"] = example }
            return ValueProblem(.tooPrecise, parameters, kind: form)
        }
        guard let step, !isOnStep(number) else { return nil }
        var parameters = ["value": value.plainText, "step": step.description]
        // If the minimum is itself a multiple, all steps are multiples, and the message omits it.
        if let minimum, !isMultiple(minimum) { parameters["minimum"] = minimum.description }
        return ValueProblem(.notAStep, parameters, kind: form)
    }

    package func fieldText(of value: Value, locale: LocaleTag?) -> String {
        if let hexadecimal, locale != nil, let number = value.number {
            return hexadecimal.typedText(of: number)
        }
        return value.number.map { NumberSpelling.fieldText($0, in: isPlain ? nil : locale) }
            ?? value.plainText
    }

    package func stepped(_ value: Value?, by count: Int) -> Value? {
        let start = value?.number ?? .zero
        let distance = (step ?? 1).multiplied(by: count)
        // If the result needs too many digits, the number stays unchanged.
        guard let sum = distance.flatMap(start.adding) else { return Value(start) }
        // A step up from far below the minimum, or down from far above the maximum, ends at the limit.
        if let highest, sum > highest {
            return count > 0 ? stopped(at: highest, from: start) : Value(highest)
        }
        if let lowest, sum < lowest {
            return count < 0 ? stopped(at: lowest, from: start) : Value(lowest)
        }
        return Value(sum)
    }

    private func stopped(at bound: ExactDecimal, from start: ExactDecimal) -> Value {
        problem(with: Value(bound)) == nil ? Value(bound) : Value(start)
    }

    // MARK: - Constraints

    package var kind: RulesKind { .number(self) }

    package var constraints: [ValueProblem] {
        let (low, high) = (minimum.map(written), maximum.map(written))
        let type = isInteger ? ValueProblem(.notInteger, ["example": example], kind: form) : nil
        let digits = maximumFractionDigits.map {
            ValueProblem(.tooPrecise, ["maximum": String($0)], kind: form)
        }
        return [type].compactMap(\.self) + ValueProblem.range(low, high, form)
            + ValueProblem.step(step?.description, low, form) + [digits].compactMap(\.self)
    }

    package var jsonSchema: JSONSchemaObject {
        var schema = JSONSchemaObject(type: isInteger ? "integer" : "number")
        schema["minimum"] = lowest.map { Value($0).json }
        schema["maximum"] = highest.map { Value($0).json }
        if let digits = maximumFractionDigits, let unit = ExactDecimal("1e-\(digits)") {
            schema["multipleOf"] = Value(unit).json
        }
        guard let step, !isInteger || step > 1 else { return schema }
        let multiple: JSONValue = ["multipleOf": Value(step).json]
        if let minimum, !isMultiple(minimum) {
            schema.remark("Steps of \(step) count from the minimum.")
        } else if schema["multipleOf"] == nil {
            schema["multipleOf"] = Value(step).json
        } else {
            schema["allOf"] = [multiple]
        }
        return schema
    }

    private var lowest: ExactDecimal? { minimum ?? (isInteger ? ExactDecimal(.min) : nil) }
    private var highest: ExactDecimal? { maximum ?? (isInteger ? ExactDecimal(.max) : nil) }
    private var form: ValueProblem.Kind { isInteger ? .integer : .decimal }

    private var example: String {
        let candidates = [30, minimum, maximum, step].compactMap(\.self)
        return written(candidates.first(where: isExample) ?? .zero)
    }

    /// As messages name it.
    private func written(_ number: ExactDecimal) -> String {
        guard let hexadecimal else { return number.description }
        let text = hexadecimal.typedText(of: number)
        return text.lowercased().contains("0x")
            ? text : text.hasPrefix("-") ? "-0x" + text.dropFirst() : "0x" + text
    }

    private func isExample(_ number: ExactDecimal) -> Bool {
        if let minimum, number < minimum { return false }
        if let maximum, number > maximum { return false }
        if let most = maximumFractionDigits, number.fractionDigits > most { return false }
        return isOnStep(number)
    }

    private func isOnStep(_ number: ExactDecimal) -> Bool {
        step.map { number.isWholeSteps(of: $0, from: minimum ?? .zero) } ?? true
    }

    private func isMultiple(_ number: ExactDecimal) -> Bool {
        step.map { number.isWholeSteps(of: $0, from: .zero) } ?? true
    }

    private func notNumber(_ text: String) -> ValueProblem {
        ValueProblem(
            isInteger ? .notInteger : .notNumber, ["value": text, "example": example], kind: form)
    }

    private func outside(_ code: ValueProblem.Code, _ text: String) -> ValueProblem {
        // Without a declared limit, the message names the limit of the type.
        let low = code == .tooSmall ? lowest : minimum
        let high = code == .tooLarge ? highest : maximum
        var parameters = ValueProblem.bounds(low.map(written), high.map(written))
        parameters["value"] = text
        return ValueProblem(code, parameters, kind: form)
    }
}
