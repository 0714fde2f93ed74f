import Testing

@testable import FaceplateSchema

struct DurationWordsTests {
    @Test(
        arguments: [
            ("en", "300", "5 minutes"), ("en", "60", "1 minute"),
            ("en", "5400", "1 hour 30 minutes"),
            ("en", "0", "0 seconds"), ("en", "0.5", "500 milliseconds"),
            ("en", "1.5", "1.5 seconds"),
            ("en", "604800", "1 week"), ("en", "8640000000", "100,000 days"),
            ("fr", "5400", "1 heure 30 minutes"), ("fr", "1.5", "1,5 seconde"),
            ("fr", "2.5", "2,5 secondes"), ("fr", "0", "0 seconde"),
            ("de", "86400", "1 Tag"), ("de", "172800", "2 Tage"), ("de", "1.5", "1,5 Sekunden"),
            ("ja", "5400", "1時間30分"), ("ar", "60", "دقيقة واحدة"), ("ar", "120", "دقيقتان"),
            ("ar", "180", "3 دقائق"), ("ar", "5400", "ساعة واحدة و30 دقيقة"),
            // Without a catalog: English text, with the numbers of the wanted language.
            ("nl", "60", "1 minute"), ("nl", "1.5", "1,5 seconds"), ("ko", "60", "1 minute"),
            ("ru", "1260", "21 minutes"),
            ("en", "-60", "-1 minute"), ("en", "1e9000", "1e9000 seconds"),
        ])
    func writesDurations(locale: String, seconds: String, text: String) throws {
        let words = DurationWords(try #require(LocaleTag(locale)))
        #expect(words.text(seconds: try #require(ExactDecimal(seconds))) == text)
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func everyLanguageNamesEveryUnit(locale: String) throws {
        let words = DurationWords(try #require(LocaleTag(locale)))
        let names = DurationUnit.allCases.map(words.name(of:))
        #expect(Set(names).count == names.count)
        #expect(!names.contains("min"))
    }
}
