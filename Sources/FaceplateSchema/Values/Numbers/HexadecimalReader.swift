import FaceplateAddress

/// Reads an integer whose display format is hexadecimal: `0x1F`, `1F` or `-1f`.
///
/// A field of the page shows hexadecimal digits, so digits alone are hexadecimal there. A program writes the number
/// itself, so without a locale digits alone are decimal: `10` is ten, and `0x10` is sixteen.
struct HexadecimalReader {
    let number: ExactDecimal?

    init(_ text: String, locale: LocaleTag?, unit: String?) {
        let written = NumberSpelling.trimmed(text)
        let text = locale == nil ? written : NumberSpelling.plainDigits(written)
        guard locale != nil else {
            number =
                text.allSatisfy { "+-0123456789.".contains($0) }
                ? ExactDecimal(text) : Self.number(text)
            return
        }
        let unit = unit ?? ""
        number =
            Self.number(text)
            ?? (unit.isEmpty || !text.hasSuffix(unit)
                ? nil : Self.number(NumberSpelling.trimmed(String(text.dropLast(unit.count)))))
    }

    private static func number(_ text: String) -> ExactDecimal? {
        var digits = text.replacing("\u{2212}", with: "-")[...]
        let isNegative = digits.hasPrefix("-")
        if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
        if digits.lowercased().hasPrefix("0x") { digits = digits.dropFirst(2) }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.hexadecimalValue != nil }) else {
            return nil
        }
        let sign = isNegative ? "-" : ""
        // A number of more than 64 bits is rejected for its size, and not as text.
        return Int64(sign + digits, radix: 16).map { ExactDecimal($0) }
            ?? ExactDecimal(sign + "1e30")
    }
}
