public import Faceplate

/// What one search has found, for one reader.
final class SearchResult: Sendable {
    /// A filter that can be put to a search or taken from it.
    struct Choice: Sendable {
        let filter: SearchQuery.Filter
        let isOn: Bool
        /// How much is found with it.
        let count: Int
        /// The search that it leads to; empty for none.
        let text: String
    }

    /// How many rows a page shows.
    static let mostShown = 100
    private static let choices: [(filter: SearchQuery.Filter, name: String)] = [
        (.modified, "@modified"), (.locked, "@locked"), (.restart, "@restart"), (.error, "@error"),
    ]

    let query: SearchQuery
    /// The rows, the best first; the page shows the first hundred.
    let matches: [SearchIndex.Match]
    /// The filters that lead on from here.
    let choices: [Choice]
    /// Where nothing was found: the key of what was probably meant.
    let nearest: String?

    var count: Int { matches.count }

    init(
        _ query: SearchQuery, in index: SearchIndex, _ snapshot: Snapshot, locale: LocaleTag,
        words: LabelResolver?, values: SearchValues
    ) {
        self.query = query
        let state = SearchFilterState(snapshot)
        let all: [SearchIndex.Match] =
            query.isTooLong
            ? []
            : index.matches(
                query.words, locale: locale, values: { values[$0] }, keeps: state.isVisible)
        func filtered(_ matches: [SearchIndex.Match], _ filters: [SearchQuery.Filter]) -> Int {
            matches.count { match in filters.allSatisfy { state.holds($0, for: match.row) } }
        }
        let found =
            query.isEmpty
            ? []
            : all.filter { match in
                query.filters.allSatisfy { state.holds($0, for: match.row) }
            }
        matches = found
        // Where nothing is found the filters lead to all that they hold for.
        let isBare = found.isEmpty
        let base =
            isBare && !(query.words.isEmpty && !query.isTooLong)
            ? index.matches([], locale: locale, values: { _ in [] }, keeps: state.isVisible) : all
        choices = Self.choices.compactMap { filter, name in
            let isOn = query.filters.contains(filter)
            let count =
                isOn && !isBare
                ? found.count : filtered(base, isBare ? [filter] : query.filters + [filter])
            guard isOn && !isBare || count > 0 else { return nil }
            let text =
                isBare ? name : isOn ? query.text(without: name) : query.text + " " + name
            return Choice(filter: filter, isOn: isOn && !isBare, count: count, text: text)
        }
        nearest = found.isEmpty ? Self.nearest(query, index, state, words) : nil
    }

    /// The key of the visible row whose key or title is nearest to what was typed.
    private static func nearest(
        _ query: SearchQuery, _ index: SearchIndex, _ state: SearchFilterState,
        _ words: LabelResolver?
    ) -> String? {
        guard !query.isTooLong, query.text.utf8.count <= 64 else { return nil }
        var keys: [String: String] = [:]
        for row in index.rows where state.isVisible(row) {
            if let title = words?.title(of: row.key).text { keys[title] = row.key }
            keys[row.key] = row.key
        }
        return NearestWord.to(query.text, among: keys.keys).flatMap { keys[$0] }
    }
}

extension SearchQuery {
    /// The name of the field that holds it.
    static let parameter = "q"

    /// The search without a filter.
    fileprivate func text(without filter: String) -> String {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
            .filter { $0.lowercased() != filter }.joined(separator: " ")
    }
}

extension SearchIndex {
    /// The keys of the rows that are found, the best first: of items and of `select` groups.
    ///
    /// What rules hide is not found.
    ///
    /// - Parameters:
    ///   - snapshot: the values; its schema must be the one of the index.
    ///   - locale: whose words come before those of the others.
    public func keys(
        _ query: SearchQuery, in snapshot: Snapshot, locale: LocaleTag? = nil
    ) -> [String] {
        SearchResult(
            query, in: self, snapshot, locale: locale ?? .english, words: nil,
            values: SearchValues(snapshot) { _, _ in nil }
        ).matches.map(\.row.key)
    }

    /// What begins with `@` in a search and is no filter, each told in an English sentence.
    public func problems(_ query: SearchQuery) -> [String] {
        query.unknown.map { word in
            "unknown filter '\(word)'. Possible are "
                + SearchQuery.filterNames.joined(separator: ", ") + "."
        }
    }
}
