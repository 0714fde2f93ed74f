import Testing

@testable import FaceplateSchema

struct TextRulesLinesTests {
    @Test(
        arguments: [
            ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\n\rb", "a\n\nb"), ("a\r\r\nb", "a\n\nb"),
            ("a\r\n\r\nb", "a\n\nb"), ("\r\n a  \n\tb \r\n", "a  \n\tb"), ("\r", ""),
            ("e\u{301}\r\n\u{301}", "e\u{301}\n\u{301}"),
        ])
    func endsLinesWithLineFeeds(text: String, kept: String) throws {
        let rules = TextRules(allowsLines: true)
        guard case .text(let value) = try rules.value(fromText: text, locale: nil) else {
            Issue.record("not a text")
            return
        }
        #expect(Array(value.utf8) == Array(kept.utf8))
        #expect(try rules.value(fromText: value, locale: nil) == .text(value))
    }

    @Test(arguments: [nil, 2, 3])
    func keepsOuterLinesWithoutTrimming(maximumLines: Int?) throws {
        let rules = TextRules(trims: false, allowsLines: true, maximumLines: maximumLines)
        #expect(try rules.value(fromText: "\r\n a\r\n", locale: nil) == "\n a\n")
    }

    @Test(arguments: [0x0B, 0x0C, 0x00, 0x85, 0x2028, 0x2029, 0x1B] as [UInt32])
    func rejectsOtherControlCharacters(value: UInt32) throws {
        let scalar = try #require(UnicodeScalar(value))
        #expect(throws: ValueProblem(.controlCharacter, ["position": "3"])) {
            try TextRules(allowsLines: true).value(fromText: "a\r\n\(scalar)b", locale: nil)
        }
    }

    @Test func countsALineEndAsOneScalar() {
        let rules = TextRules(maximumLength: 3, allowsLines: true)
        #expect(throws: Never.self) {
            let value = try rules.value(fromText: "a\r\nb", locale: nil)
            #expect(rules.problem(with: value) == nil)
        }
    }

    @Test(
        arguments: [
            ("a", nil), ("a\nb", nil), ("a\nb\n", nil), ("a\nb\nc", "3"), ("\n\n\n", "3"),
            ("", nil),
        ] as [(String, String?)])
    func countsLines(text: String, lines: String?) {
        let rules = TextRules(trims: false, allowsLines: true, maximumLines: 2)
        let expected = lines.map {
            ValueProblem(.tooManyLines, ["length": $0, "maximum": "2"])
        }
        #expect(rules.problem(with: .text(text)) == expected)
    }

    @Test(
        arguments: [
            (["a", 1, true], "a\n1\ntrue"), (["a", ["b"]], nil), (["a", nil], nil),
            (["a", "", "b"], "a\n\nb"), (["a"], "a"), (7, "7"),
        ] as [(JSONValue, Value?)])
    func aStoredListBecomesLines(json: JSONValue, value: Value?) {
        #expect(TextRules(allowsLines: true).converted(from: json) == value)
    }

    @Test func readsManyLineEndsInLinearTime() throws {
        let text = "a" + String(repeating: "\r\n", count: 200_000) + "b"
        let value = try TextRules(allowsLines: true).value(fromText: text, locale: nil)
        #expect(value.plainText.utf8.count == 200_002)
    }

    @Test(arguments: [("a", true), ("a\nb", true), ("a\nb\n", true), ("a\nb\nc", false)])
    func theJSONSchemaCountsLinesTheSameWay(text: String, isAccepted: Bool) throws {
        let rules = TextRules(trims: false, allowsLines: true, maximumLines: 2)
        let pattern = try #require(
            rules.jsonSchema["allOf"]?.array?.last?.object?["pattern"]?.string)
        #expect(try Pattern(pattern).matches(text) == isAccepted)
        #expect((rules.problem(with: .text(text)) == nil) == isAccepted)
    }
}
