import FaceplateSchema
import FaceplateTestSupport
import Testing

/// The catalogs of the messages for rejected values in the shipped languages.
struct ProblemCatalogTests {
    private static let audit = CatalogAudit<ProblemWord>(
        module: "FaceplateSchema",
        withoutForms: [
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
                .amountMinutes: [.zero, .many], .amountHours: [.zero, .many],
                .amountDays: [.zero], .amountWeeks: [.zero],
            ],
        ])

    @Test(arguments: ProblemWord.shipped.locales)
    func hasEachTextOnce(locale: LocaleTag) {
        #expect(Self.audit.problems(in: locale) == [])
    }

    @Test(arguments: ProblemWord.shipped.locales)
    func hasThePlaceholdersOfEnglish(locale: LocaleTag) {
        #expect(Self.audit.withOtherSlots(in: locale) == [])
    }

    @Test(arguments: ProblemWord.shipped.locales)
    func hasThePluralFormsOfItsLanguage(locale: LocaleTag) {
        #expect(Self.audit.withOtherForms(in: locale) == [])
    }

    @Test func everyTextIsUsed() {
        #expect(Self.audit.unused() == [])
    }
}
