import Testing

@testable import FaceplateSchema

struct SettingKeySyntaxTests {
    @Test(arguments: ["a", "Z", "0", "a.b-c_d", "0.-_", String(repeating: "a", count: 128)])
    func acceptsLettersDigitsAndThreePunctuationMarks(key: String) {
        #expect(SettingKeySyntax.isValid(key))
    }

    @Test(arguments: [
        "", ".a", "-a", "_a", "a b", "a[0]", "é", "aé", "a\u{301}", "a\n", "a/b", "a:b", "a=b",
        "a\u{0}", "ａ",
        String(repeating: "a", count: 129),
    ])
    func rejectsOtherText(key: String) {
        #expect(!SettingKeySyntax.isValid(key))
    }

    @Test(arguments: [("A.b-C_d", "a_b_c_d"), ("plain", "plain"), ("x..y", "x__y")])
    func ignoresCaseAndPunctuation(key: String, folded: String) {
        #expect(SettingKeySyntax.folded(key) == folded)
    }
}
