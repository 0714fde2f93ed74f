import FaceplateTestSupport
import Foundation
import Testing

/// `profile` and its subcommands.
@Suite(.timeLimit(.hung))
struct ProfileCommandTests {
    private static let database = ["--database", "reader.sqlite"]

    private func run(_ workspace: Workspace, _ arguments: String...) async throws -> Outcome {
        try await workspace.run(arguments + Self.database)
    }

    private func profile(_ workspace: Workspace, _ arguments: String...) async throws -> Outcome {
        try await workspace.run(["profile"] + arguments + Self.database).withoutTimes
    }

    /// Creates a panel with the profiles `Night` and `Day`.
    private func filled() async throws -> Workspace {
        let workspace = try await Sample.withDatabase()
        _ = try await run(
            workspace, "set", "account_name=Ada", "theme=theme_dark", "account_password=hunter2")
        _ = try await profile(workspace, "save", "Night", "--description", "Dark and quiet")
        _ = try await run(workspace, "set", "account_name=Eve", "theme=theme_light")
        _ = try await profile(workspace, "save", "Day", "account_name", "display")
        return workspace
    }

    @Test func listsAndShowsProfiles() async throws {
        let workspace = try await filled()
        #expect(
            try await profile(workspace, "list")
                == Outcome(
                    "Day    2 settings  TIME\nNight  2 settings  TIME  Dark and quiet\n"))
        #expect(
            try await profile(workspace, "show", "Day")
                == Outcome("account_name: Eve\ndisplay_titles: true (default)\n"))
        #expect(
            try await profile(workspace, "show", "Day", "--json").output.contains(
                "\"values\":{\"account_name\":\"Eve\",\"display_titles\":null}"))
        #expect(
            try await profile(workspace, "list", "--json").output.contains(
                "\"name\":\"Night\",\"description\":\"Dark and quiet\",\"saved\":\"TIME\","
                    + "\"settings\":[\"account_name\",\"theme\"]"))
        let empty = try await Sample.withDatabase()
        #expect(
            try await profile(empty) == Outcome(errors: "There are no profiles.\n"))
    }

    @Test func comparesAndUsesAProfile() async throws {
        let workspace = try await filled()
        #expect(
            try await profile(workspace, "diff", "Night")
                == Outcome(
                    "account_name: Eve -> Ada\ntheme: theme_light -> theme_dark\n", status: 1))
        #expect(
            try await profile(workspace, "diff", "Night", "Day")
                == Outcome(
                    "account_name: Ada -> Eve\ntheme: theme_dark -> (not there)\n"
                        + "display_titles: (not there) -> true (default)\n", status: 1))
        #expect(try await profile(workspace, "diff", "Day") == Outcome())
        #expect(
            try await profile(workspace, "diff", "Night", "--json").output
                == "{\"same\":false,\"changed\":{\"account_name\":{\"from\":\"Eve\",\"to\":\"Ada\"},"
                + "\"theme\":{\"from\":\"theme_light\",\"to\":\"theme_dark\"}}}\n")
        #expect(
            try await profile(workspace, "use", "Night", "--dry-run")
                == Outcome(
                    "Would change (2):\n  account_name: Eve -> Ada\n"
                        + "  theme: theme_light -> theme_dark\n",
                    errors: "Nothing was saved: this was a dry run.\n"))
        #expect(
            try await profile(workspace, "use", "Night")
                == Outcome(
                    "Changed (2):\n  account_name: Eve -> Ada\n  theme: theme_light -> theme_dark\n"
                ))
        #expect(
            try await profile(workspace, "use", "Night")
                == Outcome(
                    "Unchanged (2):\n  account_name\n  theme\n", errors: "Nothing changes.\n"))
    }

    @Test func savesNothingAfterARejectedValueWithoutPartial() async throws {
        let workspace = try await filled()
        try workspace.write(
            Sample.schema.replacing(
                #""itemMaximumLength": 5"#, with: #""itemMaximumLength": 2"#), to: "reader.json")
        _ = try await run(workspace, "set", "account_name=E")
        _ = try await workspace.run("evolve", "reader.json")
        let refused = try await profile(workspace, "use", "Night")
        #expect(refused.status == 1)
        #expect(
            refused.errors
                == "Nothing was saved because values were rejected. Add --partial to set the others.\n"
        )
        #expect(try await profile(workspace, "use", "Night", "--dry-run") == refused)
        #expect(try await profile(workspace, "use", "Night", "--json").status == 1)
        let partial = try await profile(workspace, "use", "Night", "--partial")
        #expect(partial.status == 0 && partial.output.contains("theme: theme_light -> theme_dark"))
        #expect(try await run(workspace, "get", "account_name").output == "E\n")
    }

    @Test func showsAValueOfAFormerTypeAsSaved() async throws {
        let workspace = try await filled()
        try workspace.write(
            Sample.schema.replacing(
                #""edit_text", "itemMaximumLength": 5"#, with: #""edit_integer""#),
            to: "reader.json")
        #expect(try await workspace.run("evolve", "reader.json").status == 0)
        #expect(
            try await profile(workspace, "show", "Night")
                == Outcome("account_name: Ada\ntheme: theme_dark\n"))
    }

    private static let mistakes: [([String], String, Int32)] = [
        (["show", "Nigt"], "There is no profile 'Nigt'. Did you mean 'Night'?\n", 1),
        (["diff", "Nigt"], "There is no profile 'Nigt'. Did you mean 'Night'?\n", 2),
        (["diff", "Night", "Dy"], "There is no profile 'Dy'. Did you mean 'Day'?\n", 2),
        (
            ["save", "Day"], "A profile named 'Day' already exists. Add --replace to replace it.\n",
            1
        ),
        (
            ["save", "a/b"],
            "'a/b' cannot be the name of a profile. Use 1 to 64 characters without slashes.\n", 1
        ),
        (
            ["save", "x", "account_nam"],
            "There is no setting or group 'account_nam'. Did you mean 'account_name'?\n", 1
        ),
    ]

    @Test(arguments: mistakes)
    func reportsUnknownAndInvalidNames(
        arguments: [String], errors: String, status: Int32
    ) async throws {
        let workspace = try await filled()
        let outcome = try await workspace.run(["profile"] + arguments + Self.database)
        #expect(outcome == Outcome(errors: errors, status: status))
    }

    @Test func replacesRenamesAndRemovesAProfile() async throws {
        let workspace = try await filled()
        #expect(
            try await profile(workspace, "save", "Day", "theme", "--replace")
                == Outcome("The profile 'Day' contains 1 setting.\n"))
        #expect(
            try await profile(workspace, "rename", "Day", "Noon", "--description", "Lunch")
                == Outcome("The profile 'Noon' is saved.\n"))
        #expect(
            try await profile(workspace, "list").output
                == "Night  2 settings  TIME  Dark and quiet\nNoon   1 setting   TIME  Lunch\n")
        #expect(
            try await profile(workspace, "remove", "Noon")
                == Outcome("The profile 'Noon' is removed.\n"))
        #expect(try await profile(workspace, "show", "Noon").status == 1)
    }

    @Test func keepsTheDescriptionUnlessAnotherIsGiven() async throws {
        let workspace = try await filled()
        _ = try await profile(workspace, "save", "Night", "theme", "--replace")
        _ = try await profile(workspace, "rename", "Night", "Late")
        #expect(
            try await profile(workspace, "list").output
                == "Day   2 settings  TIME\nLate  1 setting   TIME  Dark and quiet\n")
        _ = try await profile(workspace, "rename", "Late", "--description", "")
        #expect(
            try await profile(workspace, "list").output
                == "Day   2 settings  TIME\nLate  1 setting   TIME\n")
    }

    @Test func reportsSettingsThatWereRemovedFromTheSchema() async throws {
        let workspace = try await filled()
        try workspace.write(EvolveCommandTests.without, to: "reader.json")
        _ = try await workspace.run("evolve", "reader.json")
        #expect(
            try await profile(workspace, "list").output
                == "Day    1 setting   TIME\nNight  0 settings  TIME  Dark and quiet\n")
        let unknown = "No setting has these keys, which are ignored: account_name"
        #expect(
            try await profile(workspace, "show", "Day")
                == Outcome("display_titles: true (default)\n", errors: unknown + ".\n"))
        #expect(
            try await profile(workspace, "diff", "Night")
                == Outcome(errors: unknown + ", theme.\n"))
    }

    @Test(arguments: [
        ["save", "Dawn"], ["rename", "Day", "Noon"], ["remove", "Day"], ["use", "Day"], ["list"],
        ["show", "Day"], ["diff", "Day"],
    ])
    func reportsAnotherVersionOfTheSchema(arguments: [String]) async throws {
        let workspace = try await filled()
        try workspace.write(EvolveCommandTests.without, to: "reader.json")
        let outcome = try await workspace.run(
            ["profile"] + arguments + ["--schema", "reader.json"])
        #expect(outcome.errors.hasPrefix("'reader.sqlite' contains another version of the schema"))
    }
}
