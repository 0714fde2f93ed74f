public import Faceplate
import FaceplateHTML

/// An index of all searchable text of a panel, in all of its languages.
///
/// It is built once for a schema and its labels, and can be searched from any thread. It contains no values of
/// settings, and so no secrets. Settings that are not on the page (`itemHidden`) have no row in it, and a setting with
/// several places has one row.
public final class SearchIndex: Sendable {
    /// In the order of decreasing weight.
    enum Field: Int, Sendable {
        case label, name, option, help, place
    }

    private struct Text: Sendable {
        let range: Range<Int>
        let field: Field
        /// One bit for each language; the last bit represents all further languages.
        var locales: UInt64
    }

    /// An item, a `select` group, or a group that has only text.
    struct Row: Sendable {
        let key: String
        let group: Schema.ItemGroup
        let setting: Schema.Setting?
        fileprivate let texts: Range<Int>
    }

    let rows: [Row]
    let schema: Schema
    private let locales: [LocaleTag]
    private let bytes: [UInt8]
    private let texts: [Text]
    private let vocabulary = Locked<SearchVocabulary?>(nil)

    /// Reads the labels of all languages.
    ///
    /// - Parameter labels: The labels of all languages, from a snapshot.
    public init(schema: Schema, labels: LabelCatalog) {
        let locales = schema.locales(with: labels)
        var builder = Builder()
        let resolvers = locales.map {
            LabelResolver(schema: schema, catalog: labels, locale: $0)
        }
        let others = resolvers.map { Self.otherTitles(schema, $0) }
        for group in schema.groups {
            let isSilent =
                group.items.isEmpty && !resolvers.contains { $0.isWordsAlone(group) }
            for (key, items) in isSilent ? [] : Self.rows(of: group) {
                builder.begin()
                for (place, words) in resolvers.enumerated() {
                    builder.locale = 1 << UInt64(min(place, 63))
                    Self.collect(key, items, group, words, schema, into: &builder)
                    for title in others[place][key] ?? [] { builder.add(.name, title) }
                }
                builder.end(key, group, schema.settings[key])
            }
        }
        self.schema = schema
        self.locales = locales
        rows = builder.rows
        texts = builder.texts
        bytes = builder.bytes
    }

    /// The row of a `select` group has several items, one for each option; a group that has only text has a row without
    /// items.
    private static func rows(of group: Schema.ItemGroup) -> [(key: String, items: [Schema.Item])] {
        guard !group.entries.isEmpty else { return [(group.key, [])] }
        var rows: [(key: String, items: [Schema.Item])] = []
        for item in group.items where !item.isHidden {
            guard item.control == .select else {
                rows.append((item.key, [item]))
                continue
            }
            if let index = rows.firstIndex(where: { $0.key == group.key }) {
                rows[index].items.append(item)
            } else {
                rows.append((group.key, [item]))
            }
        }
        return rows
    }

    private static func otherTitles(
        _ schema: Schema, _ words: LabelResolver
    ) -> [String: [String]] {
        var titles: [String: [String]] = [:]
        for group in schema.groups {
            for (place, title) in zip(group.secondPlaces, words.secondPlaces(of: group)) {
                if let title { titles[place.key, default: []].append(title.text) }
            }
        }
        return titles
    }

    /// The number of settings that can be found.
    ///
    /// It includes settings that rules hide at the moment, but not those with `itemHidden`.
    package var settingCount: Int { rows.count { $0.setting != nil } }
}

// MARK: - Searching

extension SearchIndex {
    struct Match: Sendable {
        let row: Row
        /// Smaller is better.
        let cost: Int

        fileprivate func adding(_ more: Int?) -> Match? {
            more.map { Match(row: row, cost: cost + $0) }
        }
    }

    /// Before the filters.
    struct Finding: Sendable {
        /// The best first, and equally good ones in the order of the pages.
        var matches: [Match] = []
        /// True when no row has all terms; these have some of them.
        var isPartial = false
        /// The known terms that were taken for terms with a typing error.
        var slips: [SearchWord: SearchWord] = [:]
    }

    private static let foreignCost = 100
    private static let typoCost = 1000

    private static let missingCost = 100_000

    /// The rows that contain every term; when there are none, those that contain some, with the most terms first.
    ///
    /// Texts of `locale` rank before those of other languages.
    func find(
        _ words: [SearchWord], locale: LocaleTag, values: (Schema.Setting) -> [[UInt8]],
        keeps: (Row) -> Bool
    ) -> Finding {
        let place = locales.firstIndex(of: locale).map { UInt64(1) << UInt64(min($0, 63)) } ?? 0
        let all = rows.filter(keeps).map { Match(row: $0, cost: 0) }
        var slips: [SearchWord: [Int: SearchWord]] = [:]
        var finding = Finding(matches: all)
        for word in words where !finding.matches.isEmpty {
            finding.matches = having(word, finding.matches, place, values, &slips)
        }
        if finding.matches.isEmpty, words.count > 1 {
            slips = [:]
            var costs: [String: Int] = [:]
            for match in words.flatMap({ having($0, all, place, values, &slips) }) {
                costs[match.row.key, default: words.count * Self.missingCost] +=
                    match.cost - Self.missingCost
            }
            finding.matches = all.compactMap { $0.adding(costs[$0.row.key]) }
            finding.isPartial = !finding.matches.isEmpty
        }
        // The offset preserves the order of equal costs, which `sorted` does not guarantee.
        finding.matches = finding.matches.enumerated().sorted {
            ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset)
        }.map(\.element)
        for (word, similar) in slips {
            let best = finding.matches.lazy.compactMap { match in
                match.row.texts.lazy.compactMap { similar[$0] }.first
            }.first
            finding.slips[word] = best
        }
        return finding
    }

    /// In another language or with a typing error if no other way leads to a row.
    private func having(
        _ word: SearchWord, _ matches: [Match], _ place: UInt64,
        _ values: (Schema.Setting) -> [[UInt8]], _ slips: inout [SearchWord: [Int: SearchWord]]
    ) -> [Match] {
        let costs = matches.map { cost(of: word, in: $0.row, place, values) }
        var found = zip(matches, costs).compactMap { $0.adding($1.strict) }
        if found.isEmpty { found = zip(matches, costs).compactMap { $0.adding($1.loose) } }
        guard found.isEmpty else { return found }
        let similar = similar(to: word)
        guard !similar.isEmpty else { return [] }
        slips[word] = similar
        return matches.compactMap { $0.adding(cost(of: similar, in: $0.row, place)) }
    }

    /// In texts of other languages, `strict` counts only a match of a whole word, because the beginning of a foreign
    /// word can be a different word of the reader's language; `loose` also counts a match of a part.
    private func cost(
        of word: SearchWord, in row: Row, _ locale: UInt64,
        _ values: (Schema.Setting) -> [[UInt8]]
    ) -> (strict: Int?, loose: Int?) {
        var strict: Int?
        var loose: Int?
        for text in texts[row.texts] {
            guard let place = word.place(in: bytes, text.range) else { continue }
            guard locale != 0, text.locales & locale == 0 else {
                strict = Self.least(strict, Self.cost(text.field, place))
                continue
            }
            let cost = Self.cost(text.field, place) + Self.foreignCost
            loose = Self.least(loose, cost)
            if word.place(in: bytes, text.range, isWhole: true) != nil {
                strict = Self.least(strict, cost)
            }
        }
        if let setting = row.setting {
            for value in values(setting) {
                guard let place = word.place(in: value, 0..<value.count) else { continue }
                strict = Self.least(strict, Self.cost(.option, place))
            }
        }
        return (strict, loose.map { Self.least(strict, $0) } ?? strict)
    }

    private func cost(of similar: [Int: SearchWord], in row: Row, _ locale: UInt64) -> Int? {
        row.texts.lazy.filter { similar[$0] != nil }.map { [self] index in
            let text = texts[index]
            let isForeign = locale != 0 && text.locales & locale == 0
            return Self.cost(text.field, .wordStart) + Self.typoCost
                + (isForeign ? Self.foreignCost : 0)
        }.min()
    }

    private static func least(_ left: Int?, _ right: Int) -> Int { min(left ?? right, right) }

    private static func cost(_ field: Field, _ place: SearchWord.Place) -> Int {
        field.rawValue * 6 + place.rawValue * 2
    }

    private func similar(to word: SearchWord) -> [Int: SearchWord] {
        vocabulary.withLock { vocabulary in
            let known = vocabulary ?? SearchVocabulary(bytes, texts.map(\.range))
            vocabulary = known
            return known.similar(to: word)
        }
    }
}

// MARK: - Building

extension SearchIndex {
    private struct Builder {
        var rows: [Row] = []
        var texts: [Text] = []
        var bytes: [UInt8] = []
        var locale: UInt64 = 0
        private var known: [Known: Int] = [:]
        private var first = 0

        private struct Known: Hashable {
            let field: Field
            let text: String
        }

        mutating func begin() {
            known.removeAll(keepingCapacity: true)
            first = texts.count
        }

        mutating func end(_ key: String, _ group: Schema.ItemGroup, _ setting: Schema.Setting?) {
            rows.append(
                Row(key: key, group: group, setting: setting, texts: first..<texts.count))
        }

        mutating func add(_ field: Field, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            let name = Known(field: field, text: text)
            if let index = known[name] {
                texts[index].locales |= locale
                return
            }
            known[name] = texts.count
            let start = bytes.count
            bytes += SearchFolding.folded(text)
            texts.append(Text(range: start..<bytes.count, field: field, locales: locale))
        }
    }

    private static func collect(
        _ key: String, _ items: [Schema.Item], _ group: Schema.ItemGroup, _ words: LabelResolver,
        _ schema: Schema, into texts: inout Builder
    ) {
        if !items.isEmpty || words.showsTitle(of: group) {
            texts.add(.label, words.title(of: key).text)
        }
        texts.add(.name, key)
        for former in schema.settings[key]?.renamedFrom ?? [] { texts.add(.name, former) }
        texts.add(.name, words.synonyms(of: key)?.text)
        for item in items {
            if item.key != key {
                texts.add(.option, words.title(of: item).text)
                texts.add(.name, item.key)
                texts.add(.name, words.synonyms(of: item.key)?.text)
            }
            collect(item, words, into: &texts)
            for cell in item.cells {
                if cell.key != item.key { texts.add(.option, words.title(of: cell).text) }
                collect(cell, words, into: &texts)
            }
        }
        if items.count > 1 || items.first?.key != key {
            texts.add(.help, words.header(of: group)?.text)
            texts.add(.help, words.footer(of: group)?.text)
        }
        if words.showsTitle(of: group) { texts.add(.place, words.title(of: group).text) }
        for page in group.pagePath { texts.add(.place, words.title(of: page).text) }
    }

    private static func collect(
        _ item: Schema.Item, _ words: LabelResolver, into texts: inout Builder
    ) {
        for option in item.options {
            texts.add(.option, words.title(of: option, in: item).text)
            texts.add(.option, words.shortTitle(of: option, in: item).text)
            texts.add(.option, option.value.plainText)
            texts.add(.help, words.help(of: option, in: item)?.text)
        }
        for state in item.states {
            texts.add(.option, words.title(of: item, state: state.name).text)
        }
        texts.add(.option, item.shownValue?.plainText)
        texts.add(.help, words.help(of: item)?.text)
        texts.add(.help, words.unit(of: item)?.text)
        texts.add(.help, words.placeholder(of: item)?.text)
        texts.add(.help, words.problem(of: item)?.text)
        let subtitle = words.subtitle(of: item)?.text
        texts.add(
            item.control == .info ? .option : .help,
            item.control == .html ? subtitle.map { RichText($0).plainText } : subtitle)
    }
}
