import Testing

@testable import FaceplateSchema

struct PatternMatcherTests {
    @Test(arguments: [
        "(a+)+$", "(a|a)*$", "(a*)*b", "(a|aa)+$", "(.*.*)*=.*x", "^(([a-z])+.)+[A-Z]$",
    ])
    func takesLinearTime(source: String) throws {
        let pattern = try Pattern(source)
        let steps = [1000, 2000, 4000].map { count in
            pattern.search(String(repeating: "a", count: count) + "!").steps
        }
        #expect(steps[0] > 1000)
        #expect(steps[2] - steps[1] <= 2 * (steps[1] - steps[0]) + 60)
    }

    /// With backtracking, each further letter doubles the steps.
    @Test func neverBacktracks() throws {
        let pattern = try Pattern("(a+)+$")
        let found = [30, 60].map { pattern.search(String(repeating: "a", count: $0) + "!") }
        #expect(found.allSatisfy { !$0.isFound })
        #expect(found[1].steps <= 2 * found[0].steps + 100)
    }

    @Test func stopsAtTheFirstMatch() throws {
        let pattern = try Pattern("ab")
        let steps = [10, 10_000].map {
            pattern.search("ab" + String(repeating: "a", count: $0)).steps
        }
        #expect(steps[0] == steps[1])
    }

    /// Twice the pattern and twice the text are four times the steps.
    @Test func visitsEachInstructionOnceForEachScalar() throws {
        let found = try [250, 500].map { count in
            try Pattern("^(a?){\(count)}a{\(count)}$")
                .search(String(repeating: "a", count: count))
        }
        #expect(found.allSatisfy { $0.isFound })
        #expect(found[1].steps <= 4 * found[0].steps + 1000)
    }
}
