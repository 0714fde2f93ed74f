/// A length of a style: a number from 0 to 1000 and its unit.
public struct StyleLength: Sendable, Hashable, CustomStringConvertible {
    /// The unit of a length.
    enum Unit: String, CaseIterable {
        case px, rem, em
    }

    private static let greatest = ExactDecimal(1_000)
    private static let longestText = 16

    let number: ExactDecimal
    let unit: Unit

    /// Reads `10px`, `0.5rem` or `1em`, or `0`; `nil` for any other text.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        let digits = text.utf8.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard let number = ExactDecimal(String(Substring(digits))), number <= Self.greatest else {
            return nil
        }
        let ending = String(Substring(text.utf8.dropFirst(digits.count))).lowercased()
        guard let unit = ending.isEmpty && number == ExactDecimal(0) ? .px : Unit(rawValue: ending)
        else { return nil }
        self.number = number
        self.unit = unit
    }

    /// Creates a length in CSS pixels; `nil` if the number is out of range.
    init?(pixels number: JSONNumber) {
        guard number.text.utf8.count <= Self.longestText, let value = ExactDecimal(number.text),
            !value.isNegative, value <= Self.greatest
        else { return nil }
        self.number = value
        unit = .px
    }

    /// The length in CSS notation.
    public var description: String { "\(number)\(unit.rawValue)" }
}
