import FaceplateTestSupport
import Testing

/// `faceplate generate`; the tests of the generator check the generated code.
@Suite(.timeLimit(.hung))
struct GenerateCommandTests {
    @Test func printsTheKeys() async throws {
        let outcome = try await Sample.workspace().run("generate", "reader.json")
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix(
                """
                // swift-format-ignore-file
                // Made from reader.json by faceplate. Change that file, not this one.

                import Faceplate

                """))
        #expect(outcome.output.contains("    static var displayTitles: SettingKey<Bool> {\n"))
        #expect(outcome.output.hasSuffix("}\n"))
    }

    @Test func usesTheGivenAccessLevel() async throws {
        let workspace = try Sample.workspace()
        let outcome = try await workspace.run("generate", "reader.json", "--access", "public")
        #expect(outcome.output.contains("    public static var displayTitles: SettingKey<Bool> {"))
    }

    @Test func writesAFileOnlyIfItChanges() async throws {
        let workspace = try Sample.workspace()
        let arguments = ["generate", "reader.json", "--output", "a/Keys.swift"]
        let first = try await workspace.run(arguments)
        #expect(first == Outcome(errors: "Wrote 'a/Keys.swift'.\n"))
        let second = try await workspace.run(arguments)
        #expect(second == Outcome(errors: "'a/Keys.swift' is up to date.\n"))
        let third = try await workspace.run(
            "generate", "reader.json", "--output", "a/Keys.swift", "--type", "Keys", "--json")
        #expect(third == Outcome("{\"file\":\"a/Keys.swift\",\"written\":true}\n"))
    }

    @Test func doesNotOverwriteAFileThatItDidNotMake() async throws {
        let workspace = try Sample.workspace()
        let outcome = try await workspace.run(
            "generate", "reader.json", "--output", "reader.json")
        #expect(
            outcome
                == Outcome(
                    errors: "'reader.json' was not made by faceplate and is left as it is. "
                        + "Name another file.\n", status: 1))
        #expect(try await workspace.run("check", "reader.json").status == 0)
    }

    @Test func reportsAFileThatCannotBeWritten() async throws {
        let outcome = try await Sample.workspace().run(
            "generate", "reader.json", "--output", "reader.json/Keys.swift")
        #expect(
            outcome
                == Outcome(errors: "'reader.json/Keys.swift' cannot be written.\n", status: 69))
    }

    @Test func rejectsKeysWithTheSameSwiftName() async throws {
        let workspace = try Sample.workspace()
        try workspace.write(
            """
            [{"groupKey":"g","items":[{"itemKey":"a_b","itemControlType":"switch"},
              {"itemKey":"aB","itemControlType":"switch"}]}]
            """, to: "twins.json")
        let outcome = try await workspace.run("generate", "twins.json")
        #expect(
            outcome
                == Outcome(
                    errors: "'aB' and 'a_b' would both be named 'aB'. Rename one.\n", status: 1))
    }

    @Test func reportsAnInvalidSchema() async throws {
        let workspace = try Sample.workspace()
        try workspace.write("[{}]", to: "broken.json")
        let outcome = try await workspace.run("generate", "broken.json", "--output", "x.swift")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("broken.json:1:"))
        #expect(!workspace.exists("x.swift"))
    }
}
