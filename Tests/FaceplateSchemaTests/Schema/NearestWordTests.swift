import Testing

@testable import FaceplateSchema

struct NearestWordTests {
    private static let words = Control.all.map(\.rawValue)

    @Test(
        arguments: [
            ("swich", "switch"), ("SWITCH", "switch"), ("swithc", "switch"),
            ("edit_txt", "edit_text"),
            ("edit-text", "edit_text"), ("password", nil), ("buton", "button"), ("slct", nil),
            ("x", nil), ("", nil),
            ("lnik", "link"), ("inof", "info"), ("slider", "slider"), ("chioce", "choice"),
            ("silder", "slider"), ("steper", "stepper"),
        ] as [(String, String?)])
    func findsTheNearestControl(word: String, nearest: String?) {
        #expect(NearestWord.to(word, among: Self.words) == nearest)
        let suggestion = nearest.map { " Did you mean '\($0)'?" } ?? ""
        #expect(NearestWord.suggestion(for: word, among: Self.words) == suggestion)
    }

    @Test func acceptsDifferencesInAThirdOfTheWord() {
        #expect(NearestWord.to("abcxyz", among: ["abcdez"]) == "abcdez")
        #expect(NearestWord.to("abcxyz", among: ["abcdef"]) == nil)
        #expect(NearestWord.to("ab", among: ["ac"]) == "ac")
        #expect(NearestWord.to("ab", among: ["cd"]) == nil)
    }

    @Test func prefersTheNearerWordAndThenTheFirstByName() {
        #expect(NearestWord.to("timeout", among: ["timeouts", "timeout2x", "timeou"]) == "timeou")
        #expect(NearestWord.to("timeout", among: ["timeXut", "timeAut"]) == "timeAut")
        #expect(NearestWord.to("timeout", among: ["timed_out", "timeotu"]) == "timeotu")
    }

    @Test func tooLongWordsHaveNoNearestWord() {
        let word = String(repeating: "a", count: 128)
        #expect(NearestWord.to(word, among: [word + "b"]) == word + "b")
        #expect(NearestWord.to(word + "a", among: [word]) == nil)
        #expect(NearestWord.to("a", among: [String]()) == nil)
    }
}
