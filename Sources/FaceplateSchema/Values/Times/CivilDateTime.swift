/// A day and a time as calendars and clocks show them, without a time zone: `2026-11-20T07:30`.
public struct CivilDateTime: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// The day.
    public let date: CivilDate
    /// The time of the day.
    public let time: ClockTime

    /// Creates a local time.
    public init(_ date: CivilDate, _ time: ClockTime) {
        self.date = date
        self.time = time
    }

    /// Reads `2026-11-20T07:30`, also with a space or a lowercase `t`, and with seconds.
    public init?(_ description: String) {
        guard let (local, offset) = Self.read(description), offset == nil else { return nil }
        self = local
    }

    /// The canonical form, which has seconds only if they are not zero.
    public var description: String { "\(date)T\(time)" }

    /// True when the first time is earlier than the second, in the same time zone.
    public static func < (left: Self, right: Self) -> Bool {
        (left.date, left.time) < (right.date, right.time)
    }

    /// The offset is in seconds; it has the form `Z`, `+01:00`, `+0100` or `+01`.
    package static func read(_ text: String) -> (local: CivilDateTime, offset: Int?)? {
        let bytes = text.utf8
        guard let separator = bytes.firstIndex(where: { "Tt ".utf8.contains($0) }),
            let date = CivilDate(String(text[..<separator]))
        else { return nil }
        var digits = DigitReader(text[bytes.index(after: separator)...])
        guard let time = ClockTime(reading: &digits) else { return nil }
        let local = CivilDateTime(date, time)
        if digits.isAtEnd { return (local, nil) }
        guard let offset = offset(&digits), digits.isAtEnd else { return nil }
        return (local, offset)
    }

    private static func offset(_ digits: inout DigitReader) -> Int? {
        if digits.skip("Zz") { return 0 }
        let isNegative = digits.skip("-")
        guard isNegative || digits.skip("+"), let hours = digits.number(of: 2) else { return nil }
        var minutes: Int? = 0
        if !digits.isAtEnd {
            _ = digits.skip(":")
            minutes = digits.number(of: 2)
        }
        guard let minutes, hours < 24, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
    }
}

// MARK: - Counting seconds

extension CivilDateTime {
    /// The number of seconds since 1970-01-01T00:00 in the same time zone.
    package var secondsSince1970: Int { date.daysSince1970 * 86_400 + time.seconds }

    /// `nil` outside the years 1 to 9999.
    package init?(secondsSince1970 seconds: Int) {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
        guard let date = CivilDate(daysSince1970: days),
            let time = ClockTime(seconds: seconds - days * 86_400)
        else { return nil }
        self.init(date, time)
    }
}
