import Foundation
import Testing

@testable import FaceplateSchema

/// The catalogs of the messages for rejected values in the shipped languages.
struct ProblemCatalogTests {
    /// The categories that use the general form of their text.
    private static let withoutForms: [String: [ProblemWord: Set<PluralCategory>]] = [
        "fr": [
            .amountMilliseconds: [.many], .amountSeconds: [.many], .amountMinutes: [.many],
            .amountHours: [.many], .amountDays: [.many], .amountWeeks: [.many],
        ],
        // The plural of `Zeichen` is the same.
        "de": [.max: [.one], .min: [.one]],
        // Limits are seldom 0, and units can stay in the singular.
        "ar": [
            .max: [.zero], .min: [.zero], .precise: [.zero, .many], .lines: [.zero],
            .tooFew: [.zero], .tooFewOptions: [.zero], .tooMany: [.zero],
            .tooManyOptions: [.zero], .bytes: [.zero, .few, .many],
            .amountMilliseconds: [.zero, .many], .amountSeconds: [.zero, .many],
            .amountMinutes: [.zero, .many], .amountHours: [.zero, .many], .amountDays: [.zero],
            .amountWeeks: [.zero],
        ],
    ]

    @Test(arguments: ProblemWord.shipped.locales)
    func hasEachTextOnce(locale: LocaleTag) throws {
        let catalog = try #require(ProblemWord.shipped.catalog(of: locale))
        let phrases = catalog.phrases
        #expect(ProblemWord.allCases.filter { phrases[$0] == nil } == [])
        // Unknown names, slots and categories, and names that are written twice.
        #expect(catalog.checked().problems.map(\.description) == [])
    }

    @Test(arguments: ProblemWord.shipped.locales)
    func hasTheSlotsOfEnglish(locale: LocaleTag) {
        func slots(_ phrase: Phrase) -> Set<String> {
            Set(phrase.slots.map { $0 == "label" ? "Label" : $0 })
        }
        let english = ProblemWord.shipped.table(for: .english)
        let table = ProblemWord.shipped.table(for: locale)
        for word in ProblemWord.allCases {
            #expect(slots(table[word]) == slots(english[word]), "\(word)")
        }
    }

    /// Checks that plural forms are complete: one for each category of the language (CLDR).
    @Test(arguments: ProblemWord.shipped.locales)
    func hasThePluralFormsOfItsLanguage(locale: LocaleTag) {
        let numbers = Array(0...200) + [1_000_000]
        let needed = Set(numbers.map { PluralCategory($0, in: locale) }).union([.other])
        let english = ProblemWord.shipped.table(for: .english)
        let table = ProblemWord.shipped.table(for: locale)
        let exceptions = Self.withoutForms[locale.description] ?? [:]
        for word in ProblemWord.allCases {
            let forms = table[word].categories
            guard forms.count > 1 || english[word].categories.count > 1 else { continue }
            #expect(needed.subtracting(forms) == exceptions[word] ?? [], "\(word)")
        }
    }

    @Test(arguments: ProblemWord.allCases)
    func everyTextIsUsed(word: ProblemWord) {
        #expect(Self.used.contains(word.rawValue))
    }

    /// The names after a period in the sources of the module.
    private static let used: Set<String> = {
        let module = URL(filePath: #filePath)
            .appending(path: "../../../../Sources/FaceplateSchema").standardized.path
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
