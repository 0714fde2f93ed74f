/// A time of day with a precision of one second: `07:30` or `07:30:15`.
public struct ClockTime: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// Seconds since midnight, 0 to 86,399.
    public let seconds: Int

    /// Creates a time; `nil` outside the day.
    public init?(seconds: Int) {
        guard (0..<86_400).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Creates a time from the numbers of a clock, which go on at midnight: hour 24 is hour 0, and minute 90 is half past
    /// one hour later.
    public init(hour: Int, minute: Int, second: Int = 0) {
        let day = 86_400
        let seconds = hour % 24 * 3600 + minute % 1440 * 60 + second % day
        self.init(verified: (seconds % day + day) % day)
    }

    /// The start of the day, 00:00.
    public static let midnight = ClockTime(verified: 0)

    private init(verified seconds: Int) {
        self.seconds = seconds
    }

    /// Reads `07:30`, `7:30` or `07.30`, also with seconds.
    ///
    /// Fractions of a second must be zero.
    public init?(_ description: String) {
        var digits = DigitReader(description)
        guard let time = ClockTime(reading: &digits), digits.isAtEnd else { return nil }
        self = time
    }

    /// The canonical form, which has seconds only if they are not zero.
    public var description: String {
        let minutes = DigitReader.padded(hour) + ":" + DigitReader.padded(minute)
        return second == 0 ? minutes : minutes + ":" + DigitReader.padded(second)
    }

    /// True when the first time is earlier than the second.
    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    /// The hour, 0 to 23.
    public var hour: Int { seconds / 3600 }
    /// The minute of the hour, 0 to 59.
    public var minute: Int { seconds / 60 % 60 }
    /// The second of the minute, 0 to 59.
    public var second: Int { seconds % 60 }

    init?(reading digits: inout DigitReader) {
        guard let hour = digits.number(of: 2) ?? digits.number(of: 1), digits.skip(":."),
            let minute = digits.number(of: 2)
        else { return nil }
        var second = 0
        if digits.skip(":.") {
            guard let number = digits.number(of: 2) else { return nil }
            second = number
            guard !digits.skip(".,") || digits.prefix(of: "0").count > 0 else { return nil }
        }
        guard hour < 24, minute < 60, second < 60 else { return nil }
        self.init(verified: hour * 3600 + minute * 60 + second)
    }
}
