/// The posted parts of a list (`[0]`, `[1][host]`), applied to the current list.
///
/// Parts that are not posted are unchanged. A position after the end appends an element; appended
/// elements follow in the order of their positions, without gaps. Elements that become blank are
/// dropped. If a part is posted twice, the later text is used. All values are strings here; the
/// rules read them.
package struct DraftList: Sendable {
    /// Strings by position and by column; the column of a plain element is `nil`.
    private var texts: [Int: [String?: String]] = [:]

    /// Creates a draft from the parts in the order posted.
    ///
    /// - Throws: `.unknownPart` for a part that is neither a position nor a column of a position.
    package init(_ posted: [(parts: [BracketName.Part], text: String)]) throws(ValueProblem) {
        for (parts, text) in posted {
            switch (parts.first, parts.dropFirst().first, parts.count) {
            case (.index(let index), nil, 1): texts[index, default: [:]][nil] = text
            case (.index(let index), .name(let column), 2):
                texts[index, default: [:]][column] = text
            default: throw Self.unknown(parts)
            }
        }
    }

    /// Returns the texts of the elements, for `ListRules.value(fromElements:locale:)`.
    ///
    /// - Parameter locale: The locale of the numbers in the list and in the posted texts.
    /// - Throws: `.unknownPart` for a column, because these elements have none.
    package func elements(
        over current: [Value], rules: ListRules, locale: LocaleTag?
    ) throws(ValueProblem) -> [String] {
        try Self.check(texts) { $0 == nil }
        let old = current.map { rules.element.fieldText(of: $0, locale: locale) }
        var elements: [String] = []
        for (index, text) in old.enumerated() {
            let new = texts[index]?[nil] ?? text
            // Elements that were blank before are not dropped.
            if !TextLines.isBlank(new) || new == text { elements.append(new) }
        }
        return elements
            + Self.appended(texts, behind: old.count).compactMap { $0[nil] }
            .filter { !TextLines.isBlank($0) }
    }

    /// Returns the texts of the cells in each row, for `TableRules.value(fromRows:locale:)`.
    ///
    /// An appended row also counts as blank if its cells contain only defaults: a switch in the
    /// empty row of the form sends a value even if the user did not touch it.
    ///
    /// - Parameter locale: The locale of the numbers in the list and in the posted texts.
    /// - Throws: `.unknownPart` for a part that is not one of the columns.
    package func rows(
        over current: [Value], rules: TableRules, locale: LocaleTag?
    ) throws(ValueProblem) -> [[String: String]] {
        let columns = Set(rules.columns.map(\.key))
        let texts = texts.mapValues { cells in
            // A page that was opened before a column was renamed sends the former key.
            let named = Self.named(cells)
            return Dictionary(
                cells.map { name, text in
                    (name.map { rules.currentKey(of: $0, among: named) }, text)
                }, uniquingKeysWith: { first, _ in first })
        }
        try Self.check(texts) { $0.map(columns.contains) ?? false }
        var rows: [[String: String]] = []
        for (index, row) in current.enumerated() {
            let old = cells(of: row, rules, locale)
            let new = old.merging(texts[index].map(Self.named) ?? [:]) { $1 }
            if !new.values.allSatisfy(TextLines.isBlank) || new == old { rows.append(new) }
        }
        let defaults = rules.columns.reduce(into: [:]) { $0[$1.key] = $1 }
        let more = Self.appended(texts, behind: current.count).map { Self.named($0) }.filter {
            cells in
            !cells.allSatisfy { name, text in
                TextLines.isBlank(text) || Self.isDefault(text, of: defaults[name], locale)
            }
        }
        return rows + more
    }

    private func cells(
        of row: Value, _ rules: TableRules, _ locale: LocaleTag?
    ) -> [String: String] {
        guard case .record(let record) = row else { return [:] }
        return rules.columns.reduce(into: [:]) { cells, column in
            cells[column.key] = record[column.key].map {
                column.rules.fieldText(of: $0, locale: locale)
            }
        }
    }

    private static func isDefault(
        _ text: String, of column: TableRules.Column?, _ locale: LocaleTag?
    ) -> Bool {
        guard let column, let value = column.defaultValue else { return false }
        return (try? column.rules.value(fromText: text, locale: locale)) == value
    }

    private static func named(_ texts: [String?: String]) -> [String: String] {
        texts.reduce(into: [:]) { named, text in
            if let name = text.key { named[name] = text.value }
        }
    }

    private static func appended(
        _ texts: [Int: [String?: String]], behind count: Int
    ) -> [[String?: String]] {
        texts.filter { $0.key >= count }.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func check(
        _ texts: [Int: [String?: String]], _ isExpected: (String?) -> Bool
    ) throws(ValueProblem) {
        for (index, texts) in texts.sorted(by: { $0.key < $1.key }) {
            for name in texts.keys.sorted(by: { $0 ?? "" < $1 ?? "" }) where !isExpected(name) {
                throw Self.unknown([.index(index)] + (name.map { [.name($0)] } ?? []))
            }
        }
    }

    static func unknown(_ parts: [BracketName.Part]) -> ValueProblem {
        ValueProblem(.unknownPart, ["part": BracketName("", parts: parts).description])
    }
}
