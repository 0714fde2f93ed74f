import Foundation

/// The written form of numbers in a locale: digits, decimal separator and grouping.
///
/// Reading accepts digits of any script, the decimal separator of the locale, and groups of three
/// digits separated by the separator of the locale, a space or an apostrophe. It also accepts the
/// canonical form if it cannot be a grouped number: if `.` groups digits, `1.500` is 1500 and
/// `1.25` is one and a quarter.
package struct NumberSpelling: Sendable {
    private let zero: Unicode.Scalar
    private let shownDecimal: Unicode.Scalar
    private let shownGrouping: Unicode.Scalar
    private let fieldDecimal: Unicode.Scalar
    private let fieldGrouping: Unicode.Scalar

    package init(_ locale: LocaleTag) {
        self = Self.known[locale] { NumberSpelling(asking: Locale(identifier: $0.description)) }
    }

    private static let known = LocaleTable<NumberSpelling>()

    private init(asking locale: Locale) {
        var parts = Locale.Components(locale: locale)
        parts.numberingSystem = Locale.NumberingSystem("latn")
        let latin = Locale(components: parts)
        zero = Self.visible(0.formatted(.number.locale(locale))) ?? "0"
        shownDecimal = Self.visible(locale.decimalSeparator) ?? "."
        shownGrouping = Self.visible(locale.groupingSeparator) ?? ","
        fieldDecimal = Self.visible(latin.decimalSeparator) ?? "."
        fieldGrouping = Self.visible(latin.groupingSeparator) ?? ","
    }

    private static func visible(_ text: String?) -> Unicode.Scalar? {
        text?.unicodeScalars.first { !isDirectionMark($0) }
    }
}

// MARK: - Reading

extension NumberSpelling {
    /// Reads a number with surrounding white space; `nil` if the text is not a number.
    ///
    /// - Parameters:
    ///   - locale: The locale of the number; `nil` to accept only the canonical form.
    ///   - unit: The unit that can follow the number, if `locale` is not `nil`.
    ///   - isPlain: True to try the canonical form first, so that `1.125` is not read as 1125.
    package static func number(
        in text: String, locale: LocaleTag?, unit: String? = nil, isPlain: Bool = false
    ) -> ExactDecimal? {
        let text = trimmed(text)
        guard let locale else { return ExactDecimal(text) }
        if isPlain, let number = ExactDecimal(text) { return number }
        let spelling = NumberSpelling(locale)
        if let number = spelling.number(text) { return number }
        guard let unit, !unit.isEmpty, text.utf8.reversed().starts(with: unit.utf8.reversed())
        else { return nil }
        let rest = text.unicodeScalars.dropLast(unit.unicodeScalars.count)
        return spelling.number(trimmed(String(rest)))
    }

    static func trimmed(_ text: String) -> String {
        TextLines.trimmed(text) { $0.properties.isWhitespace || isDirectionMark($0) }
    }

    /// Returns the text with decimal digits of any script as ASCII, and without direction marks.
    static func plainDigits(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isDirectionMark(scalar) {
            scalars.append(digit(scalar).map { Unicode.Scalar(UInt8(ascii: "0") + $0) } ?? scalar)
        }
        return String(scalars)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.isASCII {
            return ("0"..."9").contains(scalar) ? UInt8(scalar.value) - UInt8(ascii: "0") : nil
        }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { UInt8($0) }
    }

    private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x061C, 0x2066...0x2069: true
        default: false
        }
    }

    private func number(_ text: String) -> ExactDecimal? {
        var scalars = Array(Self.plainDigits(text).unicodeScalars)[...]
        var sign = ""
        if let first = scalars.first, ["-", "+", "\u{2212}"].contains(first) {
            sign = first == "+" ? "" : "-"
            scalars.removeFirst()
        }
        let mantissa = scalars.prefix { $0 != "e" && $0 != "E" }
        let power = String(scalars: scalars.dropFirst(mantissa.count))
        guard let digits = spelled(mantissa) ?? canonical(mantissa) else { return nil }
        return ExactDecimal(sign + digits + power)
    }

    private func spelled(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
        let decimals: Set = [shownDecimal, fieldDecimal]
        let parts = scalars.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: decimals.contains)
        guard let whole = parts.first.flatMap(ungrouped) else { return nil }
        guard parts.count > 1 else { return whole }
        return parts[1].allSatisfy(Self.isDigit) ? whole + "." + String(scalars: parts[1]) : nil
    }

    private func canonical(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
        scalars.allSatisfy { Self.isDigit($0) || $0 == "." } ? String(scalars: scalars) : nil
    }

    /// `nil` unless all groups after the first have three digits.
    private func ungrouped(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
        guard let separator = scalars.first(where: { !Self.isDigit($0) }) else {
            return String(scalars: scalars)
        }
        guard separators.contains(separator), scalars.first != "0" else { return nil }
        let groups = scalars.split(separator: separator, omittingEmptySubsequences: false)
        let areWhole =
            groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
        guard areWhole, groups.joined().allSatisfy(Self.isDigit) else { return nil }
        return String(scalars: groups.joined())
    }

    private var separators: Set<Unicode.Scalar> {
        let all: Set = [
            " ", "\u{A0}", "\u{202F}", "\u{2009}", "'", "\u{2019}", shownGrouping, fieldGrouping,
        ]
        return all.subtracting([shownDecimal, fieldDecimal])
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }
}

// MARK: - Writing

extension NumberSpelling {
    /// Returns a number for users: digits of the locale, grouped if the integer part has six or
    /// more, so that ports and years have no groups.
    package static func shown(_ number: ExactDecimal, in locale: LocaleTag?) -> String {
        guard let locale else { return number.description }
        return NumberSpelling(locale).shown(number.description, groups: true)
    }

    /// Returns a number for a form field: ASCII digits without groups, which can be read back.
    package static func fieldText(_ number: ExactDecimal, in locale: LocaleTag?) -> String {
        guard let locale else { return number.description }
        let decimal = NumberSpelling(locale).fieldDecimal
        return String(scalars: number.description.unicodeScalars.map { $0 == "." ? decimal : $0 })
    }

    /// - Parameter fewest: The smallest number of digits before the decimal separator to group.
    func shown(_ canonical: String, groups: Bool, fewest: Int = 6) -> String {
        let scalars = Array(canonical.unicodeScalars)
        let start = scalars.firstIndex(where: Self.isDigit) ?? 0
        let whole = scalars[start...].prefix(while: Self.isDigit)
        let isGrouped = groups && whole.count >= fewest
        var shown: [Unicode.Scalar] = []
        for (index, scalar) in scalars.enumerated() {
            let left = whole.endIndex - index
            if isGrouped, index > start, left > 0, left % 3 == 0 { shown.append(shownGrouping) }
            shown.append(scalar == "." ? shownDecimal : local(scalar))
        }
        return String(scalars: shown)
    }

    func localDigits(_ text: String) -> String {
        zero == "0" ? text : String(scalars: text.unicodeScalars.map(local))
    }

    private func local(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard Self.isDigit(scalar) else { return scalar }
        return Unicode.Scalar(zero.value + scalar.value - UInt32(UInt8(ascii: "0"))) ?? scalar
    }
}
