import Faceplate

/// A search: terms, of which some match if no setting has all of them, and filters that must all be true.
public struct SearchQuery: Sendable, Hashable {
    enum Filter: Sendable, Hashable {
        /// A stored value that equals the default does not count.
        case modified
        case locked
        /// The program still uses another value than the stored one.
        case restart
        case error
        /// The key of the setting begins with this text.
        case id(String)
        case temporary
        /// The setting is on this page, or on a page below it.
        case page(String)
    }

    static let filterNames = [
        "@modified", "@locked", "@restart", "@error", "@temporary", "@id:", "@page:",
    ]
    private static let mostBytes = 1024
    private static let mostWords = 16

    /// The text as typed, without surrounding white space.
    public let text: String
    let words: [SearchWord]
    let filters: [Filter]
    /// The parts that begin with `@` but are not a filter.
    let unknown: [String]
    /// It then finds nothing.
    let isTooLong: Bool

    /// Reads a search.
    ///
    /// A search over 1,024 bytes, or with more than 16 parts, finds nothing.
    public init(_ text: String) {
        let scalars = text.unicodeScalars
        let isVisible = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
        let start = scalars.firstIndex(where: isVisible) ?? scalars.endIndex
        let end = scalars.lastIndex(where: isVisible).map(scalars.index(after:)) ?? start
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

    var isEmpty: Bool { words.isEmpty && filters.isEmpty && !isTooLong }

    static func word(_ text: String) -> SearchWord? {
        let marks: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»"]
        let inner = text.unicodeScalars.drop(while: marks.contains)
        let last = inner.lastIndex { !marks.contains($0) }
        let phrase = last.map { inner[...$0] } ?? inner[..<inner.startIndex]
        let bytes = SearchFolding.folded(String(phrase)).filter { $0 != 0x20 }
        return bytes.isEmpty ? nil : SearchWord(bytes)
    }
}

extension SearchQuery.Filter {
    /// In any letter case.
    init?(_ text: String) {
        let (name, value) = text.halves(at: ":")
        switch (name.lowercased(), value) {
        case ("@modified", nil): self = .modified
        case ("@locked", nil): self = .locked
        case ("@restart", nil): self = .restart
        case ("@error", nil): self = .error
        case ("@temporary", nil): self = .temporary
        case ("@id", let prefix?): self = .id(prefix.lowercased())
        case ("@page", let page?): self = .page(page.lowercased())
        default: return nil
        }
    }
}
