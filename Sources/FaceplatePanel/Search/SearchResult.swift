public import Faceplate

final class SearchResult: Sendable {
    struct Choice: Sendable {
        let filter: SearchQuery.Filter
        let isOn: Bool
        let count: Int
        /// Of the search that the choice leads to; empty for no search.
        let text: String
    }

    static let mostShown = 100
    private static let mostHidden = 10
    private static let mostNearest = 3
    static let choices: [(filter: SearchQuery.Filter, name: String)] = [
        (.modified, "@modified"), (.locked, "@locked"), (.restart, "@restart"), (.error, "@error"),
    ]

    let query: SearchQuery
    private let finding: SearchIndex.Finding
    var matches: [SearchIndex.Match] { finding.matches }
    let hidden: [SearchIndex.Row]
    let choices: [Choice]
    /// The rows that the user probably meant; empty when something was found.
    let nearest: [String]
    /// The terms that were searched in place of those with a typing error; `nil` if none has one.
    let taken: String?

    var count: Int { matches.count }
    var isPartial: Bool { finding.isPartial && count > 0 }
    var marked: [SearchWord] { query.words + finding.slips.values }

    init(
        _ query: SearchQuery, in index: SearchIndex, _ snapshot: Snapshot, locale: LocaleTag,
        words: LabelResolver?, values: SearchValues
    ) {
        self.query = query
        let state = SearchFilterState(snapshot)
        func find(_ isShown: Bool) -> SearchIndex.Finding {
            query.isTooLong || query.isEmpty
                ? SearchIndex.Finding()
                : index.find(
                    query.words, locale: locale, values: { values[$0] },
                    keeps: { state.isVisible($0) == isShown })
        }
        let all = find(true)
        var finding = all
        finding.matches = all.matches.filter { match in
            query.filters.allSatisfy { state.holds($0, for: match.row) }
        }
        self.finding = finding
        choices = Self.choices(query, all.matches, finding.matches.count, state)
        let others = query.words.isEmpty ? SearchIndex.Finding() : find(false)
        // A row that lacks some of the terms, or has a similar one, is worth a line only if there is nothing better.
        let isBetter = finding.matches.isEmpty || !others.isPartial && others.slips.isEmpty
        hidden =
            isBetter
            ? others.matches.lazy.map(\.row).filter { row in
                query.filters.allSatisfy { state.holds($0, for: row) }
            }.prefix(Self.mostHidden).map(\.self) : []
        nearest =
            finding.matches.isEmpty && hidden.isEmpty
            ? Self.nearest(query, index, state, words) : []
        taken = finding.matches.first.flatMap {
            Self.taken(finding.slips, query, index.schema.items[$0.row.key], $0.row.key, words)
        }
    }

    /// Without terms, those that are true for any row.
    private static func choices(
        _ query: SearchQuery, _ all: [SearchIndex.Match], _ found: Int, _ state: SearchFilterState
    ) -> [Choice] {
        choices.compactMap { filter, name in
            let isOn = query.filters.contains(filter)
            let filters = query.filters + [filter]
            let count =
                isOn
                ? found
                : all.count { match in filters.allSatisfy { state.holds($0, for: match.row) } }
            guard isOn || count > 0 else { return nil }
            return Choice(
                filter: filter, isOn: isOn, count: count,
                text: isOn ? query.text(without: name) : query.text + " " + name)
        }
    }

    private static func nearest(
        _ query: SearchQuery, _ index: SearchIndex, _ state: SearchFilterState,
        _ words: LabelResolver?
    ) -> [String] {
        guard !query.isTooLong, query.text.utf8.count <= 64 else { return [] }
        var keys: [String: String] = [:]
        for row in index.rows where state.isVisible(row) {
            let title = words?.title(of: row.key).text ?? ""
            for name in [row.key, title] + title.split(separator: " ").map(String.init)
            where keys[name] == nil {
                keys[name] = row.key
            }
        }
        var nearest: [String] = []
        for name in NearestWord.all(near: query.text, among: keys.keys) {
            guard let key = keys[name], !nearest.contains(key) else { continue }
            nearest.append(key)
            if nearest.count == mostNearest { break }
        }
        return nearest
    }

    private static func taken(
        _ slips: [SearchWord: SearchWord], _ query: SearchQuery, _ item: Schema.Item?,
        _ key: String, _ labels: LabelResolver?
    ) -> String? {
        guard !slips.isEmpty else { return nil }
        let texts =
            [labels?.title(of: key).text, labels?.synonyms(of: key)?.text]
            + [item.flatMap { labels?.help(of: $0)?.text }]
        let written = texts.compactMap(\.self)
            .flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
        let parts = query.text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        return parts.map(String.init).map { part in
            guard let word = SearchQuery.word(part), let known = slips[word] else { return part }
            let name = written.first { SearchFolding.folded(String($0)) == known.bytes }
            guard let name else { return String(decoding: known.bytes, as: UTF8.self) }
            return part == part.lowercased() ? name.lowercased() : String(name)
        }.joined(separator: " ")
    }
}

extension SearchQuery {
    static let parameter = "q"

    fileprivate func text(without filter: String) -> String {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
            .filter { $0.lowercased() != filter }.joined(separator: " ")
    }
}

extension SearchIndex {
    /// Returns the keys of the rows that are found, of items and of `select` groups, the best first.
    ///
    /// When no row has all terms of the search, those with some of them are found. Rows that rules hide are not found.
    ///
    /// - Parameters:
    ///   - snapshot: The settings to search; their schema must be the one of the index.
    ///   - locale: The language whose texts rank before those of other languages; `nil` for English.
    public func keys(
        _ query: SearchQuery, in snapshot: Snapshot, locale: LocaleTag? = nil
    ) -> [String] {
        SearchResult(
            query, in: self, snapshot, locale: locale ?? .english, words: nil,
            values: SearchValues(snapshot) { _, _ in nil }
        ).matches.map(\.row.key)
    }

    /// Returns an English sentence for each part of a search that begins with `@` but is not a filter.
    ///
    /// The search ignores these parts. Each sentence lists the filters.
    public func problems(_ query: SearchQuery) -> [String] {
        query.unknown.map { word in
            "unknown filter '\(word)'. Possible are "
                + SearchQuery.filterNames.joined(separator: ", ") + "."
        }
    }
}
