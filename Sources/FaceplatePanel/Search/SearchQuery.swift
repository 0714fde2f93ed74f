import Faceplate

/// What somebody looks for: words that must all be found, and filters that must all hold.
public struct SearchQuery: Sendable, Hashable {
    /// A condition on settings, written with `@`.
    enum Filter: Sendable, Hashable {
        /// Somebody set it.
        case modified
        /// It cannot be changed as things are.
        case locked
        /// It takes effect after a restart.
        case restart
        /// Something is wrong with its value.
        case error
        /// Its key begins with a text.
        case id(String)
        /// It stands on a page, or on one below it.
        case page(String)
    }

    /// The names of all filters, as they are written.
    static let filterNames = ["@modified", "@locked", "@restart", "@error", "@id:", "@page:"]
    private static let mostBytes = 1024
    private static let mostWords = 16

    /// The text as it was typed, without white space around it.
    public let text: String
    let words: [SearchWord]
    let filters: [Filter]
    /// What begins with `@` and is no filter.
    let unknown: [String]
    /// Whether nothing can be so long; it finds nothing then.
    let isTooLong: Bool

    /// Reads a search.
    ///
    /// Over 1,024 bytes or 16 words nothing is found.
    public init(_ text: String) {
        let scalars = text.unicodeScalars
        let isKept = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
        let start = scalars.firstIndex(where: isKept) ?? scalars.endIndex
        let end = scalars.lastIndex(where: isKept).map(scalars.index(after:)) ?? start
        self.text = String(scalars[start..<end])
        guard self.text.utf8.count <= Self.mostBytes else {
            (words, filters, unknown, isTooLong) = ([], [], [], true)
            return
        }
        var words: [SearchWord] = []
        var filters: [Filter] = []
        var unknown: [String] = []
        let parts = self.text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
        for part in parts.map(String.init) {
            if part.utf8.first == UInt8(ascii: "@") {
                if let filter = Filter(part) {
                    if !filters.contains(filter) { filters.append(filter) }
                } else if !unknown.contains(part) {
                    unknown.append(part)
                }
            } else if let word = Self.word(part), !words.contains(word) {
                words.append(word)
            }
        }
        self.words = words
        self.filters = filters
        self.unknown = unknown
        isTooLong = parts.count > Self.mostWords
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { words.isEmpty && filters.isEmpty && !isTooLong }

    /// A word without the quotation marks around it; `nil` where nothing is left.
    private static func word(_ text: String) -> SearchWord? {
        let marks: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»"]
        let inner = text.unicodeScalars.drop(while: marks.contains)
        let last = inner.lastIndex { !marks.contains($0) }
        let kept = last.map { inner[...$0] } ?? inner[..<inner.startIndex]
        let bytes = SearchFolding.folded(String(kept)).filter { $0 != 0x20 }
        return bytes.isEmpty ? nil : SearchWord(bytes)
    }
}

extension SearchQuery.Filter {
    /// Reads `@modified`, `@id:net.` and the others, in any case; `nil` for what is none.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? String(parts[1]) : nil
        switch (parts.first?.lowercased(), value) {
        case ("@modified", nil): self = .modified
        case ("@locked", nil): self = .locked
        case ("@restart", nil): self = .restart
        case ("@error", nil): self = .error
        case ("@id", let prefix?): self = .id(prefix.lowercased())
        case ("@page", let page?): self = .page(page.lowercased())
        default: return nil
        }
    }
}
