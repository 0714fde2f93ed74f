import Testing

@testable import FaceplateSchema

struct TextRulesTests {
    @Test(
        arguments: [
            ("a", "a"), ("", ""), ("  a b  ", "a b"), ("\r\n a\t\n", "a"), ("\u{A0}a\u{3000}", "a"),
            (" \n ", ""), ("a\tb", "a\tb"), ("e\u{301}", "e\u{301}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
            ("\u{200B}", "\u{200B}"),
            ("\u{202E}abc", "\u{202E}abc"),
        ])
    func trimsAndKeepsTheOtherBytes(text: String, kept: String) throws {
        guard case .text(let value) = try TextRules().value(fromText: text, locale: nil) else {
            Issue.record("not a text")
            return
        }
        #expect(Array(value.utf8) == Array(kept.utf8))
    }

    @Test func keepsSpacesWithoutTrimming() throws {
        let rules = TextRules(trims: false)
        #expect(try rules.value(fromText: " a ", locale: nil) == " a ")
        #expect(throws: ValueProblem(.lineBreak, ["position": "2"])) {
            try rules.value(fromText: "a\n", locale: nil)
        }
    }

    @Test(
        arguments: [
            ([0x00], 1),
            ([0xE9, 0x1B, 0x5B], 2),
            ([0x61, 0x62, 0x7F], 3), ([0x61, 0x9F, 0x62], 2), ([0x61, 0x85, 0x62], 2),
            ([0xFFFE], 1), ([0x61, 0xFFFF], 2), ([0xFDD0], 1),
            ([0xFDEF], 1),
            ([0x1FFFE], 1), ([0x65, 0x301, 0x10FFFF], 3),
        ] as [([UInt32], Int)])
    func rejectsControlCharactersAndNoncharacters(scalars: [UInt32], position: Int) {
        let text = Self.text(scalars)
        #expect(throws: ValueProblem(.controlCharacter, ["position": String(position)])) {
            try TextRules().value(fromText: text, locale: nil)
        }
    }

    @Test(arguments: [[0x0A], [0x0D, 0x0A], [0x2028], [0x2029]] as [[UInt32]])
    func rejectsLineBreaks(scalars: [UInt32]) {
        let text = Self.text([0x61] + scalars + [0x62])
        #expect(throws: ValueProblem(.lineBreak, ["position": "2"])) {
            try TextRules().value(fromText: text, locale: nil)
        }
    }

    @Test(arguments: [0x09, 0xFDCF, 0xFDF0, 0xFFFD, 0xA1, 0x2027, 0x10FFFD] as [UInt32])
    func acceptsTheNeighborsOfRejectedScalars(scalar: UInt32) throws {
        let text = Self.text([scalar])
        #expect(try TextRules(trims: false).value(fromText: text, locale: nil) == .text(text))
    }

    private static func text(_ scalars: [UInt32]) -> String {
        String(String.UnicodeScalarView(scalars.compactMap(UnicodeScalar.init)))
    }

    @Test(arguments: ["1", "true", "null", "[\"a\"]", "{}"])
    func acceptsOnlyJSONStrings(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.notText, ["value": text])) {
            try TextRules().value(fromJSON: json)
        }
    }

    @Test(
        arguments: [
            ("", nil), ("a", .tooShort), ("ab", nil), ("abcd", nil), ("abcde", .tooLong),
            ("é😀", nil), ("e\u{301}", nil), ("e\u{301}e\u{301}e", .tooLong), ("😀", .tooShort),
            ("👩‍👩", nil),
        ] as [(String, ValueProblem.Code?)])
    func countsUnicodeScalars(text: String, code: ValueProblem.Code?) {
        let rules = TextRules(minimumLength: 2, maximumLength: 4)
        let expected = code.map {
            ValueProblem(
                $0,
                [
                    "length": String(text.unicodeScalars.count), "minimum": "2", "maximum": "4",
                ])
        }
        #expect(rules.problem(with: .text(text)) == expected)
    }

    @Test func reportsOnlyDeclaredBounds() {
        #expect(
            TextRules(maximumLength: 1).problem(with: "ab")
                == ValueProblem(.tooLong, ["length": "2", "maximum": "1"]))
        #expect(
            TextRules(minimumLength: 3).problem(with: "ab")
                == ValueProblem(.tooShort, ["length": "2", "minimum": "3"]))
    }

    @Test func rejectsEmptyTextOnlyIfRequired() throws {
        #expect(TextRules().problem(with: "") == nil)
        #expect(TextRules(isRequired: true).problem(with: "") == ValueProblem(.required))
        let rules = TextRules(isRequired: true, minimumLength: 2)
        #expect(rules.problem(with: "") == ValueProblem(.required))
    }

    @Test func checksThePattern() throws {
        let rules = TextRules(pattern: try Pattern("^[a-z]+$"))
        #expect(rules.problem(with: "abc") == nil)
        #expect(rules.problem(with: "") == nil)
        #expect(
            rules.problem(with: "ABC") == ValueProblem(.patternMismatch, ["pattern": "^[a-z]+$"]))
    }

    @Test func rejectsValuesOfOtherTypes() {
        #expect(
            TextRules().problem(with: .boolean(true)) == ValueProblem(.notText, ["value": "true"]))
    }

    @Test(arguments: [("true", "true"), ("12", "12"), ("0.50", "0.5"), ("\"a\"", "a")])
    func convertsStoredScalars(json: String, text: String) throws {
        #expect(TextRules().converted(from: try JSONReader.read(json)) == .text(text))
    }

    @Test func keepsStoredTextThatBreaksAConstraint() throws {
        let rules = TextRules(isRequired: true, maximumLength: 1)
        #expect(rules.converted(from: "abc") == "abc")
        #expect(rules.converted(from: ["a"]) == nil)
    }

    @Test func allPatternsAreInTheJSONSchema() throws {
        let schema = TextRules(isRequired: true, pattern: try Pattern("^[a-z]+$")).jsonSchema
        #expect(schema["pattern"] == "^[a-z]+$")
        #expect(schema["allOf"]?.array?.isEmpty == false)
    }
}
