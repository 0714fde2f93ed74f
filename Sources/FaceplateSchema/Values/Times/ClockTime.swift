/// A time of the day to the second: `07:30`, or `07:30:15`.
public struct ClockTime: Sendable, Hashable, Comparable, LosslessStringConvertible {
    /// Seconds since midnight, 0 to 86,399.
    public let seconds: Int

    /// Makes a time; `nil` outside the day.
    public init?(seconds: Int) {
        guard (0..<86_400).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Midnight, when the day begins.
    public static let midnight = ClockTime(verified: 0)

    private init(verified seconds: Int) {
        self.seconds = seconds
    }

    /// Reads `07:30`, `7:30`, `07.30`, and each with seconds.
    ///
    /// Fractions of seconds must be zero.
    public init?(_ description: String) {
        var digits = DigitReader(description)
        guard let time = ClockTime(reading: &digits), digits.isAtEnd else { return nil }
        self = time
    }

    /// The canonical form: seconds only where they are not zero.
    public var description: String {
        let minutes = DigitReader.padded(hour) + ":" + DigitReader.padded(minute)
        return second == 0 ? minutes : minutes + ":" + DigitReader.padded(second)
    }

    /// Whether the first comes before the second.
    public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }

    var hour: Int { seconds / 3600 }
    var minute: Int { seconds / 60 % 60 }
    var second: Int { seconds % 60 }

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
