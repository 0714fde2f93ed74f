/// A time of the day: the value of `edit_time`, a text like `07:30`.
///
/// Whole minutes since midnight are accepted too, as a JSON number or as digits. A minimum above
/// the maximum means over midnight: from 22:00 to 06:00.
public struct TimeRules: ValueRules {
    /// The first time; `nil` for no bound.
    public let minimum: ClockTime?
    /// The last time; `nil` for no bound.
    public let maximum: ClockTime?
    /// Seconds between accepted times, counted from the minimum, else from midnight.
    public let step: Int?
    /// Whether times within a minute are accepted.
    public let allowsSeconds: Bool

    /// Makes rules; a step that is not above zero counts as none.
    public init(
        minimum: ClockTime? = nil, maximum: ClockTime? = nil, step: Int? = nil,
        allowsSeconds: Bool = false
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step.flatMap { $0 > 0 ? $0 : nil }
        self.allowsSeconds = allowsSeconds
    }

    /// Reads the text form; see `ValueRules`.
    public func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        let trimmed = NumberSpelling.trimmed(text)
        if trimmed.isEmpty { throw ValueProblem(.required) }
        let plain = locale == nil ? trimmed : NumberSpelling.plainDigits(trimmed)
        guard let time = ClockTime(plain) ?? Self.time(minutes: plain) else { throw notTime(text) }
        return .text(time.description)
    }

    /// Reads the JSON form: a string, or whole minutes since midnight; see `ValueRules`.
    public func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let text = json.string { return try value(fromText: text, locale: nil) }
        guard let minutes = json.number?.integer, let time = Self.time(minutes: minutes) else {
            throw notTime(JSONWriter().text(json))
        }
        return .text(time.description)
    }

    /// Holds a value against the constraints; see `ValueRules`.
    public func problem(with value: Value) -> ValueProblem? {
        guard case .text(let text) = value, let time = ClockTime(text) else {
            return notTime(value.plainText)
        }
        if let code = side(of: time) { return outside(code, time) }
        if !allowsSeconds, time.second != 0 {
            return ValueProblem(.tooPrecise, ["value": time.description], kind: .time)
        }
        let first = minimum ?? .midnight
        let distance = (time.seconds - first.seconds + 86_400) % 86_400
        guard let step, distance % step != 0 else { return nil }
        return ValueProblem(
            .notAStep,
            [
                "value": time.description, "step": String(step), "minimum": first.description,
            ], kind: .time)
    }

    /// On which side of the bounds a time is outside; `nil` within.
    private func side(of time: ClockTime) -> ValueProblem.Code? {
        let isEarly = minimum.map { time < $0 } ?? false
        let isLate = maximum.map { time > $0 } ?? false
        if let minimum, let maximum, minimum > maximum {
            return isEarly && isLate ? .tooLarge : nil
        }
        return isEarly ? .tooSmall : isLate ? .tooLarge : nil
    }

    /// Digits with a zero before them are no count: `0730` is no 730 minutes.
    private static func time(minutes text: String) -> ClockTime? {
        guard let minutes = Int64(text), String(minutes) == text else { return nil }
        return time(minutes: minutes)
    }

    private static func time(minutes: Int64) -> ClockTime? {
        (0..<1440).contains(minutes) ? ClockTime(seconds: Int(minutes) * 60) : nil
    }

    private func notTime(_ text: String) -> ValueProblem {
        ValueProblem(.notATime, ["value": text], kind: .time)
    }

    private func outside(_ code: ValueProblem.Code, _ time: ClockTime) -> ValueProblem {
        var parameters = ["value": time.description]
        parameters["minimum"] = minimum?.description
        parameters["maximum"] = maximum?.description
        return ValueProblem(code, parameters, kind: .time)
    }
}
