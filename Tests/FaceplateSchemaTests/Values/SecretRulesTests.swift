import Testing

@testable import FaceplateSchema

struct SecretRulesTests {
    @Test func trimsNothing() throws {
        #expect(try SecretRules().value(fromText: " a ", locale: nil) == " a ")
    }

    @Test(arguments: [("a", ValueProblem.Code.tooShort), ("abcde", .tooLong)])
    func checksTheLength(text: String, code: ValueProblem.Code) {
        let rules = SecretRules(minimumLength: 2, maximumLength: 4)
        #expect(rules.problem(with: .text(text))?.code == code)
        #expect(rules.problem(with: .text("abc")) == nil)
    }

    @Test func aProblemNeverContainsTheSecret() throws {
        let rules = SecretRules(maximumLength: 3, pattern: try Pattern("^a"))
        let planted = "planted-secret"
        var problems = [
            rules.problem(with: .text(planted)), rules.problem(with: .list([.text(planted)])),
        ]
        problems += [SecretRules(pattern: try Pattern("^a")).problem(with: .text(planted))]
        for json in [
            JSONValue.init(.array([.init(.string(planted))])), JSONValue(.string(planted + "\n")),
        ] {
            let error = #expect(throws: ValueProblem.self) { try rules.value(fromJSON: json) }
            problems.append(error)
        }
        for problem in problems { #expect(!"\(try #require(problem))".contains(planted)) }
    }
}
