import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct ListRulesTests {
    @Test(arguments: [
        #"["9.9.9.9""#, #"["a", "b"#, #" [ "a"]x"#, "[[1]", #"[{"a":1}"#, "[\"a\"]\n[\"b\"]",
        "[1,2", "[1", " [ 1.5 ,", "[-1,x]", "[true, 2", "[null", "[10.0.0.1, 10.0.0.2",
    ])
    func rejectsATruncatedArray(_ text: String) {
        let rules = ListRules(element: TextRules())
        #expect(throws: ValueProblem(.notAList, ["value": text])) {
            try rules.value(fromText: text, locale: nil)
        }
    }

    @Test(arguments: [
        "[::1]", "[::1]:8080", "[2001:db8::1]", "[section]", "[", "a[\"b\"", "[12:30] x", "[1] x",
        "[true story", "[a, b", "[draft",
    ])
    func acceptsALineThatBeginsWithABracket(_ text: String) throws {
        let rules = ListRules(element: TextRules())
        #expect(try rules.value(fromText: text, locale: nil) == .list([.text(text)]))
    }

    /// A list of which elements are missing would not be what was stored.
    @Test(
        arguments: [
            (["1", 2, ["n": 3]], .list([1, 2, 3])), (["1", "x"], nil), ([1, [2]], nil),
            ("1\n\n2", .list([1, 2])), ("3", .list([3])), (4, .list([4])), ("1\nx", nil),
            (["n": 3], nil), ([["n": 3, "m": 4]], nil), ([], .list([])),
        ] as [(JSONValue, Value?)])
    func convertsAStoredListOnlyAsAWhole(json: JSONValue, value: Value?) {
        #expect(ListRules(element: NumberRules.integer()).converted(from: json) == value)
    }

    private let texts = ListRules(element: TextRules(maximumLength: 3))
    private let numbers = ListRules(element: NumberDouble(), isUnique: true)
    private static let french = LocaleTag("fr")

    @Test(
        arguments: [
            ("", []), ("\r\n \n", []), ("a", ["a"]), ("a\r\n\r\n b \nc", ["a", "b", "c"]),
            (#"["a", ""]"#, ["a", ""]), ("[a]", ["[a]"]), ("a,b", ["a,b"]), ("[]", []),
        ] as [(String, [Value])])
    func readsLinesAndArrays(text: String, values: [Value]) throws {
        let value = try texts.value(fromText: text, locale: nil)
        #expect(value == .list(values))
        #expect(texts.problem(with: value) == nil)
    }

    @Test(arguments: [
        ("1\nx\n3", 2), ("1\n\n\nx", 4), ("[1, \"x\"]", 2), ("x", 1),
    ])
    func reportsTheLineOfAnotherType(text: String, line: Int) throws {
        let error = #expect(throws: ValueProblem.self) {
            try numbers.value(fromText: text, locale: nil)
        }
        #expect(error?.code == .notText)
        #expect(error?.parameters["line"] == String(line))
    }

    @Test func reportsTheLineOfAValueOutOfBounds() throws {
        let problem = ValueProblem(.tooLong, ["maximum": "99", "line": "2"])
        let value = try numbers.value(fromText: "1\n100", locale: nil)
        #expect(numbers.problem(with: value) == problem)
    }

    @Test(arguments: [
        ("\n\n100", "3", ValueProblem.Code.tooLong), ("1\n\n2\n\n1", "5", .duplicate),
        ("1\n\n1", "3", .duplicate),
    ])
    func countsBlankLinesToo(text: String, line: String, code: ValueProblem.Code) {
        let error = #expect(throws: ValueProblem.self) {
            try numbers.value(fromText: text, locale: nil)
        }
        #expect(error?.code == code)
        #expect(error?.parameters["line"] == line)
    }

    @Test func reportsDuplicates() {
        #expect(
            numbers.problem(with: .list([1, 2, 1]))
                == ValueProblem(.duplicate, ["value": "1", "line": "3"]))
        #expect(texts.problem(with: .list(["a", "a"])) == nil)
    }

    @Test(
        arguments: [
            (1, ValueProblem(.tooFew, ["count": "1", "minimum": "2"])), (2, nil), (3, nil),
            (4, ValueProblem(.tooMany, ["count": "4", "maximum": "3"])),
        ] as [(Int, ValueProblem?)])
    func checksTheNumberOfElements(count: Int, problem: ValueProblem?) {
        let rules = ListRules(element: TextRules(), minimumCount: 2, maximumCount: 3)
        #expect(rules.problem(with: .list(Array(repeating: "a", count: count))) == problem)
    }

    @Test(arguments: ["null", "\"a\"", "{}"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.notAList, ["value": text])) {
            try texts.value(fromJSON: json)
        }
        #expect(texts.problem(with: .text("a")) == ValueProblem(.notAList, ["value": "a"]))
    }

    @Test(
        arguments: [
            ([], ""), (["a", "b"], "a\nb"), (["a", ""], #"["a",""]"#), (["[1]"], #"["[1]"]"#),
            (["[a]"], "[a]"), ([" a"], #"[" a"]"#),
        ] as [([Value], String)])
    func showsLinesIfTheyCanBeReadBack(values: [Value], text: String) {
        #expect(texts.fieldText(of: .list(values), locale: nil) == text)
    }

    @Test func readsAndWritesTheFormatOfTheLocale() throws {
        let value = try numbers.value(fromText: "5,0\n6,0", locale: Self.french)
        #expect(value == .list([5, 6]))
        #expect(numbers.fieldText(of: value, locale: Self.french) == "5,0\n6,0")
        #expect(try numbers.value(fromElements: ["5,0"], locale: Self.french) == .list([5]))
    }

    @Test func readsElementsOneByOne() {
        let error = #expect(throws: ValueProblem.self) {
            try numbers.value(fromElements: ["1", ""], locale: nil)
        }
        #expect(error == ValueProblem(.required, ["line": "2"]))
    }

    @Test(.timeLimit(.hung))
    func readsLongTextInLinearTime() throws {
        let rules = ListRules(element: TextRules(), isUnique: true)
        let text = (0..<50_000).map { "line \($0)" }.joined(separator: "\n\n")
        guard case .list(let values) = try rules.value(fromText: text, locale: nil) else {
            Issue.record("not a list")
            return
        }
        #expect(values.count == 50_000)
    }
}
