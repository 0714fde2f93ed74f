import FaceplateTestSupport
import Testing

/// `wait` with a time limit; the tests of processes change values meanwhile.
@Suite(.timeLimit(.hung))
struct WaitCommandTests {
    private func wait(_ arguments: String...) async throws -> Outcome {
        try await Sample.withDatabase().run(
            ["wait"] + arguments + ["--database", "reader.sqlite"])
    }

    @Test func reportsOnlySettingsWithAnotherValue() async throws {
        #expect(
            try await wait("display_titles=yes", "theme=theme_dark", "--timeout", "10ms")
                == Outcome(errors: "'theme' is not theme_dark after 10ms.\n", status: 1))
    }

    @Test func rejectsASecret() async throws {
        let words = "'account_password' is a secret, so its value is not compared.\n"
        #expect(
            try await wait("account_password=x", "--timeout", "10ms")
                == Outcome(errors: words, status: 1))
    }

    @Test func waitsForFractionsOfASecond() async throws {
        var outcome: Outcome?
        let time = try await ContinuousClock().measure {
            outcome = try await wait("theme=theme_dark", "--timeout", "900ms")
        }
        #expect(outcome?.errors == "'theme' is not theme_dark after 900ms.\n")
        #expect(time >= .milliseconds(900))
    }
}
