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
    func readsJSONAndOtherwiseText(text: String, value: Value) throws {
        #expect(try rules.value(fromText: text, locale: nil) == value)
        #expect(rules.problem(with: value) == nil)
    }

    @Test(
        arguments: [
            "5", 5, "null", "true", "", "a", .list([1]), "[1]", "\"a\"", .record(["a": 2]), true,
            "a\r\nb", "\r",
        ] as [Value])
    func readsFieldsBack(value: Value) throws {
        #expect(
            try rules.value(fromText: rules.fieldText(of: value, locale: nil), locale: nil) == value
        )
    }

    @Test(arguments: ["1", "true", "[1]", 1, ["1"]] as [JSONValue])
    func keepsStoredValuesUnchanged(json: JSONValue) {
        #expect(rules.converted(from: json)?.json == json)
    }

    @Test func nullIsNotAValue() throws {
        #expect(throws: ValueProblem(.required)) { try rules.value(fromJSON: nil) }
        #expect(throws: ValueProblem(.required)) { try rules.value(fromText: "null", locale: nil) }
    }

    @Test(arguments: ["[null]", "{\"a\":null}", "[[null,1],{\"a\":[null]}]"])
    func nullInsideAValueIsAPart(text: String) throws {
        let value = try rules.value(fromText: text, locale: nil)
        #expect(JSONWriter().text(value.json) == text)
        #expect(rules.problem(with: value) == nil)
        #expect(try rules.value(fromJSON: value.json) == value)
    }

    @Test func reportsANumberOutOfRange() throws {
        let number = JSONValue(.number(JSONNumber(validated: "1e999999")))
        for json in [number, [number], ["a": [number]]] as [JSONValue] {
            let problem = #expect(throws: ValueProblem.self) {
                try rules.value(fromJSON: json)
            }
            #expect(problem?.code == .notNumber && problem?.parameters["value"] == "1e999999")
        }
    }

    @Test(
        arguments: [
            ("a\u{0}", "2"), (.list(["a", .list(["\u{7F}"])]), "1"),
            (.record(["a": "\u{FFFE}"]), "1"),
            (.record(["\u{1}": 1]), "1"),
        ] as [(Value, String)])
    func controlCharactersAreRejectedAtAnyDepth(value: Value, position: String) {
        #expect(
            rules.problem(with: value) == ValueProblem(.controlCharacter, ["position": position]))
    }
}
