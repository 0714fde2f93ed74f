/// The rules of a time of day: the value of `edit_time`, a string such as `07:30`.
///
/// The number of minutes since midnight is also accepted, as a JSON number or as digits. If the
/// minimum is later than the maximum, the range crosses midnight, such as 22:00 to 06:00.
package struct TimeRules: ValueRules, Equatable {
    package let minimum: ClockTime?
    package let maximum: ClockTime?
    /// The seconds between accepted times, counted from the minimum, or from midnight without a
    /// minimum.
    package let step: Int?
    package let allowsSeconds: Bool

    /// A step of zero or less is ignored.
    package init(
        minimum: ClockTime? = nil, maximum: ClockTime? = nil, step: Int? = nil,
        allowsSeconds: Bool = false
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step.flatMap { $0 > 0 ? $0 : nil }
        self.allowsSeconds = allowsSeconds
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        let trimmed = NumberSpelling.trimmed(text)
        if trimmed.isEmpty { throw ValueProblem(.required) }
        let plain = locale == nil ? trimmed : NumberSpelling.plainDigits(trimmed)
        guard let time = ClockTime(plain) ?? Self.time(minutes: plain) else { throw notTime(text) }
        return .text(time.description)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        if let text = json.string { return try value(fromText: text, locale: nil) }
        guard let minutes = json.number?.integer, let time = Self.time(minutes: minutes) else {
            throw notTime(JSONWriter().text(json))
        }
        return .text(time.description)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard case .text(let text) = value, let time = ClockTime(text) else {
            return notTime(value.plainText)
        }
        if let code = side(of: time) { return .outside(code, time, minimum, maximum, .time) }
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

    private func side(of time: ClockTime) -> ValueProblem.Code? {
        let isEarly = minimum.map { time < $0 } ?? false
        let isLate = maximum.map { time > $0 } ?? false
        if let minimum, let maximum, minimum > maximum {
            return isEarly && isLate ? .tooLarge : nil
        }
        return isEarly ? .tooSmall : isLate ? .tooLarge : nil
    }

    /// Digits with a leading zero are not a number of minutes: `0730` is not 730 minutes.
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
}
