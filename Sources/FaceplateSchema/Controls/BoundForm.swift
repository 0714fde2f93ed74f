enum BoundForm: Sendable {
    case integer, number, date, time, dateTime, duration, size

    var words: String {
        switch self {
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a date like '2026-11-20'"
        case .time: "a time like '07:30'"
        case .dateTime: "a date with a time like '2026-11-20T07:30'"
        case .duration: "a number of seconds, or a length of time like '1h30m'"
        case .size: "a number of bytes, or a size like '512 MiB'"
        }
    }

    var schema: JSONValue {
        switch self {
        case .integer: ["type": "integer"]
        case .number: ["type": "number"]
        case .date: ["$ref": "#/$defs/date"]
        case .time: ["$ref": "#/$defs/time"]
        case .dateTime: ["$ref": "#/$defs/dateTime"]
        case .duration: ["$ref": "#/$defs/duration"]
        case .size: ["$ref": "#/$defs/size"]
        }
    }

    func isMet(by json: JSONValue) -> Bool {
        switch self {
        case .integer: json.number?.integer != nil
        case .number: Self.number(json) != nil
        case .date: json.string.flatMap(CivilDate.init) != nil
        case .time: json.string.flatMap(ClockTime.init) != nil
        case .dateTime: json.string.flatMap(CivilDateTime.init) != nil
        case .duration: (try? DurationRules().value(fromJSON: json)) != nil
        case .size: EditSizeControl.bytes(json) != nil
        }
    }

    /// Returns true if the minimum is greater than the maximum, and no value is in the range.
    func isCrossed(_ minimum: JSONValue, _ maximum: JSONValue) -> Bool {
        func isCrossed<Bound: Comparable>(_ read: (JSONValue) -> Bound?) -> Bool {
            guard let least = read(minimum), let greatest = read(maximum) else { return false }
            return least > greatest
        }
        return switch self {
        case .integer, .number: isCrossed(Self.number)
        case .date: isCrossed { $0.string.flatMap(CivilDate.init) }
        // A range of times can cross midnight: from 22:00 to 06:00.
        case .time: false
        case .dateTime: isCrossed { $0.string.flatMap(CivilDateTime.init) }
        case .duration: isCrossed(TimeAttributes.seconds)
        case .size: isCrossed(EditSizeControl.bytes)
        }
    }

    private static func number(_ json: JSONValue) -> ExactDecimal? {
        json.number.flatMap { ExactDecimal($0.text) }
    }
}

enum DisplayFormat: Sendable {
    /// In the form of `printf`.
    case number
    /// In the letters of Unicode, for a date, a time, or both.
    case date, time, dateTime
}
