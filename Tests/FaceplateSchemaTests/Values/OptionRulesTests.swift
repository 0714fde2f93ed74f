import Testing

@testable import FaceplateSchema

struct OptionRulesTests {
    private let rules = OptionRules(["a", .integer(1), .boolean(true), "\u{E9}"])

    @Test(
        arguments: [
            ("a", "a"), ("1", .integer(1)), ("true", .boolean(true)), ("YES", .boolean(true)),
        ] as [(String, Value)])
    func findsOptionsByTheirText(text: String, value: Value) throws {
        #expect(try rules.value(fromText: text, locale: nil) == value)
        #expect(rules.problem(with: value) == nil)
    }

    @Test(arguments: ["", "A", "a ", "2", "no", "e\u{301}", "1.0"])
    func rejectsOtherText(text: String) {
        let expected = ValueProblem(.notAnOption, ["value": text, "options": "a, 1, true, \u{E9}"])
        #expect(throws: expected) { try rules.value(fromText: text, locale: nil) }
        #expect(rules.problem(with: .text(text)) == expected)
    }

    @Test(
        arguments: [
            ("\"a\"", "a"), ("1.0", .integer(1)), ("true", .boolean(true)), ("\"gone\"", "gone"),
        ] as [(String, Value)])
    func readsAnyScalarFromJSON(text: String, value: Value) throws {
        #expect(try rules.value(fromJSON: JSONReader.read(text)) == value)
    }

    @Test(arguments: ["null", "{}", "[\"a\"]"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        let error = #expect(throws: ValueProblem.self) { try rules.value(fromJSON: json) }
        #expect(error?.code == .notAnOption)
        #expect(error?.parameters["value"] == text)
    }
}
