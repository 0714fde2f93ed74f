import Testing

@testable import FaceplateSchema

struct PluralCategoryTests {
    /// Numbers of each category, from the samples of CLDR.
    private static let samples: [(locale: String, category: PluralCategory, numbers: String)] = [
        ("en", .one, "1"), ("en", .other, "0 2 11 101 1.5"), ("de", .one, "1"),
        ("ja", .other, "0 1 2"),
        ("fr", .one, "0 1 1.5"), ("fr", .other, "2 3 100 2.5"), ("fr", .many, "1000000 2000000"),
        ("es", .one, "1"), ("es", .many, "1000000"), ("es", .other, "0 2 1.5"),
        ("pt", .one, "0 1"), ("hi", .one, "0 0.5 1"),
        ("ar", .zero, "0"), ("ar", .one, "1"), ("ar", .two, "2"), ("ar", .few, "3 10 103"),
        ("ar", .many, "11 99 111"), ("ar", .other, "100 101 1000 1.5"),
        ("he", .one, "1"), ("he", .two, "2"), ("he", .other, "0 3 20"),
        ("ru", .one, "1 21 101"), ("ru", .few, "2 3 4 22"), ("ru", .many, "0 5 11 12 14 100"),
        ("ru", .other, "1.5 0.1"), ("hr", .one, "1 21"), ("hr", .few, "2 4 24"),
        ("hr", .other, "0 5 11"), ("pl", .one, "1"), ("pl", .few, "2 3 4 22"),
        ("pl", .many, "0 5 12 21 101"), ("cs", .one, "1"), ("cs", .few, "2 3 4"),
        ("cs", .many, "0.5 1.5"), ("cs", .other, "0 5 22"), ("sl", .one, "1 101"),
        ("sl", .two, "2 102"), ("sl", .few, "3 4 0.5"), ("sl", .other, "0 5 11"),
        ("lt", .one, "1 21"), ("lt", .few, "2 9 22"), ("lt", .many, "0.1"),
        ("lt", .other, "0 10 11"),
        ("lv", .zero, "0 10 11 20"), ("lv", .one, "1 21"), ("lv", .other, "2 9 22"),
        ("ro", .one, "1"), ("ro", .few, "0 2 19 101 1.5"), ("ro", .other, "20 100"),
        ("ga", .one, "1"), ("ga", .two, "2"), ("ga", .few, "3 6"), ("ga", .many, "7 10"),
        ("ga", .other, "0 11"), ("cy", .zero, "0"), ("cy", .many, "6"), ("cy", .other, "4 5 7"),
        ("sv", .one, "1"), ("en", .one, "-1"), ("ru", .few, "-2"),
    ]

    @Test(arguments: samples)
    func followsTheRulesOfTheLanguage(
        locale: String, category: PluralCategory, numbers: String
    ) throws {
        let locale = try #require(LocaleTag(locale))
        for text in numbers.split(separator: " ") {
            let number = try #require(ExactDecimal(String(text)))
            #expect(PluralCategory(number, in: locale) == category, "\(text)")
            if let whole = Int(text) {
                #expect(PluralCategory(whole, in: locale) == category, "\(text)")
            }
        }
    }

    @Test(
        arguments: [
            "1e300", "-1e300", "1e-300", "99999999999999999999999999", "9223372036854775807",
        ])
    func everyNumberHasACategory(text: String) throws {
        for locale in ["en", "fr", "ar", "ru", "lv", "sl", "cy"] {
            let number = try #require(ExactDecimal(text))
            _ = PluralCategory(number, in: try #require(LocaleTag(locale)))
        }
        _ = PluralCategory(Int.min, in: .english)
    }
}
