/// A duration in integer nanoseconds, from -10¹⁵ to 10¹⁵ seconds.
struct DurationAmount: Sendable, Hashable {
    static let mostSeconds: Int64 = 1_000_000_000_000_000
    private static let most = Int128(mostSeconds) * 1_000_000_000

    private(set) var nanoseconds: Int128

    static let zero = DurationAmount(verified: 0)

    private init(verified nanoseconds: Int128) {
        self.nanoseconds = nanoseconds
    }

    init(_ number: ExactDecimal, _ unit: DurationUnit) throws(AmountFailure) {
        nanoseconds = try number.amount(of: unit.nanoseconds, most: Self.most)
    }

    /// Adds another amount of the same sign.
    mutating func add(_ other: DurationAmount) throws(AmountFailure) {
        nanoseconds += other.nanoseconds
        guard nanoseconds >= -Self.most else { throw .tooSmall }
        guard nanoseconds <= Self.most else { throw .tooLarge }
    }

    var negated: DurationAmount { DurationAmount(verified: -nanoseconds) }

    var seconds: ExactDecimal { Self.decimal(nanoseconds, in: .s) }

    /// In the largest unit that gives an integer, or else in seconds; `unit` is that of zero.
    func part(zero unit: DurationUnit) -> (number: ExactDecimal, unit: DurationUnit) {
        guard nanoseconds != 0 else { return (.zero, unit) }
        let whole = DurationUnit.allCases.last { nanoseconds % $0.nanoseconds == 0 }
        return (Self.decimal(nanoseconds, in: whole ?? .s), whole ?? .s)
    }

    /// The amount in several units, the largest first, without the sign.
    ///
    /// The units are weeks if the amount is an integer number of weeks, otherwise days, hours,
    /// minutes, and seconds with a fraction. A rest of less than a second is in milliseconds if it
    /// is an integer number of them.
    var parts: [(number: ExactDecimal, unit: DurationUnit)] {
        var rest = nanoseconds < 0 ? -nanoseconds : nanoseconds
        if rest == 0 { return [(.zero, .s)] }
        if rest % DurationUnit.w.nanoseconds == 0 { return [(Self.decimal(rest, in: .w), .w)] }
        var parts: [(number: ExactDecimal, unit: DurationUnit)] = []
        for unit in [DurationUnit.d, .h, .min] where rest >= unit.nanoseconds {
            let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.nanoseconds)
            parts.append((Self.decimal(count * unit.nanoseconds, in: unit), unit))
            rest = remainder
        }
        guard rest > 0 else { return parts }
        let isMilliseconds =
            rest < DurationUnit.s.nanoseconds && rest % DurationUnit.ms.nanoseconds == 0
        let unit: DurationUnit = isMilliseconds ? .ms : .s
        return parts + [(Self.decimal(rest, in: unit), unit)]
    }

    /// Exact for seconds, and for units that divide the amount evenly.
    private static func decimal(_ nanoseconds: Int128, in unit: DurationUnit) -> ExactDecimal {
        if unit == .s { return ExactDecimal("\(nanoseconds)e-9") ?? .zero }
        return ExactDecimal(String(nanoseconds / unit.nanoseconds)) ?? .zero
    }
}

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

    var symbol: String { self == .min ? "m" : rawValue }

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
