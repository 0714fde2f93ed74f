import FaceplateSchema
import Foundation
import Testing

@testable import FaceplatePanel

/// The catalogs of the page in the shipped languages.
struct PageCatalogTests {
    /// The categories that use the general form of their text.
    private static let withoutForms: [String: [PageWord: Set<PluralCategory>]] = [
        "fr": [.rows: [.many], .syncWaiting: [.many]],
        // The page shows it only when a schema has problems.
        "ar": [.schemaProblems: [.zero]],
    ]

    @Test(arguments: PageWord.shipped.locales)
    func hasEachTextOnce(locale: LocaleTag) throws {
        let catalog = try #require(PageWord.shipped.catalog(of: locale))
        let phrases = catalog.phrases
        #expect(PageWord.allCases.filter { phrases[$0] == nil } == [])
        // Unknown names, slots and categories, and names that are written twice.
        #expect(catalog.checked().problems.map(\.description) == [])
    }

    @Test(arguments: PageWord.shipped.locales)
    func hasTheSlotsOfEnglish(locale: LocaleTag) {
        func slots(_ phrase: Phrase) -> Set<String> {
            Set(phrase.slots.map { $0 == "label" ? "Label" : $0 })
        }
        let english = PageWord.shipped.table(for: .english)
        let table = PageWord.shipped.table(for: locale)
        for word in PageWord.allCases {
            #expect(slots(table[word]) == slots(english[word]), "\(word)")
        }
    }

    /// Checks that plural forms are complete: one for each category of the language (CLDR).
    @Test(arguments: PageWord.shipped.locales)
    func hasThePluralFormsOfItsLanguage(locale: LocaleTag) {
        let numbers = Array(0...200) + [1_000_000]
        let needed = Set(numbers.map { PluralCategory($0, in: locale) }).union([.other])
        let english = PageWord.shipped.table(for: .english)
        let table = PageWord.shipped.table(for: locale)
        let exceptions = Self.withoutForms[locale.description] ?? [:]
        for word in PageWord.allCases {
            let forms = table[word].categories
            guard forms.count > 1 || english[word].categories.count > 1 else { continue }
            #expect(needed.subtracting(forms) == exceptions[word] ?? [], "\(word)")
        }
    }

    @Test(arguments: PageWord.allCases)
    func everyTextIsUsed(word: PageWord) {
        #expect(Self.used.contains(word.rawValue))
    }

    /// The names after a period in the sources of the module.
    private static let used: Set<String> = {
        let module = URL(filePath: #filePath)
            .appending(path: "../../../../Sources/FaceplatePanel").standardized.path
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: module)) ?? []
        var names: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            guard let text = try? String(contentsOfFile: "\(module)/\(file)", encoding: .utf8)
            else { continue }
            names.formUnion(text.matches(of: /\.([a-z]\w*)/).map { String($0.1) })
        }
        return names
    }()
}
