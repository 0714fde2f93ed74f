/// Durations as text for users: `1 hour 30 minutes`.
package struct DurationWords: Sendable {
    private let table: WordTables<ProblemWord>.Table
    private let wanted: LocaleTag

    /// Creates the text of the nearest locale that has a catalog, or of English.
    ///
    /// Numbers are always written as in `wanted`.
    package init(_ wanted: LocaleTag) {
        self.init(wanted, in: ProblemWord.shipped)
    }

    package init(_ wanted: LocaleTag, in tables: WordTables<ProblemWord>) {
        table = tables.table(for: wanted)
        self.wanted = wanted
    }

    /// Returns the plural name of a unit, for a list of units: `minutes`.
    package func name(of unit: DurationUnit) -> String {
        table[unit.words.name].filled(in: table.locale)
    }

    /// Returns an amount with its units, the largest first; an amount out of range only in seconds.
    package func text(seconds: ExactDecimal) -> String {
        guard let amount = try? DurationAmount(seconds, .s) else { return text(seconds, .s) }
        let words = amount.parts.map { text($0.number, $0.unit) }.joined(
            separator: table[.amountJoint].filled(in: table.locale))
        return amount.nanoseconds < 0 ? "-" + words : words
    }

    private func text(_ number: ExactDecimal, _ unit: DurationUnit) -> String {
        table[unit.words.amount].filled(
            ["n": NumberSpelling.shown(number, in: wanted)],
            category: PluralCategory(number, in: table.locale))
    }
}

extension DurationUnit {
    fileprivate var words: (amount: ProblemWord, name: ProblemWord) {
        switch self {
        case .ms: (.amountMilliseconds, .unitMilliseconds)
        case .s: (.amountSeconds, .unitSeconds)
        case .min: (.amountMinutes, .unitMinutes)
        case .h: (.amountHours, .unitHours)
        case .d: (.amountDays, .unitDays)
        case .w: (.amountWeeks, .unitWeeks)
        }
    }
}
