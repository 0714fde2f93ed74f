import FaceplateSchema
import Testing

struct LocaleMatchingTests {
    private func tags(_ text: String) -> [LocaleTag] {
        text.split(separator: " ").compactMap { LocaleTag(String($0)) }
    }

    @Test(
        arguments: [
            // The header, the available locales, the expected locale.
            ("fr", "en fr", "fr"), ("fr-CH", "en fr", "fr"), ("pt", "en pt-BR", "pt-BR"),
            ("pt-PT", "en pt-BR", "pt-BR"), ("fr;q=0.5, de", "fr de", "de"),
            ("FR_ch", "en fr", "fr"),
            ("fr;q=0.5, de;q=0.5", "de fr", "fr"), ("ja, en;q=0.1", "de en", "en"),
            ("ja", "de en", nil), ("", "en", nil), ("*", "de en", "de"),
            ("ja, *;q=0.1", "de en", "de"),
            ("*, de;q=0", "de en", "en"), ("de;q=0", "de", nil), ("de;q=0, *", "de-AT en", "en"),
            ("zh-TW", "zh zh-Hans zh-Hant", "zh-Hant"), ("zh-TW", "zh-Hans zh-Hant", "zh-Hant"),
            ("zh", "zh-Hant zh-Hans", "zh-Hans"), ("zh", "en zh-Hans zh", "zh"),
            ("zh-CN", "en zh zh-Hans", "zh-Hans"), ("zh-HK", "en zh-CN zh-TW", "zh-TW"),
            ("zh-TW", "en zh-Hans", "zh-Hans"), ("zh-Hant-HK", "zh zh-Hant", "zh-Hant"),
            ("sr-ME", "sr sr-Latn", "sr-Latn"), ("sr", "sr-Latn sr-Cyrl", "sr-Cyrl"),
            ("en-GB", "fr en-US", "en-US"), (" fr ; q=0.3 , en ;q=0.2", "en fr", "fr"),
            ("q=1, fr", "fr", "fr"), ("fr;q=2, en;q=0.1", "fr en", "en"), ("fr;q=", "fr", nil),
            ("fr;q=0.0000", "fr", nil), ("fr;q=1.001", "fr", nil), ("fr;q=1.000", "fr", "fr"),
            ("fr;level=1", "fr", nil), ("fr;q=0.8;x", "fr", nil), (",,fr,,", "fr", "fr"),
            ("fr;Q=0.3, en;q=0.2", "en fr", "fr"), ("fr\t;\tq=0.3\t,\ten;q=0.2", "en fr", "fr"),
            ("no", "en nb", "nb"), ("no", "en nn nb", "nb"), ("nn", "en nb", "nb"),
            ("nb", "nn no", "no"), ("nb", "en nn", "nn"), ("no-NO", "nb en", "nb"),
            ("sh", "sr sr-Latn", "sr-Latn"), ("sh-BA", "sr-Latn en", "sr-Latn"),
            ("sr-Latn", "en sh", "sh"), ("sh", "sr-Latn sh", "sh"), ("tl", "en fil", "fil"),
            ("tl-PH", "fil", "fil"), ("fil", "en tl", "tl"), ("cmn", "en zh", "zh"),
            ("es-MX", "es es-419", "es-419"), ("es-MX", "es en", "es"),
            ("es-ES", "es-419 es", "es"), ("es-AR", "es-MX es-419", "es-419"),
            ("pt-AO", "pt pt-PT", "pt-PT"), ("en-AU", "en en-GB en-001", "en-001"),
            ("en-AT", "en en-150", "en-150"), ("zh-MO", "zh-TW zh-HK", "zh-HK"),
            ("da", "nb en", nil), ("es-419;q=0, *", "es-MX en", "en"),
            ("fr\0, en;q=0.1", "fr en", "en"), ("en-US,en;q=0.9,fr;q=0.8", "fr", "fr"),
        ] as [(String, String, String?)])
    func selectsTheLocaleByTheHeader(header: String, available: String, expected: String?) {
        let found = LocaleMatching.best(for: header, among: tags(available))
        #expect(found?.description == expected)
    }

    @Test func readsAtMost32Languages() {
        let junk = String(repeating: "ja,", count: 31)
        #expect(LocaleMatching.best(for: junk + "fr", among: tags("fr")) == LocaleTag("fr"))
        #expect(LocaleMatching.best(for: junk + "ja,fr", among: tags("fr")) == nil)
    }

    @Test(arguments: [
        ("pt-BR", "en", "pt-BR pt en"), ("en", "en", "en"), ("en-GB", "en", "en-GB en-001 en"),
        ("fr", "zh-Hant-TW", "fr zh-Hant-TW zh-Hant zh"),
        ("en-GB", "en-US", "en-GB en-001 en en-US"),
    ])
    func fallbackChainHasNoDuplicates(locale: String, fallback: String, expected: String) throws {
        let chain = LocaleMatching.chain(
            for: try #require(LocaleTag(locale)), fallback: try #require(LocaleTag(fallback)))
        #expect(chain == tags(expected))
    }
}
