import Testing

@testable import FaceplateSchema

struct AnyRulesTests {
    private let rules = AnyRules()

    @Test(
        arguments: [
            ("5", 5), ("true", true), ("\"a\"", "a"), ("a", "a"), ("", ""),
            (
                "[1, {\"a\": 2}]",
                .list([1, .record(["a": 2])])
            ), ("{a}", "{a}"), ("a\r\nb\t", "a\nb\t"),
            (" 1 ", 1), ("1 2", "1 2"),
        ] as [(String, Value)])
    func readsJSONOrElseTheText(text: String, value: Value) throws {
        #expect(try rules.value(fromText: text, locale: nil) == value)
        #expect(rules.problem(with: value) == nil)
    }

    @Test(
        arguments: [
            "5", 5, "null", "true", "", "a", .list([1]), "[1]", "\"a\"", .record(["a": 2]), true,
            "a\r\nb", "\r",
        ] as [Value])
    func fieldsReadBackTheSame(value: Value) throws {
        #expect(
            try rules.value(fromText: rules.fieldText(of: value, locale: nil), locale: nil) == value
        )
    }

    @Test(arguments: ["1", "true", "[1]", 1, ["1"]] as [JSONValue])
    func storedValuesStayAsTheyAre(json: JSONValue) {
        #expect(rules.converted(from: json)?.json == json)
    }

    @Test(arguments: ["null", "[null]", "{\"a\": null}"])
    func nullIsNoValue(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.required)) { try rules.value(fromJSON: json) }
        #expect(throws: ValueProblem(.required)) { try rules.value(fromText: text, locale: nil) }
    }

    @Test(
        arguments: [
            ("a\u{0}", "2"), (.list(["a", .list(["\u{7F}"])]), "1"),
            (.record(["a": "\u{FFFE}"]), "1"),
            (.record(["\u{1}": 1]), "1"),
        ] as [(Value, String)])
    func controlCharactersAreRefusedAtAnyDepth(value: Value, position: String) {
        #expect(
            rules.problem(with: value) == ValueProblem(.controlCharacter, ["position": position]))
    }
}
