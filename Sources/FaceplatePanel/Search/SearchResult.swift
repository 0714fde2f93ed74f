public import Faceplate

/// The result of one search, for one viewer.
final class SearchResult: Sendable {
    /// A filter that can be added to a search or removed from it.
    struct Choice: Sendable {
        let filter: SearchQuery.Filter
        let isOn: Bool
        /// The number of rows that match with the filter.
        let count: Int
        /// The text of the search that the choice leads to; empty for no search.
        let text: String
    }

    /// The maximum number of rows on a page.
    static let mostShown = 100
    private static let choices: [(filter: SearchQuery.Filter, name: String)] = [
        (.modified, "@modified"), (.locked, "@locked"), (.restart, "@restart"), (.error, "@error"),
    ]

    let query: SearchQuery
    /// The matching rows, the best first; the page shows the first hundred.
    let matches: [SearchIndex.Match]
    /// The filters that the user can add or remove.
    let choices: [Choice]
    /// The key of the row that the user probably meant; `nil` when something was found.
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
        // When nothing is found, each filter leads to all rows for which it is true.
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

    /// Returns the key of the visible row whose key or title is nearest to the typed text.
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
    /// The name of the query parameter with the search.
    static let parameter = "q"

    /// Returns the text of the search without a filter.
    fileprivate func text(without filter: String) -> String {
        text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
            .filter { $0.lowercased() != filter }.joined(separator: " ")
    }
}

extension SearchIndex {
    /// Returns the keys of the rows that are found, of items and of `select` groups, the best first.
    ///
    /// Rows that rules hide are not found.
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
