package protocol WordName: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var folder: String { get }
    static var shipped: WordTables<Self> { get }

    func fault(in text: String) -> String?
}

extension WordName {
    package func fault(in text: String) -> String? { nil }
}

/// A catalog is read when its language is first used.
package final class WordTables<Word: WordName>: Sendable {
    package struct Table: Sendable {
        package let locale: LocaleTag
        fileprivate let phrases: [Word: Phrase]

        /// The name itself if no catalog has it.
        package subscript(word: Word) -> Phrase {
            phrases[word] ?? Phrase(stringLiteral: word.rawValue)
        }
    }

    /// The languages of the program are first.
    package let locales: [LocaleTag]
    private let shipped: [LocaleTag: @Sendable () -> [UInt8]]
    private let added: [LocaleTag: [Word: Phrase]]
    private let tables = LocaleTable<Table>()

    package init(shipped catalogs: KeyValuePairs<String, @Sendable () -> [UInt8]>) {
        let shipped = catalogs.compactMap { name, bytes in LocaleTag(name).map { ($0, bytes) } }
        locales = shipped.map(\.0)
        self.shipped = Dictionary(shipped) { first, _ in first }
        added = [:]
    }

    /// Creates the texts of the program with texts of a host, which replace those of the same name.
    package init(adding added: [LocaleTag: [Word: Phrase]]) {
        let base = Word.shipped
        shipped = base.shipped
        self.added = added
        locales = base.locales + added.keys.filter { base.shipped[$0] == nil }.sorted()
    }

    package var addedLocales: [LocaleTag] { locales.filter { shipped[$0] == nil } }

    /// Missing texts come from a parent language, or else from English.
    package func table(for wanted: LocaleTag) -> Table {
        tables[wanted] { wanted in
            let found = LocaleMatching.lookUp(wanted, among: self.locales) ?? .english
            guard found == wanted else { return self.table(for: found) }
            return Table(locale: found, phrases: self.phrases(in: found))
        }
    }

    package func catalog(of locale: LocaleTag) -> WordFile<Word>? {
        shipped[locale].flatMap { try? WordFile($0()) }
    }

    private func phrases(in locale: LocaleTag) -> [Word: Phrase] {
        var phrases: [Word: Phrase] = [:]
        for tag in LocaleMatching.chain(for: locale, fallback: .english) {
            if let added = added[tag] { phrases.merge(added) { nearest, _ in nearest } }
            // The catalogs of the program are complete, so that most languages read only one.
            guard phrases.count < Word.allCases.count else { break }
            if let catalog = catalog(of: tag) {
                phrases.merge(catalog.phrases) { nearest, _ in nearest }
            }
        }
        return phrases
    }
}
