/// Sizes as text for users: `512 MiB`.
package struct SizeWords: Sendable {
    private let table: WordTables<ProblemWord>.Table
    private let wanted: LocaleTag

    /// Creates the text of the nearest locale that has a catalog, or of English.
    ///
    /// Numbers are always written as in `wanted`.
    package init(_ wanted: LocaleTag, in tables: WordTables<ProblemWord> = ProblemWord.shipped) {
        table = tables.table(for: wanted)
        self.wanted = wanted
    }

    /// Returns the name of the standard unit of the same size, for a list of units; or else the name of the unit.
    package func name(of unit: SizeUnit) -> String {
        unit.bytes == 1
            ? table[.unitBytes].filled(in: table.locale) : symbol(of: unit) ?? unit.name
    }

    /// Returns the name of the unit with a name in a problem.
    func name(of unit: String) -> String {
        unit == SizeUnit.byte.name ? name(of: .byte) : unit
    }

    package func text(_ amount: SizeAmount) -> String { text(amount.number, amount.unit) }

    func text(_ number: ExactDecimal, _ unit: SizeUnit) -> String {
        let shown = NumberSpelling.shown(number, in: wanted)
        guard unit.bytes == 1 else {
            return table[.amountSize].filled(
                ["n": shown, "unit": symbol(of: unit) ?? unit.name], in: table.locale)
        }
        return table[.bytes].filled(
            ["max": shown], category: PluralCategory(number, in: table.locale))
    }

    /// Returns a number of bytes in the largest unit that gives an integer.
    package func text(bytes: Int64, in units: [SizeUnit] = SizeUnit.all) -> String {
        SizeAmount(bytes: bytes, in: units).map(text) ?? String(bytes)
    }

    private func symbol(of unit: SizeUnit) -> String? {
        let names = table[.sizeUnits].filled(in: table.locale).split(separator: " ")
        let standard = SizeUnit.decimal + SizeUnit.binary
        return zip(standard, names).first { $0.0.bytes == unit.bytes }.map { String($0.1) }
    }

    /// The number of names in the word for units.
    static let unitCount = SizeUnit.all.count - 1
}
