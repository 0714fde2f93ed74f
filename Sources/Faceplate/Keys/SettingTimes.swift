public import Foundation

extension Duration: SettingValue {
    /// Reads a duration in seconds.
    public init?(settingValue: Value?) {
        guard let seconds = ExactDecimal(settingValue: settingValue) else { return nil }
        // Whole nanoseconds.
        self.init(seconds, digits: 9)
    }

    /// `nil` for more digits after the point than `most`, and out of range.
    init?(_ seconds: ExactDecimal, digits most: Int) {
        let text = seconds.description
        let parts = text.split(separator: ".")
        let fraction = parts.count > 1 ? parts[1] : ""
        let digits = fraction + String(repeating: "0", count: max(0, 18 - fraction.utf8.count))
        guard fraction.utf8.count <= most, let whole = Int64(parts[0]),
            let attoseconds = Int64(digits)
        else { return nil }
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        self.init(
            secondsComponent: whole, attosecondsComponent: isNegative ? -attoseconds : attoseconds)
    }

    /// The duration in seconds, truncated to nanoseconds.
    public var settingValue: Value? {
        let (seconds, attoseconds) = components
        let nanoseconds = Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
        return ExactDecimal("\(nanoseconds)e-9").map(Value.init)
    }
}

extension EditDuration {
    /// Declares a duration with a default.
    public init(
        _ key: String, default duration: Duration, file: String = #fileID, line: Int = #line
    ) {
        self.init(key, default: duration.settingValue, file: file, line: line)
    }
}

extension CivilDate: SettingValue {
    /// Reads a date.
    public init?(settingValue: Value?) {
        guard case .text(let text) = settingValue else { return nil }
        self.init(text)
    }

    /// Text such as `2026-11-20`.
    public var settingValue: Value? { .text(description) }

    /// Year, month and day, for a calendar.
    public var dateComponents: DateComponents {
        DateComponents(year: year, month: month, day: day)
    }
}

extension ClockTime: SettingValue {
    /// Reads a time of the day.
    public init?(settingValue: Value?) {
        guard case .text(let text) = settingValue else { return nil }
        self.init(text)
    }

    /// Text such as `07:30`.
    public var settingValue: Value? { .text(description) }

    /// Hour, minute and second, for a calendar.
    public var dateComponents: DateComponents {
        DateComponents(hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60)
    }
}

extension CivilDateTime: SettingValue {
    /// Reads a date with a time.
    public init?(settingValue: Value?) {
        guard case .text(let text) = settingValue else { return nil }
        self.init(text)
    }

    /// Text such as `2026-11-20T07:30`.
    public var settingValue: Value? { .text(description) }

    /// Year to second, for a calendar.
    public var dateComponents: DateComponents {
        var components = date.dateComponents
        let clock = time.dateComponents
        (components.hour, components.minute, components.second) =
            (clock.hour, clock.minute, clock.second)
        return components
    }

    /// Returns the moment at which clocks in a time zone show this time; `nil` if they skip it.
    public func date(in zone: TimeZone) -> Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard let date = calendar.date(from: dateComponents) else { return nil }
        let parts: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
        // For a time that the clocks skip, the calendar returns another time.
        return calendar.dateComponents(parts, from: date) == dateComponents ? date : nil
    }
}
