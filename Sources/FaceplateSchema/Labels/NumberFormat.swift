/// A display format for a number: a safe subset of printf formats, such as `%.1f kg`.
///
/// A format has one of the conversions `%d %i %u %f %e %g %x %X %o %s %@`, with the flags `- + 0 '`
/// and space, a width and a precision up to 99. It can contain other text, and `%%` is a percent
/// sign. Numbers are rounded exactly, halves to the even digit. `'` groups digits with the
/// separators of the locale.
package struct NumberFormat: Sendable, Hashable {
    private let format: String
    private var prefix = ""
    private var suffix = ""
    private var flags: Set<Unicode.Scalar> = []
    private var width = 0
    private var precision: Int?
    private var conversion: Unicode.Scalar = "d"

    /// - Throws: ``FormatError`` for any other conversion, and unless there is exactly one.
    package init(_ format: String) throws(FormatError) {
        self.format = format
        var scalars = format.unicodeScalars[...]
        var conversions = 0
        var literal = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            if scalar != "%" {
                literal.append(scalar)
            } else if scalars.first == "%" {
                scalars.removeFirst()
                literal.append("%")
            } else {
                conversions += 1
                guard conversions == 1 else {
                    throw FormatError("a second conversion in '\(format)'. One is possible.")
                }
                prefix = String(literal)
                literal = String.UnicodeScalarView()
                try readConversion(&scalars)
            }
        }
        guard conversions == 1 else {
            throw FormatError("no conversion in '\(format)'. Write one, such as '%d' or '%.2f'.")
        }
        suffix = String(literal)
    }

    private mutating func readConversion(
        _ scalars: inout Substring.UnicodeScalarView
    ) throws(FormatError) {
        let start = scalars
        while let flag = scalars.first, "-+0 '".unicodeScalars.contains(flag) {
            flags.insert(flag)
            scalars.removeFirst()
        }
        width = try readCount(&scalars)
        if scalars.first == "." {
            scalars.removeFirst()
            precision = try readCount(&scalars)
        }
        // Size modifiers of C types are ignored.
        while let modifier = scalars.first, "hlqjzt".unicodeScalars.contains(modifier) {
            scalars.removeFirst()
        }
        guard let next = scalars.popFirst(), "diufegxXos@".unicodeScalars.contains(next) else {
            let found = String(start.prefix(start.count - scalars.count))
            throw FormatError(
                "unknown conversion '%\(found)' in '\(format)'."
                    + " Possible are %d %i %u %f %e %g %x %X %o %s %@, and %% for a percent sign.")
        }
        conversion = next
    }

    private func readCount(
        _ scalars: inout Substring.UnicodeScalarView
    ) throws(FormatError) -> Int {
        let digits = scalars.prefix { ("0"..."9").contains($0) }
        scalars = scalars.dropFirst(digits.count)
        if digits.isEmpty { return 0 }
        guard let count = Int(String(digits)), count <= 99 else {
            throw FormatError("'\(String(digits))' in '\(format)' is too wide. 99 is the most.")
        }
        return count
    }

    /// The text around the number, such as `%` or `kg`, for a field whose number can be edited; empty for none.
    package var symbol: String {
        (prefix + suffix).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

// MARK: - Writing

extension NumberFormat {
    /// Returns a value as text for users; its plain text if the conversion does not fit the value.
    package func text(of value: Value, in locale: LocaleTag?) -> String {
        let isText = conversion == "s" || conversion == "@"
        guard let number = value.number else {
            return isText ? prefix + padded(sign: "", value.plainText) + suffix : value.plainText
        }
        guard isHexadecimal else { return prefix + text(of: number, in: locale) + suffix }
        return prefix.dropLast(mark.count) + marked(text(of: number, in: nil)) + suffix
    }

    package var isHexadecimal: Bool { conversion == "x" || conversion == "X" }

    /// The `0x` in front of a hexadecimal number; empty without it.
    private var mark: String {
        isHexadecimal && prefix.lowercased().hasSuffix("0x") ? String(prefix.suffix(2)) : ""
    }

    /// Returns a number as users type it, without the text and the spaces around it: `0x1F` or `1F`.
    func typedText(of number: ExactDecimal) -> String {
        marked(String(text(of: number, in: nil).filter { $0 != " " }))
    }

    /// The sign is in front of the `0x`.
    private func marked(_ digits: String) -> String {
        digits.hasPrefix("-") ? "-" + mark + digits.dropFirst() : mark + digits
    }

    private func text(of number: ExactDecimal, in locale: LocaleTag?) -> String {
        let magnitude = number.magnitude
        let (digits, isZero) = digits(of: magnitude)
        let isNegative = number.isNegative && !isZero
        let sign = isNegative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : ""
        guard let locale, !isHexadecimal, conversion != "o" else {
            return padded(sign: sign, digits)
        }
        let spelling = NumberSpelling(locale)
        let local = spelling.shown(digits, groups: flags.contains("'"), fewest: 4)
        return padded(sign: sign, local, zero: spelling.shown("0", groups: false))
    }

    private func padded(sign: String, _ digits: String, zero: String = "0") -> String {
        let missing = width - sign.unicodeScalars.count - digits.unicodeScalars.count
        guard missing > 0 else { return sign + digits }
        let spaces = String(repeating: " ", count: missing)
        if flags.contains("-") { return sign + digits + spaces }
        guard flags.contains("0"), conversion != "s", conversion != "@" else {
            return spaces + sign + digits
        }
        return sign + String(repeating: zero, count: missing) + digits
    }

    private func digits(of number: ExactDecimal) -> (text: String, isZero: Bool) {
        switch conversion {
        case "f":
            let rounded = number.rounded(toFractionDigits: precision ?? 6)
            return (rounded.fixed(fractionDigits: precision ?? 6), rounded == .zero)
        case "e":
            let rounded = number.rounded(toDigits: (precision ?? 6) + 1)
            return (rounded.scientific(fractionDigits: precision ?? 6), rounded == .zero)
        case "g": return (general(number), number == .zero)
        case "s", "@": return (number.description, number == .zero)
        default:
            let rounded = number.rounded(toFractionDigits: 0)
            let radix = isHexadecimal ? 16 : conversion == "o" ? 8 : 10
            let text =
                radix == 10
                ? rounded.fixed(fractionDigits: 0)
                : rounded.integer.map {
                    String($0, radix: radix, uppercase: conversion == "X")
                } ?? rounded.description
            let missing = max(0, (precision ?? 1) - text.utf8.count)
            return (String(repeating: "0", count: missing) + text, rounded == .zero)
        }
    }

    private func general(_ number: ExactDecimal) -> String {
        let most = max(1, precision ?? 6)
        let rounded = number.rounded(toDigits: most)
        let power = rounded.power
        guard power < -4 || power >= most else { return rounded.description }
        return rounded.scientific(fractionDigits: max(0, rounded.digits.count - 1))
    }
}

extension ExactDecimal {
    var magnitude: ExactDecimal {
        ExactDecimal(digits: digits, exponent: exponent, isNegative: false) ?? self
    }

    fileprivate var power: Int { digits.isEmpty ? 0 : digits.count + exponent - 1 }

    fileprivate func rounded(toDigits count: Int) -> ExactDecimal {
        rounded(toFractionDigits: count - 1 - power)
    }

    /// Numbers whose canonical form has an exponent are unchanged.
    fileprivate func fixed(fractionDigits count: Int) -> String {
        let description = description
        guard !description.contains("e") else { return description }
        let parts = description.split(separator: ".")
        let whole = parts.first.map(String.init) ?? "0"
        guard count > 0 else { return whole }
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return whole + "." + fraction
            + String(repeating: "0", count: max(0, count - fraction.utf8.count))
    }

    fileprivate func scientific(fractionDigits count: Int) -> String {
        let text = digits.isEmpty ? "0" : digits.map { String($0) }.joined()
        let missing = max(0, count + 1 - text.utf8.count)
        let fraction = text.dropFirst() + String(repeating: "0", count: missing)
        let exponent = DigitReader.padded(abs(power))
        return text.prefix(1) + (fraction.isEmpty ? "" : "." + fraction)
            + (power < 0 ? "e-" : "e+") + exponent
    }
}
