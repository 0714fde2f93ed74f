/// The rules of a 64-bit integer: the value of `edit_integer`, and of `slider` and `stepper` with
/// integer steps.
///
/// The empty string is not a number: a number that was never set has no value.
public struct IntegerRules: ValueRules, Equatable {
    /// The smallest number; `nil` for no limit.
    public let minimum: Int64?
    /// The largest number; `nil` for no limit.
    public let maximum: Int64?
    /// The step between accepted numbers, counted from the minimum, or from zero without a minimum.
    public let step: Int64?
    /// The unit of the number; users can enter it after the number.
    public let unit: String?
    /// True when fields use the canonical form in every language, as sliders do.
    public let isPlain: Bool

    /// Creates rules; a step of zero or less is ignored.
    public init(
        minimum: Int64? = nil, maximum: Int64? = nil, step: Int64? = nil, unit: String? = nil,
        isPlain: Bool = false
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step.flatMap { $0 > 0 ? $0 : nil }
        self.unit = unit
        self.isPlain = isPlain
    }

    /// Reads the text form; see `ValueRules`.
    ///
    /// Spaces around the number and the unit after it are accepted, and with a locale its groups of
    /// three digits. A fraction is accepted only if it is zero.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        if NumberSpelling.trimmed(text).isEmpty { throw ValueProblem(.required) }
        guard
            let number = NumberSpelling.number(
                in: text, locale: locale, unit: unit, isPlain: isPlain)
        else {
            throw notInteger(text)
        }
        return .integer(try integer(number, shown: text))
    }

    /// Reads the JSON form: a number; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let number = json.number.flatMap({ ExactDecimal($0.text) }) else {
            throw notInteger(JSONWriter().text(json))
        }
        return .integer(try integer(number, shown: number.description))
    }

    /// Checks a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard case .integer(let integer) = value else { return notInteger(value.plainText) }
        if let minimum, integer < minimum { return outside(.tooSmall, value.plainText) }
        if let maximum, integer > maximum { return outside(.tooLarge, value.plainText) }
        guard let step, !Self.isWholeSteps(from: minimum ?? 0, to: integer, of: step) else {
            return nil
        }
        var parameters = ["value": value.plainText, "step": String(step)]
        // If the minimum is itself a multiple, all steps are multiples, and the message omits it.
        if let minimum, !minimum.isMultiple(of: step) { parameters["minimum"] = String(minimum) }
        return ValueProblem(.notAStep, parameters, kind: .integer)
    }

    /// The number as written in fields in the locale; see `ValueRules`.
    public func fieldText(of value: Value, locale: LocaleTag?) -> String {
        value.number.map { NumberSpelling.fieldText($0, in: isPlain ? nil : locale) }
            ?? value.plainText
    }

    private static func isWholeSteps(from base: Int64, to value: Int64, of step: Int64) -> Bool {
        // The distance of two signed 64-bit numbers fits in an unsigned one.
        let (low, high) = (min(base, value), max(base, value))
        let distance = UInt64(bitPattern: high) &- UInt64(bitPattern: low)
        return distance.isMultiple(of: step.magnitude)
    }

    private func integer(
        _ number: ExactDecimal, shown text: String
    ) throws(ValueProblem) -> Int64 {
        if let integer = number.integer { return integer }
        guard number.fractionDigits == 0 else { throw notInteger(text) }
        throw outside(number < .zero ? .tooSmall : .tooLarge, text)
    }

    private func notInteger(_ text: String) -> ValueProblem {
        ValueProblem(.notInteger, ["value": text, "example": example], kind: .integer)
    }

    var example: String {
        let candidates = [30, minimum, maximum, step].compactMap(\.self)
        return String(candidates.first { problem(with: .integer($0)) == nil } ?? 0)
    }

    private func outside(_ code: ValueProblem.Code, _ text: String) -> ValueProblem {
        var parameters = ["value": text]
        parameters["minimum"] = minimum.map { String($0) }
        parameters["maximum"] = maximum.map { String($0) }
        // Without a declared limit, the message names the limit of the type.
        if code == .tooSmall, minimum == nil { parameters["minimum"] = String(Int64.min) }
        if code == .tooLarge, maximum == nil { parameters["maximum"] = String(Int64.max) }
        return ValueProblem(code, parameters, kind: .integer)
    }
}
