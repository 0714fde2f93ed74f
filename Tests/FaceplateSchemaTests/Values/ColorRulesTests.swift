import Testing

@testable import FaceplateSchema

struct ColorRulesTests {
    @Test(
        arguments: [
            ("#FFF", "#ffffff"), ("fff", "#ffffff"), ("#0B5CAD", "#0b5cad"),
            (" 0b5cad ", "#0b5cad"),
            ("#12345678", "#12345678"), ("#1234", "#11223344"), ("#123f", "#112233"),
            ("#0b5cadFF", "#0b5cad"),
        ])
    func readsColors(text: String, color: String) throws {
        let rules = ColorRules(allowsAlpha: true)
        #expect(try rules.value(fromText: text, locale: nil) == .text(color))
        #expect(try rules.value(fromJSON: JSONValue(.string(text))) == .text(color))
        #expect(rules.problem(with: .text(color)) == nil)
        let isOpaque = color.count == 7
        #expect((ColorRules().problem(with: .text(color)) == nil) == isOpaque)
    }

    @Test(
        arguments: [
            "#", "#12", "#12345", "#1234567", "#123456789", "##123", "red", "#ggg", "0x123456",
            "#１２３", "rgb(1,2,3)", "# 123",
        ])
    func rejectsOtherText(text: String) {
        let problem = ValueProblem(.notAColor, ["value": text])
        #expect(throws: problem) { try ColorRules().value(fromText: text, locale: nil) }
        #expect(ColorRules().problem(with: .text(text)) == problem)
    }

    @Test func rejectsEmptyTextAndNumbers() {
        #expect(throws: ValueProblem(.required)) {
            try ColorRules().value(fromText: "", locale: nil)
        }
        #expect(throws: ValueProblem(.notAColor, ["value": "123"])) {
            try ColorRules().value(fromJSON: 123)
        }
    }
}
