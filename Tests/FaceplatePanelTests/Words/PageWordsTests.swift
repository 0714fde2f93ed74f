import FaceplateSchema
import Testing

@testable import FaceplatePanel

struct PageWordsTests {
    @Test(arguments: PageWord.allCases)
    func neverShowAPlaceholder(word: PageWord) {
        let slots = [
            "label", "page", "panel", "title", "old", "new", "value", "host", "who", "count",
            "reason", "status", "version", "number", "unit", "zone", "from", "to",
            "state", "types", "size", "variable", "file", "source", "time", "query",
            "shown", "filter", "filters", "other", "key", "parts", "values", "left", "sentence",
            "problem", "minimum", "maximum", "step", "first", "next", "day", "total", "after",
            "second",
        ]
        .reduce(into: [:]) { $0[$1] = "x" }
        for locale in PageWord.shipped.locales {
            for count in [nil, 0, 1, 2, 3, 11, 100, 1_000_000] {
                let text = PageWords(locale).text(word, slots, count: count)
                #expect(!text.contains("{") && !text.isEmpty, "\(locale) \(text)")
            }
        }
    }

    @Test(arguments: [
        ("en", "en"), ("en-GB", "en"), ("fr-CA", "fr"), ("ar-EG", "ar"),
        ("de-AT", "de"), ("ja", "ja"), ("zh-Hant", "en"), ("nl", "en"),
    ])
    func areThoseOfTheNearestLocale(wanted: String, found: String) throws {
        #expect(PageWords(try #require(LocaleTag(wanted))).locale.description == found)
    }

    @Test(arguments: [
        ("en", 0, "0 settings changed"), ("en", 1, "1 setting changed"),
        ("en", 2, "2 settings changed"),
        ("fr", 0, "0 réglage modifié"), ("fr", 2, "2 réglages modifiés"),
        ("de", 0, "0 Einstellungen geändert"), ("de", 1, "1 Einstellung geändert"),
        // The texts are English, and so is their plural.
        ("ko", 1, "1 setting changed"), ("pl", 3, "3 settings changed"),
        ("ja", 0, "0件の設定を変更しました"), ("ja", 1, "1件の設定を変更しました"),
        ("ar", 0, "لم يتغيّر أي إعداد"), ("ar", 1, "تغيّر إعداد واحد"), ("ar", 2, "تغيّر إعدادان"),
        ("ar", 3, "تغيّرت 3 إعدادات"), ("ar", 11, "تغيّر 11 إعدادًا"),
        ("ar", 100, "تغيّر 100 إعداد"),
    ])
    func usePluralForms(locale: String, count: Int, text: String) throws {
        let words = PageWords(try #require(LocaleTag(locale)))
        #expect(words.text(.changedCount, ["count": String(count)], count: count) == text)
    }

    @Test(arguments: [
        ("Host name", "Copy host name"), ("API key", "Copy API key"), ("Wi-Fi", "Copy Wi-Fi"),
        ("IPv6 address", "Copy IPv6 address"), ("A word", "Copy A word"),
    ])
    func fitALabelIntoASentence(label: String, text: String) {
        #expect(PageWords(.english).text(.copyLabel, ["label": label]) == text)
    }

    @Test(arguments: [
        ("en", "Show “x”"), ("ar", "إظهار «\u{2068}X\u{2069}»"),
    ])
    func keepTheDirectionOfTheirValues(locale: String, text: String) throws {
        #expect(
            PageWords(try #require(LocaleTag(locale))).text(
                .secretShowLabel, ["label": locale == "en" ? "x" : "X"]) == text)
    }

    @Test(arguments: [
        ("en", "English"), ("fr", "Français"), ("pt-BR", "Português (Brasil)"), ("zh-Hant", "繁體中文"),
        ("zh-Hant-TW", "繁體中文（台灣）"), ("de-AT", "Deutsch (Österreich)"), ("tlh", "tlh"),
        ("sr", "Српски"), ("sr-Latn", "Srpski (latinica)"), ("af", "Afrikaans"),
        ("ka", "ქართული"), ("es-419", "Español (Latinoamérica)"),
    ])
    func nameLanguagesInThatLanguage(tag: String, name: String) throws {
        #expect(LanguageName.of(try #require(LocaleTag(tag))) == name)
    }
}
