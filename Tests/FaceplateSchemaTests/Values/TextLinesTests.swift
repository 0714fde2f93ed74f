import Testing

@testable import FaceplateSchema

struct TextLinesTests {
    @Test(arguments: [
        ("", [""]), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb", ["a", "b"]),
        ("a\rb\n", ["a", "b", ""]), ("\r\n\n\r", ["", "", "", ""]),
        ("é\u{2028}b\n\u{301}c", ["é\u{2028}b", "\u{301}c"]),
    ])
    func endsLinesAtLineFeedsAndReturns(text: String, lines: [String]) {
        #expect(TextLines.lines(of: text).map { Array($0.utf8) } == lines.map { Array($0.utf8) })
    }

    @Test(arguments: [("", "", true), (" \u{A0}\t", "", true), (" a b\r\n", "a b", false)])
    func trims(text: String, trimmed: String, isBlank: Bool) {
        #expect(TextLines.trimmed(text) == trimmed)
        #expect(TextLines.isBlank(text) == isBlank)
    }

    @Test(arguments: [
        ("[]", true), (" \r\n[1, \"a\"] ", true), ("[a]", false), ("{}", false), ("", false),
        ("[1] a", false),
    ])
    func recognizesJSONArrays(text: String, isArray: Bool) {
        #expect((TextLines.jsonArray(text) != nil) == isArray)
    }
}
