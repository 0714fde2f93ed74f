/// A decimal number that is stored exactly, without binary rounding.
///
/// A number has at most 200 significant digits and an exponent from -10,000 to 10,000. Other
/// numbers are rejected, so that a short text cannot produce a very long one.
public struct ExactDecimal: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Significant digits without leading or trailing zeros; empty for zero.
    let digits: [UInt8]
    /// The power of ten of the last digit.
    let exponent: Int
    let isNegative: Bool

    private static let maximumDigits = 200
    private static let maximumExponent = 10_000

    /// Reads `-12.50`, `+3`, `.5` or `12e-1`; `nil` for other text and for numbers out of range.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        var negative = false
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            negative = first == UInt8(ascii: "-")
            bytes = bytes.dropFirst()
        }
        var digits: [UInt8] = []
        var exponent = 0
        var sawDigit = false
        var sawPoint = false
        while let byte = bytes.first {
            if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
                sawDigit = true
                digits.append(byte - UInt8(ascii: "0"))
                if sawPoint { exponent -= 1 }
            } else if byte == UInt8(ascii: ".") && !sawPoint {
                sawPoint = true
            } else {
                break
            }
            bytes = bytes.dropFirst()
        }
        guard sawDigit else { return nil }
        if let byte = bytes.first {
            guard byte | 0x20 == UInt8(ascii: "e"),
                let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)),
                (-Self.maximumExponent...Self.maximumExponent).contains(power)
            else { return nil }
            exponent += power
        }
        self.init(digits: digits, exponent: exponent, isNegative: negative)
    }

    /// Creates an integer.
    public init(_ value: Int64) {
        let digits = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
        (self.digits, exponent) = Self.trimmed(digits, exponent: 0)
        isNegative = value < 0
    }

    init?(digits: [UInt8], exponent: Int, isNegative: Bool) {
        let (digits, exponent) = Self.trimmed(digits, exponent: exponent)
        guard digits.count <= Self.maximumDigits, abs(exponent) <= Self.maximumExponent else {
            return nil
        }
        self.digits = digits
        self.exponent = exponent
        self.isNegative = isNegative && !digits.isEmpty
    }

    private static func trimmed(_ digits: [UInt8], exponent: Int) -> ([UInt8], Int) {
        var trimmed = digits.drop { $0 == 0 }
        var exponent = exponent
        while trimmed.last == 0 {
            trimmed.removeLast()
            exponent += 1
        }
        return (Array(trimmed), trimmed.isEmpty ? 0 : exponent)
    }

    /// The number as a 64-bit integer; `nil` if it has a fraction or is out of range.
    public var integer: Int64? {
        guard exponent >= 0, digits.count + exponent <= 19 else { return nil }
        return Int64(description)
    }

    /// The canonical form.
    ///
    /// Plain digits with a `.` before the fraction, and `0` for zero. Numbers that would need more
    /// than 40 extra zeros are written with an exponent.
    public var description: String {
        guard !digits.isEmpty else { return "0" }
        let sign = isNegative ? "-" : ""
        let text = String(decoding: digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        if exponent >= 0 {
            guard exponent <= 40 else { return "\(sign)\(text)e\(exponent)" }
            return sign + text + String(repeating: "0", count: exponent)
        }
        let whole = digits.count + exponent
        guard whole >= -40 else { return "\(sign)\(text)e\(exponent)" }
        if whole <= 0 {
            return sign + "0." + String(repeating: "0", count: -whole) + text
        }
        return sign + text.prefix(whole) + "." + text.dropFirst(whole)
    }

    /// True when the first number is less than the second.
    public static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? right.isMagnitudeLess(than: left) : left.isMagnitudeLess(than: right)
    }

    private func isMagnitudeLess(than other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        let (mine, others) = (digits.count + exponent, other.digits.count + other.exponent)
        return mine == others ? digits.lexicographicallyPrecedes(other.digits) : mine < others
    }
}
