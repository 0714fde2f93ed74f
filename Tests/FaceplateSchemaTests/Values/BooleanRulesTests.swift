import Testing

@testable import FaceplateSchema

struct BooleanRulesTests {
    private let rules = BooleanRules()

    @Test(
        arguments: [
            ("true", true), ("TRUE", true), ("yes", true), ("YES", true), ("On", true), ("1", true),
            ("false", false), ("no", false), ("NO", false), ("OFF", false), ("0", false),
        ])
    func acceptsWordsInAnyCase(text: String, isOn: Bool) throws {
        #expect(try rules.value(fromText: text, locale: nil) == .boolean(isOn))
        #expect(try rules.value(fromJSON: JSONValue(.string(text))) == .boolean(isOn))
        #expect(rules.problem(with: .boolean(isOn)) == nil)
    }

    @Test(arguments: ["", " yes", "y", "t", "2", "-1", "oui", "enabled", "yes\n", "０"])
    func rejectsOtherText(text: String) {
        #expect(throws: ValueProblem(.notBoolean, ["value": text])) {
            try rules.value(fromText: text, locale: nil)
        }
    }

    @Test(arguments: [
        ("1", "1"), ("null", "null"), ("[true]", "[true]"), ("{}", "{}"), ("0.0", "0.0"),
    ])
    func rejectsOtherJSON(text: String, shown: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.notBoolean, ["value": shown])) {
            try rules.value(fromJSON: json)
        }
    }

    @Test func rejectsValuesOfOtherTypes() {
        #expect(rules.problem(with: .text("true")) == ValueProblem(.notBoolean, ["value": "true"]))
        #expect(rules.problem(with: .integer(1)) == ValueProblem(.notBoolean, ["value": "1"]))
    }

    @Test(arguments: [("\"on\"", true), ("1", true), ("\"0\"", false), ("0", false)])
    func convertsStoredTextAndNumbers(text: String, isOn: Bool) throws {
        #expect(rules.converted(from: try JSONReader.read(text)) == .boolean(isOn))
    }

    @Test(arguments: ["\"hello\"", "2", "[true]", "null", "{}"])
    func doesNotConvertOtherValues(text: String) throws {
        #expect(rules.converted(from: try JSONReader.read(text)) == nil)
    }
}
