import Testing

@testable import FaceplateSchema

struct PickerRulesTests {
    private let rules = PickerRules(options: ["auto", 5, "500"], own: NumberDouble())

    @Test(
        arguments: [
            ("auto", "auto"), ("5", 5), ("6", 6), ("500", "500"),
        ] as [(String, Value)])
    func prefersAnOptionWithThatText(text: String, value: Value) throws {
        #expect(try rules.value(fromText: text, locale: nil) == value)
        #expect(rules.problem(with: value) == nil)
        #expect(rules.fieldText(of: value, locale: nil) == text)
    }

    @Test func customValuesFollowTheLocaleAndTheirRules() throws {
        let french = LocaleTag("fr")
        #expect(try rules.value(fromText: "6,0", locale: french) == 6)
        #expect(rules.fieldText(of: 6, locale: french) == "6,0")
        #expect(rules.fieldText(of: 5, locale: french) == "5")
        #expect(throws: ValueProblem(.notText, ["value": "Auto"])) {
            try rules.value(fromText: "Auto", locale: nil)
        }
        #expect(rules.problem(with: 100)?.code == .tooLong)
        #expect(rules.problem(with: "gone")?.code == .tooLong)
    }

    @Test(arguments: ["", " ", "\r\n"])
    func rejectsEmptyText(text: String) {
        #expect(throws: ValueProblem(.required)) { try rules.value(fromText: text, locale: nil) }
    }

    @Test func acceptsAnEmptyOption() throws {
        let rules = PickerRules(options: [""], own: TextRules())
        #expect(try rules.value(fromText: "", locale: nil) == "")
    }

    @Test(
        arguments: [("\"auto\"", "auto"), ("5.0", 5), ("7", 7), ("\"500\"", "500")]
            as [(String, Value)])
    func readsJSON(text: String, value: Value) throws {
        #expect(try rules.value(fromJSON: JSONReader.read(text)) == value)
    }

    @Test(arguments: ["null", "\"gone\"", "[]"])
    func rejectsOtherJSON(text: String) throws {
        let json = try JSONReader.read(text)
        #expect(throws: ValueProblem(.notText)) { try rules.value(fromJSON: json) }
    }
}
