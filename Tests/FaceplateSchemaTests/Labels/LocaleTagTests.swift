import FaceplateSchema
import Testing

struct LocaleTagTests {
    @Test(arguments: [
        ("en", "en"), ("EN", "en"), ("pt-br", "pt-BR"), ("pt_BR", "pt-BR"), ("zh-hans", "zh-Hans"),
        ("ZH_HANT_tw", "zh-Hant-TW"), ("es-419", "es-419"), ("ca-es-VALENCIA", "ca-ES-valencia"),
        ("sl-rozaj-1994", "sl-rozaj-1994"), ("de-u-co-PHONEBK", "de-u-co-phonebk"),
        ("en-x-a-b", "en-x-a-b"), ("en-u-nu-latn-x-y", "en-u-nu-latn-x-y"), ("iw", "he"),
        ("in-ID", "id-ID"), ("fil", "fil"), ("en-XA", "en-XA"), ("ku-arab", "ku-Arab"),
    ])
    func normalizesItsSpelling(text: String, expected: String) {
        #expect(LocaleTag(text)?.description == expected)
    }

    @Test(arguments: [
        "", "-", "e", "English", "Base", "english", "en-", "-en", "en--US", "en US", "fr_FR.UTF-8",
        "en-USA1234567", "x-a", "en-x", "en-u", "en-u-x-a", "zh-cmn", "12", "é", "en-é", "en-US-US",
        "en\0", "C", "*", "sl-rozaj-rozaj", String(repeating: "en-", count: 30) + "x-a",
    ])
    func rejectsInvalidText(text: String) {
        #expect(LocaleTag(text) == nil)
    }

    @Test(
        arguments: [
            ("en", []), ("pt-BR", ["pt"]), ("zh-Hant-TW", ["zh-Hant", "zh"]),
            ("ca-ES-valencia", ["ca-ES", "ca"]),
            ("de-DE-u-co-phonebk", ["de-DE-u-co", "de-DE", "de"]),
            ("en-x-a-b", ["en"]), ("en-x-ab-cd", ["en-x-ab", "en"]),
            ("en-US", ["en"]), ("en-GB", ["en-001", "en"]), ("en-CH", ["en-150", "en-001", "en"]),
            ("es-MX", ["es-419", "es"]), ("es-ES", ["es"]), ("es-419", ["es"]),
            ("pt-AO", ["pt-PT", "pt"]), ("zh-Hant-MO", ["zh-Hant-HK", "zh-Hant", "zh"]),
            ("nb", ["no"]), ("nn-NO", ["nn", "no"]), ("no", []),
        ] as [(String, [String])])
    func hasParents(text: String, expected: [String]) {
        #expect(LocaleTag(text)?.parents.map(\.description) == expected)
        #expect(LocaleTag(text)?.parents == expected.compactMap { LocaleTag($0) })
    }

    @Test(arguments: [
        "ar", "he", "iw-IL", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "ku-Arab",
        "az-Arab-IR", "ks",
    ])
    func runsFromRightToLeft(text: String) {
        #expect(LocaleTag(text)?.isRightToLeft == true)
    }

    @Test(arguments: ["en", "ku", "ur-Latn", "sd-Deva", "ja", "en-IL", "ks-Deva"])
    func runsFromLeftToRight(text: String) {
        #expect(LocaleTag(text)?.isRightToLeft == false)
    }

    @Test func isOrderedByItsText() {
        let tags = ["pt-BR", "en", "pt", "zh-Hans", "en-GB"].compactMap { LocaleTag($0) }
        #expect(tags.sorted().map(\.description) == ["en", "en-GB", "pt", "pt-BR", "zh-Hans"])
    }

    @Test func namesItsParts() throws {
        let tag = try #require(LocaleTag("zh_hant_tw"))
        #expect(tag.language == "zh")
        #expect(tag.script == "Hant")
        #expect(tag.region == "TW")
        #expect(LocaleTag.english == LocaleTag("en"))
    }
}
