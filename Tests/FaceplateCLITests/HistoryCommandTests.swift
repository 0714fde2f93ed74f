import Faceplate
import FaceplateTestSupport
import Foundation
import Testing

/// `changes`, `undo` and `restore`.
@Suite(.timeLimit(.hung))
struct HistoryCommandTests {
    private static let database = ["--database", "reader.sqlite"]

    /// Creates a history: revision 1 sets two settings, revision 2 one of them again, revision 3 a secret.
    private func filled() async throws -> Workspace {
        let workspace = try await Sample.withDatabase()
        for pairs in [
            ["account_name=Ada", "display_titles=no"], ["account_name=Eve"],
            ["account_password=hunter2"],
        ] {
            #expect(try await workspace.run(["set"] + pairs + Self.database).status == 0)
        }
        return workspace
    }

    /// Returns the lines of `changes` without the times.
    private func changes(_ workspace: Workspace, _ arguments: String...) async throws -> [String] {
        let outcome = try await workspace.run(["changes"] + arguments + Self.database)
        #expect(outcome.status == 0)
        return outcome.output.split(separator: "\n").map { line in
            let parts = line.split(separator: "  ", omittingEmptySubsequences: false)
            guard parts.count > 2, RevisionTime.date(String(parts[1])) != nil else {
                return String(line)
            }
            return ([parts[0]] + parts.dropFirst(2)).joined(separator: "  ")
        }
    }

    @Test func printsTheNewestChangesFirst() async throws {
        let workspace = try await filled()
        #expect(
            try await changes(workspace)
                == [
                    "3  cli", "  account_password: not set -> set", "2  cli",
                    "  account_name: Ada -> Eve", "1  cli",
                    "  account_name: \"\" (default) -> Ada",
                    "  display_titles: true (default) -> false",
                ])
        #expect(
            try await changes(workspace, "account_name", "--limit", "1")
                == ["2  cli", "  account_name: Ada -> Eve"])
        #expect(try await changes(workspace, "--before", "2").count == 3)
        let limited = try await workspace.run(["changes", "--limit", "1"] + Self.database)
        #expect(limited.errors == "There are older changes. Add --before 3 to see them.\n")
    }

    @Test func findsTextInAnyCase() async throws {
        let workspace = try await filled()
        let second = ["2  cli", "  account_name: Ada -> Eve"]
        for (text, lines) in [("EVE", second), ("eve", second), ("ivy", [])] {
            #expect(try await changes(workspace, "--text", text) == lines, "\(text)")
        }
        let named = try await changes(workspace, "--text", "Account_NAME", "--limit", "1")
        #expect(named == second)
    }

    @Test func findsTextInTheNoteOfARevision() async throws {
        let workspace = try await filled()
        _ = try await workspace.run(["undo", "2"] + Self.database)
        #expect(
            try await changes(workspace, "--text", "UNDO 2")
                == ["4  undo  undo 2", "  account_name: Eve -> Ada"])
    }

    @Test func acceptsTheKeyOfARemovedSetting() async throws {
        let workspace = try await Sample.withDatabase()
        let renamed = Sample.schema.replacingOccurrences(of: "account_name", with: "account_mail")
        try workspace.write(renamed, to: "reader.json")
        #expect(try await workspace.run("evolve", "reader.json").status == 0)
        let changes = try await workspace.run(["changes", "account_name"] + Self.database)
        #expect(changes == Outcome(errors: "There are no changes.\n"))
    }

    @Test func showsTheDefaultsAtTheTimeOfAChange() async throws {
        let workspace = try await filled()
        let length = #""itemMaximumLength": 5"#
        try workspace.write(
            Sample.schema.replacingOccurrences(
                of: length, with: length + #", "itemValue": "Nemo""#), to: "reader.json")
        #expect(try await workspace.run("evolve", "reader.json").status == 0)
        let reset = try await workspace.run(["reset", "account_name"] + Self.database)
        #expect(reset.status == 0)
        #expect(
            try await changes(workspace, "account_name")
                == [
                    "4  cli", "  account_name: Eve -> Nemo (default)", "2  cli",
                    "  account_name: Ada -> Eve", "1  cli",
                    "  account_name: \"\" (default) -> Ada",
                    "  display_titles: true (default) -> false",
                ])
    }

    @Test func printsChangesAsJSON() async throws {
        let workspace = try await filled()
        let outcome = try await workspace.run(
            ["changes", "account_password", "--json"] + Self.database)
        #expect(
            outcome.output.hasPrefix(
                #"{"revision":3,"oldest":1,"kept":{"revisions":100000,"days":null,"bytes":268435456},"revisions":[{"revision":3,"time":""#
            ))
        #expect(
            outcome.output.hasSuffix(
                #"","origin":"cli","actor":null,"note":null,"changed":{"account_password":{"from":null,"to":{"set":true}}}}],"next":null}"#
                    + "\n"))
    }

    @Test func rejectsUnknownKeysAndInvalidNumbers() async throws {
        let workspace = try await filled()
        let unknown = try await workspace.run(["changes", "account_nam"] + Self.database)
        #expect(unknown.status == 1)
        #expect(
            unknown.errors
                == "No setting is named 'account_nam'. Did you mean 'account_name'?\n")
        // A page of the history can be empty.
        let page = try await workspace.run(
            ["changes", "account_nam", "--before", "2"] + Self.database)
        #expect(page == Outcome(errors: "There are no changes.\n"))
        for arguments in [
            ["changes", "--limit", "0"], ["undo"], ["undo", "x"], ["restore"],
            ["restore", "yesterday"], ["restore", "2026-11-20T07:30:00"],
        ] {
            #expect(try await workspace.run(arguments + Self.database).status == 64, "\(arguments)")
        }
    }

    @Test func reportsRemovedRevisions() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"{"panelHistoryRevisions": 1, "groups": [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "edit_text"}]}]}"#,
            to: "one.json")
        let arguments = ["--schema", "one.json", "--database", "one.sqlite"]
        for value in ["1", "2"] { _ = try await workspace.run(["set", "a=\(value)"] + arguments) }
        let outcome = try await workspace.run(["changes", "--database", "one.sqlite"])
        #expect(
            outcome.errors
                == "Older changes were deleted: the history limit is 1 revision and 268435456 bytes of values.\n"
        )
    }

    @Test func printsTheChangesOfAnUndo() async throws {
        let workspace = try await filled()
        let dry = try await workspace.run(["undo", "2", "--dry-run"] + Self.database)
        #expect(
            dry
                == Outcome(
                    "account_name: Eve -> Ada\n",
                    errors: "Nothing was saved: this was a dry run.\n"))
        let json = try await workspace.run(["undo", "2", "--json"] + Self.database)
        #expect(
            json
                == Outcome(
                    #"{"revision":4,"changed":{"account_name":{"from":"Eve","to":"Ada"}}}"# + "\n"))
        #expect(try await changes(workspace, "--limit", "1").first == "4  undo  undo 2")
        let one = try await workspace.run(["undo", "1", "display_titles"] + Self.database)
        #expect(one == Outcome("display_titles: false -> true (default)\n"))
    }

    @Test func requiresForceForASettingThatChangedAgain() async throws {
        let workspace = try await filled()
        let refused = try await workspace.run(["undo", "1"] + Self.database)
        #expect(
            refused
                == Outcome(
                    errors: """
                        'account_name' was changed in revision 2: it is Eve now.
                        Add --force to undo it anyway.

                        """, status: 1))
        #expect(try await workspace.run(["undo", "1", "--dry-run"] + Self.database) == refused)
    }

    @Test func reportsSecretsThatCannotBeRestored() async throws {
        let workspace = try await filled()
        _ = try await workspace.run(
            ["set", "account_password=x", "account_name=Bo"] + Self.database)
        let outcome = try await workspace.run(["undo", "4"] + Self.database)
        #expect(
            outcome
                == Outcome(
                    "account_name: Bo -> Eve\n",
                    errors: "The old value of 'account_password' is not stored, so it cannot be "
                        + "restored.\n"))
        let json = try await workspace.run(
            ["undo", "4", "account_password", "--json"] + Self.database)
        #expect(json.status == 1 && json.output.contains(#""code":"secret_not_kept""#))
    }

    @Test func restoresTheValuesOfARevisionOrATime() async throws {
        let workspace = try await filled()
        let dry = try await workspace.run(["restore", "0", "--dry-run"] + Self.database)
        #expect(
            dry.output
                == """
                account_name: Eve -> "" (default)
                account_password: set -> not set
                display_titles: false -> true (default)

                """)
        let restored = try await workspace.run(["restore", "1"] + Self.database)
        #expect(restored.output == "account_name: Eve -> Ada\naccount_password: set -> not set\n")
        let time = try await workspace.run(["restore", "2999-01-01T00:00:00Z"] + Self.database)
        #expect(time == Outcome("No changes.\n"))
        let past = try await workspace.run(
            ["restore", "2000-01-01T01:00:00+01:00"] + Self.database)
        #expect(past.status == 0)
        let last = try await changes(workspace, "--limit", "1")
        #expect(last.first?.contains("restore 0") == true)
    }
}
