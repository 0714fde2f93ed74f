/// Durations as text for users: `1 hour 30 minutes`.
public struct DurationWords: Sendable {
    private struct Table {
        let locale: LocaleTag
        let amounts: [DurationUnit: Phrase]
        let names: [DurationUnit: String]
        /// The text between the parts of an amount.
        let joint: String
    }

    private static let tables: [Table] =
        [
            ("en", english, englishNames, " "), ("fr", french, frenchNames, " "),
            ("de", german, germanNames, " "), ("ar", arabic, arabicNames, " و"),
            ("ja", japanese, japaneseNames, ""),
        ].compactMap { name, amounts, names, joint in
            LocaleTag(name).map { Table(locale: $0, amounts: amounts, names: names, joint: joint) }
        }
        + PseudoLocale.allCases.map { pseudo in
            Table(
                locale: pseudo.tag,
                amounts: english.mapValues { $0.transformed(by: pseudo) },
                names: englishNames.mapValues(pseudo.text), joint: " ")
        }

    private let table: Table?
    private let wanted: LocaleTag

    /// Creates the text of the nearest locale that has a table, or of English.
    ///
    /// Numbers are always written as in `wanted`.
    public init(_ wanted: LocaleTag) {
        let found = LocaleMatching.lookUp(wanted, among: Self.tables.map(\.locale)) ?? .english
        table = Self.tables.first { $0.locale == found }
        self.wanted = wanted
    }

    /// Returns the plural name of a unit, for a list of units: `minutes`.
    public func name(of unit: DurationUnit) -> String {
        table?.names[unit] ?? unit.rawValue
    }

    /// Returns an amount with its units, the largest first; an amount out of range only in seconds.
    public func text(seconds: ExactDecimal) -> String {
        guard let amount = try? DurationAmount(seconds, .s) else { return text(seconds, .s) }
        let words = amount.parts.map { text($0.number, $0.unit) }.joined(
            separator: table?.joint ?? " ")
        return amount.nanoseconds < 0 ? "-" + words : words
    }

    private func text(_ number: ExactDecimal, _ unit: DurationUnit) -> String {
        let shown = NumberSpelling.shown(number, in: wanted)
        guard let table, let phrase = table.amounts[unit] else { return shown + unit.symbol }
        return phrase.filled(
            ["n": shown], count: Self.count(number, in: table.locale), in: table.locale)
    }

    /// Returns the integer that chooses the plural form of a number; `nil` for the general form.
    private static func count(_ number: ExactDecimal, in locale: LocaleTag) -> Int? {
        if let integer = number.integer { return Int(exactly: integer) }
        // French uses the singular below two: "1,5 seconde".
        return locale.language == "fr" && number < ExactDecimal(2) ? 1 : nil
    }
}

// MARK: - Tables

extension DurationWords {
    private static let english: [DurationUnit: Phrase] = [
        .ms: [.one: "{n} millisecond", .other: "{n} milliseconds"],
        .s: [.one: "{n} second", .other: "{n} seconds"],
        .min: [.one: "{n} minute", .other: "{n} minutes"],
        .h: [.one: "{n} hour", .other: "{n} hours"],
        .d: [.one: "{n} day", .other: "{n} days"],
        .w: [.one: "{n} week", .other: "{n} weeks"],
    ]

    private static let englishNames: [DurationUnit: String] = [
        .ms: "milliseconds", .s: "seconds", .min: "minutes", .h: "hours", .d: "days", .w: "weeks",
    ]

    private static let french: [DurationUnit: Phrase] = [
        .ms: [.one: "{n} milliseconde", .other: "{n} millisecondes"],
        .s: [.one: "{n} seconde", .other: "{n} secondes"],
        .min: [.one: "{n} minute", .other: "{n} minutes"],
        .h: [.one: "{n} heure", .other: "{n} heures"],
        .d: [.one: "{n} jour", .other: "{n} jours"],
        .w: [.one: "{n} semaine", .other: "{n} semaines"],
    ]

    private static let frenchNames: [DurationUnit: String] = [
        .ms: "millisecondes", .s: "secondes", .min: "minutes", .h: "heures", .d: "jours",
        .w: "semaines",
    ]

    private static let german: [DurationUnit: Phrase] = [
        .ms: [.one: "{n} Millisekunde", .other: "{n} Millisekunden"],
        .s: [.one: "{n} Sekunde", .other: "{n} Sekunden"],
        .min: [.one: "{n} Minute", .other: "{n} Minuten"],
        .h: [.one: "{n} Stunde", .other: "{n} Stunden"],
        .d: [.one: "{n} Tag", .other: "{n} Tage"],
        .w: [.one: "{n} Woche", .other: "{n} Wochen"],
    ]

    private static let germanNames: [DurationUnit: String] = [
        .ms: "Millisekunden", .s: "Sekunden", .min: "Minuten", .h: "Stunden", .d: "Tage",
        .w: "Wochen",
    ]

    private static let arabic: [DurationUnit: Phrase] = [
        .ms: [
            .one: "مللي ثانية واحدة", .two: "مللي ثانيتان", .few: "{n} مللي ثوانٍ",
            .other: "{n} مللي ثانية",
        ],
        .s: [
            .one: "ثانية واحدة", .two: "ثانيتان", .few: "{n} ثوانٍ", .other: "{n} ثانية",
        ],
        .min: [
            .one: "دقيقة واحدة", .two: "دقيقتان", .few: "{n} دقائق", .other: "{n} دقيقة",
        ],
        .h: [
            .one: "ساعة واحدة", .two: "ساعتان", .few: "{n} ساعات", .other: "{n} ساعة",
        ],
        .d: [
            .one: "يوم واحد", .two: "يومان", .few: "{n} أيام", .many: "{n} يومًا",
            .other: "{n} يوم",
        ],
        .w: [
            .one: "أسبوع واحد", .two: "أسبوعان", .few: "{n} أسابيع", .many: "{n} أسبوعًا",
            .other: "{n} أسبوع",
        ],
    ]

    private static let arabicNames: [DurationUnit: String] = [
        .ms: "مللي ثانية", .s: "ثوانٍ", .min: "دقائق", .h: "ساعات", .d: "أيام", .w: "أسابيع",
    ]

    private static let japanese: [DurationUnit: Phrase] = [
        .ms: "{n}ミリ秒", .s: "{n}秒", .min: "{n}分", .h: "{n}時間", .d: "{n}日", .w: "{n}週間",
    ]

    private static let japaneseNames: [DurationUnit: String] = [
        .ms: "ミリ秒", .s: "秒", .min: "分", .h: "時間", .d: "日", .w: "週間",
    ]
}
