/// A unit of durations, named as in schemas.
public enum DurationUnit: String, Sendable, Hashable, CaseIterable {
    case ms, s, min, h, d, w

    /// Creates a unit from one of its names, in any case; `nil` for other text.
    ///
    /// Months and years are not units, because their lengths differ.
    public init?(spelling: String) {
        switch spelling.lowercased() {
        case "ms", "msec", "msecs", "millisecond", "milliseconds": self = .ms
        case "s", "sec", "secs", "second", "seconds": self = .s
        case "m", "min", "mins", "minute", "minutes": self = .min
        case "h", "hr", "hrs", "hour", "hours": self = .h
        case "d", "day", "days": self = .d
        case "w", "wk", "wks", "week", "weeks": self = .w
        default: return nil
        }
    }

    /// The symbol used in `1h30m`.
    var symbol: String { self == .min ? "m" : rawValue }

    /// The length of the unit in nanoseconds.
    var nanoseconds: Int128 {
        switch self {
        case .ms: 1_000_000
        case .s: 1_000_000_000
        case .min: 60_000_000_000
        case .h: 3_600_000_000_000
        case .d: 86_400_000_000_000
        case .w: 604_800_000_000_000
        }
    }
}
