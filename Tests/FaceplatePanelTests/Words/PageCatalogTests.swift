import FaceplateSchema
import FaceplateTestSupport
import Testing

@testable import FaceplatePanel

/// The catalogs of the page in the shipped languages.
struct PageCatalogTests {
    private static let audit = CatalogAudit<PageWord>(
        module: "FaceplatePanel",
        withoutForms: [
            "fr": [.rows: [.many], .syncWaiting: [.many]],
            // The page shows them only when a schema has problems, and when a list needs an entry.
            "ar": [.schemaProblems: [.zero], .listLeast: [.zero]],
        ])

    @Test(arguments: PageWord.shipped.locales)
    func hasEachTextOnce(locale: LocaleTag) {
        #expect(Self.audit.problems(in: locale) == [])
    }

    @Test(arguments: PageWord.shipped.locales)
    func hasThePlaceholdersOfEnglish(locale: LocaleTag) {
        #expect(Self.audit.withOtherSlots(in: locale) == [])
    }

    @Test(arguments: PageWord.shipped.locales)
    func hasThePluralFormsOfItsLanguage(locale: LocaleTag) {
        #expect(Self.audit.withOtherForms(in: locale) == [])
    }

    @Test func everyTextIsUsed() {
        #expect(Self.audit.unused() == [])
    }
}
