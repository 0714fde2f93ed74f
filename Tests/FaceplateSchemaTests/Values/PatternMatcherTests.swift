import Testing

@testable import FaceplateSchema

struct PatternMatcherTests {
    @Test(arguments: [
        "(a+)+$", "(a|a)*$", "(a*)*b", "(a|aa)+$", "(.*.*)*=.*x", "^(([a-z])+.)+[A-Z]$",
    ])
    func takesTimeLinearInTheText(source: String) throws {
        let pattern = try Pattern(source)
        let steps = [1000, 2000, 4000].map { count in
            pattern.search(String(repeating: "a", count: count) + "!").steps
        }
        #expect(steps[1] - steps[0] <= 1000 * 30)
        #expect(steps[2] - steps[1] <= 2 * (steps[1] - steps[0]) + 60)
    }

    @Test func isDoneAtOnceWhereBacktrackingWouldNotBe() throws {
        let text = String(repeating: "a", count: 30) + "!"
        let found = try Pattern("(a+)+$").search(text)
        #expect(!found.isFound)
        #expect(found.steps < 1000)
    }

    @Test func stopsAtTheFirstMatch() throws {
        let text = "ab" + String(repeating: "a", count: 10_000)
        #expect(try Pattern("ab").search(text).steps < 20)
    }

    @Test func visitsEachInstructionOnceForEachScalar() throws {
        let source = "^(a?){500}a{500}$"
        let found = try Pattern(source).search(String(repeating: "a", count: 500))
        #expect(found.isFound)
        #expect(found.steps <= 501 * 2 * 1600)
    }
}
