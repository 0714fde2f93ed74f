import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct NumberSpellingTests {
    private static let locales = ["en", "fr", "de", "ar", "ja", "ar-EG", "fa", "sv", "de-CH"]

    @Test(arguments: [("1.125", "1.125"), ("1,5", "1.5"), (" 7 ", "7"), ("1.234,5", "1234.5")])
    func prefersTheCanonicalFormOnRequest(text: String, number: String) {
        let read = NumberSpelling.number(in: text, locale: LocaleTag("de"), isPlain: true)
        #expect(read?.description == number)
    }

    @Test(
        arguments: [
            ("en", "1,500", "1500"), ("en", "1,234,567.25", "1234567.25"), ("en", "1.500", "1.5"),
            ("en", "1 500", "1500"), ("en", "12'345", "12345"), ("en", ".5", "0.5"),
            ("en", "+7", "7"), ("en", "-7", "-7"), ("en", "\u{2212}7", "-7"), ("en", " 7\n", "7"),
            ("en", "1e3", "1000"), ("en", "1.5E-2", "0.015"), ("en", "٣٠", "30"),
            ("en", "۳۰", "30"), ("en", "３０", "30"), ("en", "007", "7"),
            ("de", "1.500", "1500"), ("de", "1.234.567,25", "1234567.25"), ("de", "1,5", "1.5"),
            ("de", "1.5", "1.5"), ("de", "1.25", "1.25"), ("de", "0.5", "0.5"),
            ("de", "0.500", "0.5"), ("de", "1.5000", "1.5"), ("de", "1234.567", "1234.567"),
            ("de", "-1.500", "-1500"), ("de", "1 500,5", "1500.5"), ("de", ",5", "0.5"),
            ("de", "5,", "5"), ("de-CH", "1’500.5", "1500.5"), ("de-CH", "1'500", "1500"),
            ("fr", "1 500,5", "1500.5"), ("fr", "1\u{A0}500", "1500"),
            ("fr", "1\u{202F}500\u{202F}000", "1500000"), ("fr", "1.500", "1.5"),
            ("fr", "1,500", "1.5"), ("fr", "1.5", "1.5"),
            ("ar", "١٬٥٠٠", nil), ("ar", "١,٥٠٠", "1500"), ("ar", "١.٥", "1.5"),
            ("ar", "\u{200E}-5", "-5"), ("ar", "\u{200F}٥\u{200F}", "5"),
            ("ar-EG", "١٬٥٠٠٫٢٥", "1500.25"), ("ar-EG", "1,500.25", "1500.25"),
            ("ar-EG", "\u{61C}-١", "-1"), ("fa", "‎−۱٬۲۳۴٫۵", "-1234.5"),
            ("sv", "−1 234,5", "-1234.5"), ("ja", "1,234", "1234"), ("xx-ZZ", "1.5", "1.5"),
        ] as [(String, String, String?)])
    func readsNumbersInTheFormatOfEachLocale(locale: String, text: String, number: String?) throws {
        let locale = try #require(LocaleTag(locale))
        #expect(NumberSpelling.number(in: text, locale: locale)?.description == number)
    }

    @Test(
        arguments: [
            ("en", "1,5"), ("en", "12,34"), ("en", "1,234,56"), ("en", "1234,567"),
            ("en", ",500"), ("en", "1,,500"), ("en", "1,500,"), ("en", "0,500"), ("en", "1, 500"),
            ("en", "1 234,567"), ("en", "1.5.5"), ("en", "1.500,5"), ("en", "1.234,567"),
            ("en", "- 5"), ("en", "--5"), ("en", "5-"), ("en", ""), ("en", " "), ("en", "."),
            ("en", "e5"), ("en", "1e"), ("en", "five"), ("en", "0x10"), ("en", "½"), ("en", "三"),
            ("en", "1_000"), ("en", "1e10001"), ("en", "1e-9223372036854775808"),
            ("de", "1.234.56"), ("de", "1.500.5"), ("de", "1.5,5"), ("de", "1,5,5"),
            ("de", "1,500.5"), ("de", "0.500.000"), ("fr", "1  500"), ("fr", "15 00"),
        ])
    func rejectsAmbiguousNumbers(locale: String, text: String) throws {
        let locale = try #require(LocaleTag(locale))
        #expect(NumberSpelling.number(in: text, locale: locale) == nil)
    }

    @Test(arguments: [("1.5", "1.5"), (" 15\t", "15"), ("-.5", "-0.5"), ("1e2", "100")])
    func readsTheCanonicalFormWithoutALocale(text: String, number: String) {
        #expect(NumberSpelling.number(in: text, locale: nil)?.description == number)
    }

    @Test(arguments: ["1,5", "1,500", "1 500", "٣", "5 MB", "\u{2212}5"])
    func readsOnlyTheCanonicalFormWithoutALocale(text: String) {
        #expect(NumberSpelling.number(in: text, locale: nil, unit: "MB") == nil)
    }

    @Test(
        arguments: [
            ("1 500 MB", "MB", "1500"), ("1500MB", "MB", "1500"), ("5\u{A0}%", "%", "5"),
            ("5", "MB", "5"), ("5 mb", "MB", nil), ("5 MB MB", "MB", nil), ("MB", "MB", nil),
            ("5 m²", "m²", "5"), ("15", "5", "15"), ("5", "", "5"), ("5 GB", "MB", nil),
        ] as [(String, String, String?)])
    func removesTheUnit(text: String, unit: String, number: String?) {
        let found = NumberSpelling.number(in: text, locale: .english, unit: unit)
        #expect(found?.description == number)
    }

    @Test(
        arguments: [
            ("en", "1234", "1234"), ("en", "65535", "65535"), ("en", "-1234567.5", "-1,234,567.5"),
            ("en", "0.00012345", "0.00012345"), ("fr", "123456.5", "123\u{202F}456,5"),
            ("de", "123456.5", "123.456,5"), ("ar", "123456.5", "123,456.5"),
            ("ar-EG", "123456.5", "١٢٣٬٤٥٦٫٥"), ("ja", "99999", "99999"),
            ("de-CH", "123456", "123’456"),
            ("de", "1e50", "1e50"), ("en", "100000", "100,000"),
        ])
    func formatsNumbersForDisplay(locale: String, number: String, shown: String) throws {
        let locale = try #require(LocaleTag(locale))
        let number = try #require(ExactDecimal(number))
        #expect(NumberSpelling.shown(number, in: locale) == shown)
        #expect(NumberSpelling.shown(number, in: nil) == number.description)
    }

    @Test(
        arguments: [
            ("en", "12345.5", "12345.5"), ("fr", "12345.5", "12345,5"), ("de", "1.125", "1,125"),
            ("ar-EG", "1.5", "1.5"),
        ])
    func writesFieldsWithoutGrouping(locale: String, number: String, text: String) throws {
        let number = try #require(ExactDecimal(number))
        #expect(NumberSpelling.fieldText(number, in: LocaleTag(locale)) == text)
    }

    /// Checks both forms, for fields and for display.
    @Test(arguments: locales) func readsBackItsOutput(tag: String) throws {
        let locale = try #require(LocaleTag(tag))
        var random = SplitMix(seed: 11)
        for _ in 0..<1_000 {
            let digits =
                Int64(bitPattern: random.next()) >> Int64.random(in: 0...60, using: &random)
            let power = Int.random(in: -20...20, using: &random)
            let number = try #require(ExactDecimal("\(digits)e\(power)"))
            for text in [
                NumberSpelling.fieldText(number, in: locale),
                NumberSpelling.shown(number, in: locale),
            ] {
                #expect(NumberSpelling.number(in: text, locale: locale) == number, "\(text)")
            }
        }
    }

    @Test func supports65LocalesAndMore() throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        for first in letters.prefix(4) {
            for second in letters {
                let locale = try #require(LocaleTag("\(first)\(second)-x-any"))
                let number = try #require(ExactDecimal("1.5"))
                let text = NumberSpelling.fieldText(number, in: locale)
                #expect(NumberSpelling.number(in: text, locale: locale) == number)
            }
        }
    }

    @Test func readsLongTextInLinearTime() {
        let groups = "1" + String(repeating: ",000", count: 50_000)
        #expect(NumberSpelling.number(in: groups, locale: .english) == nil)
        let dots = String(repeating: "1.", count: 100_000)
        #expect(NumberSpelling.number(in: dots, locale: .english) == nil)
    }
}
