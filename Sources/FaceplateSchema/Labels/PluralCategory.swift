/// The plural categories of numbers (Unicode CLDR, cardinal plural rules).
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other

    package init(_ number: Int, in locale: LocaleTag) {
        self.init(
            PluralNumber(whole: UInt64(number.magnitude), hasFraction: false), locale.language)
    }

    /// Many languages have a different category for fractions.
    ///
    /// Languages without a rule here follow English.
    package init(_ number: ExactDecimal, in locale: LocaleTag) {
        let text = number.description.drop { $0 == "-" }
        let whole = text.prefix { $0 != "." && $0 != "e" && $0 != "E" }
        // The last digits of a number are enough to choose the category.
        let digits = whole.utf8.count > 18 ? whole.suffix(12) : whole
        self.init(
            PluralNumber(whole: UInt64(digits) ?? 0, hasFraction: number.integer == nil),
            locale.language)
    }

    private init(_ number: PluralNumber, _ language: String) {
        switch language {
        case "ja", "zh", "ko", "th", "vi", "id", "ms", "lo", "my", "km", "yue": self = .other
        case "fr", "es", "it", "pt", "ca": self = Self.romance(number, language)
        case "hi", "bn", "fa", "gu", "kn", "mr", "am", "zu":
            self = number.whole == 0 || number == 1 ? .one : .other
        case "ar", "he": self = Self.semitic(number, language)
        case "ru", "uk", "be", "hr", "sr", "bs", "pl": self = Self.slavic(number, language)
        case "cs", "sk", "sl": self = Self.west(number, language)
        case "lt", "lv": self = Self.baltic(number, language)
        case "ro":
            self =
                number == 1
                ? .one
                : number.hasFraction || number == 0 || (1...19).contains(number.whole % 100)
                    ? .few : .other
        case "ga", "cy": self = Self.celtic(number, language)
        default: self = number == 1 ? .one : .other
        }
    }

    private static func romance(_ number: PluralNumber, _ language: String) -> PluralCategory {
        if language == "fr" || language == "pt" {
            if number.whole < 2 { return .one }
        } else if number == 1 {
            return .one
        }
        let isRound = number.whole != 0 && number.whole % 1_000_000 == 0
        return isRound && !number.hasFraction ? .many : .other
    }

    private static func semitic(_ number: PluralNumber, _ language: String) -> PluralCategory {
        if number.hasFraction { return .other }
        switch (language, number.whole, number.whole % 100) {
        case (_, 1, _): return .one
        case (_, 2, _): return .two
        case ("ar", 0, _): return .zero
        case ("ar", _, 3...10): return .few
        case ("ar", _, 11...99): return .many
        default: return .other
        }
    }

    private static func slavic(_ number: PluralNumber, _ language: String) -> PluralCategory {
        if number.hasFraction { return .other }
        let hasMany = !["hr", "sr", "bs"].contains(language)
        let (last, pair) = (number.whole % 10, number.whole % 100)
        if language == "pl" ? number == 1 : last == 1 && pair != 11 { return .one }
        if (2...4).contains(last), !(12...14).contains(pair) { return .few }
        return hasMany ? .many : .other
    }

    private static func west(_ number: PluralNumber, _ language: String) -> PluralCategory {
        guard language == "sl" else {
            if number.hasFraction { return .many }
            return number == 1 ? .one : (2...4).contains(number.whole) ? .few : .other
        }
        if number.hasFraction { return .few }
        switch number.whole % 100 {
        case 1: return .one
        case 2: return .two
        case 3, 4: return .few
        default: return .other
        }
    }

    private static func baltic(_ number: PluralNumber, _ language: String) -> PluralCategory {
        let (last, pair) = (number.whole % 10, number.whole % 100)
        if language == "lv" {
            if number.hasFraction { return .other }
            if last == 0 || (11...19).contains(pair) { return .zero }
            return last == 1 ? .one : .other
        }
        if number.hasFraction { return .many }
        if (11...19).contains(pair) || last == 0 { return .other }
        return last == 1 ? .one : .few
    }

    private static func celtic(_ number: PluralNumber, _ language: String) -> PluralCategory {
        if number.hasFraction { return .other }
        switch (language, number.whole) {
        case ("cy", 0): return .zero
        case (_, 1): return .one
        case (_, 2): return .two
        case ("ga", 3...6), ("cy", 3): return .few
        case ("ga", 7...10), ("cy", 6): return .many
        default: return .other
        }
    }
}

private struct PluralNumber {
    let whole: UInt64
    let hasFraction: Bool

    static func == (number: PluralNumber, whole: UInt64) -> Bool {
        !number.hasFraction && number.whole == whole
    }
}
