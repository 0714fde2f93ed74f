/// The rules of a day with a time: the value of `edit_datetime`, a string such as
/// `2026-11-20T07:30`.
///
/// The value is the local time in the time zone of the item. Values with `Z` or an offset are
/// converted to the zone, and rejected if the item has no zone. When clocks are set back, the first of
/// two equal times is used; a time that the clocks skip is rejected.
package struct DateTimeRules: ValueRules, Equatable {
    package let minimum: CivilDateTime?
    package let maximum: CivilDateTime?
    /// The time zone of the value; `nil` for the zone of the program that reads the value.
    package let zone: Zone?
    package let allowsSeconds: Bool

    /// The limits are local times of the zone.
    package init(
        minimum: CivilDateTime? = nil, maximum: CivilDateTime? = nil, zone: Zone? = nil,
        allowsSeconds: Bool = true
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.zone = zone
        self.allowsSeconds = allowsSeconds
    }

    package func value(fromText text: String, locale: LocaleTag?) throws(ValueProblem) -> Value {
        let trimmed = NumberSpelling.trimmed(text)
        if trimmed.isEmpty { throw ValueProblem(.required) }
        let plain = locale == nil ? trimmed : NumberSpelling.plainDigits(trimmed)
        guard let (local, offset) = CivilDateTime.read(plain) else { throw notDateTime(text) }
        guard let offset else { return .text(local.description) }
        guard let converted = zone?.local(at: local.secondsSince1970 - offset) else {
            throw notDateTime(text)
        }
        return .text(converted.description)
    }

    package func value(fromJSON json: JSONValue) throws(ValueProblem) -> Value {
        guard let text = json.string else { throw notDateTime(JSONWriter().text(json)) }
        return try value(fromText: text, locale: nil)
    }

    package func problem(with value: Value) -> ValueProblem? {
        guard case .text(let text) = value, let local = CivilDateTime(text) else {
            return notDateTime(value.plainText)
        }
        if let zone, !zone.shows(local) {
            return ValueProblem(
                .timeDoesNotExist, ["value": local.description, "zone": zone.description],
                kind: .dateTime)
        }
        if let problem = ValueProblem.outside(local, minimum, maximum, .dateTime) { return problem }
        if !allowsSeconds, local.time.seconds % 60 != 0 {
            return ValueProblem(.tooPrecise, ["value": local.description], kind: .time)
        }
        return nil
    }

    private func notDateTime(_ text: String) -> ValueProblem {
        ValueProblem(.notADateTime, ["value": text], kind: .dateTime)
    }
}
