import FaceplateTestSupport
import Testing

/// The commands for links, the password, tokens and sessions.
@Suite(.timeLimit(.hung))
struct AccessCommandTests {
    private static let database = ["--database", "panel.sqlite"]

    private func workspace() async throws -> Workspace {
        let workspace = try Sample.workspace()
        let made = try await workspace.run(["evolve", "reader.json"] + Self.database)
        #expect(made.status == 0)
        return workspace
    }

    private func run(
        _ workspace: Workspace, _ arguments: String..., input: String = ""
    ) async throws -> Outcome {
        try await workspace.run(arguments + Self.database, input: input)
    }

    @Test func printsATokenOnceAndListsItWithoutItsText() async throws {
        let workspace = try await workspace()
        let added = try await run(
            workspace, "token", "add", "backup", "--view", "--groups", "b, a", "--groups", "c")
        #expect(added.output.wholeMatch(of: /fp_[0-9a-f]{64}\n/) != nil)
        #expect(added.errors == "Store the token 'backup' now. It cannot be printed again.\n")
        let json = try await run(workspace, "token", "add", "deploy", "--for", "30d", "--json")
        #expect(
            json.output.wholeMatch(of: /\{"name":"deploy","token":"fp_[0-9a-f]{64}"\}\n/) != nil)
        let list = try await run(workspace, "token", "list").withoutTimes
        #expect(
            list.output.replacing(/[ ]+/, with: " ") == """
                backup view a,b,c no end added TIME
                deploy edit - until TIME added TIME

                """)
        let all = try await run(workspace, "token", "--json").withoutTimes
        #expect(
            all.output == #"""
                [{"name":"backup","access":"view","groups":["a","b","c"],"expires":null,"created":"TIME"},\#
                {"name":"deploy","access":"edit","groups":[],"expires":"TIME","created":"TIME"}]

                """#)
    }

    @Test func revokesAToken() async throws {
        let workspace = try await workspace()
        _ = try await run(workspace, "token", "add", "backup")
        let twice = try await run(workspace, "token", "add", "backup")
        #expect(
            twice
                == Outcome(
                    errors: "There is a token 'backup' already. Revoke it first.\n", status: 1))
        let wrong = try await run(workspace, "token", "revoke", "backups")
        #expect(
            wrong
                == Outcome(
                    errors: "There is no token 'backups'. Did you mean 'backup'?\n", status: 1))
        #expect(
            try await run(workspace, "token", "revoke", "backup")
                == Outcome("The token 'backup' is revoked.\n"))
        #expect(
            try await run(workspace, "token", "list")
                == Outcome(errors: "There are no tokens.\n"))
    }

    @Test(arguments: [("short", 1), ("eight888", 0), ("eight888\n", 0), ("", 1)])
    func readsAPasswordFromStandardInput(input: String, status: Int32) async throws {
        let workspace = try await workspace()
        let outcome = try await run(workspace, "password", "set", input: input)
        #expect(outcome.status == status)
        #expect(
            outcome
                == (status == 0
                    ? Outcome("The password is set.\n")
                    : Outcome(
                        errors: "The password must have 8 to 1024 bytes and no NUL.\n", status: 1)))
    }

    @Test func requiresAURLForALink() async throws {
        let workspace = try await workspace()
        let unknown = try await run(workspace, "link")
        #expect(unknown.status == 1 && unknown.errors.contains("Name it with --url."))
        let link = try await run(workspace, "link", "--url", "https://panel.example.org/x")
        #expect(
            link.output.wholeMatch(
                of: /https:\/\/panel\.example\.org\/x\/sign-in\?link=[0-9a-f]{64}\n/) != nil)
        #expect(
            try await run(workspace, "sessions", "end") == Outcome("0 sessions ended.\n"))
    }

    @Test func usesTheURLOptionOrTheServedAddressForALink() async throws {
        let workspace = try await workspace()
        let arguments = ["reader.json", "--access", "link", "--port", "0"]
        _ = try await workspace.serve(arguments + Self.database) { _, stop in try stop() }
        let served = try await run(workspace, "link").output
        #expect(served.hasPrefix("http://127.0.0.1:"), "\(served)")
        let named = try await run(workspace, "link", "--url", "https://panel.example.org/").output
        #expect(named.hasPrefix("https://panel.example.org/sign-in?link="), "\(named)")
    }

    @Test func doesNotServeAPanelWithoutAPassword() async throws {
        let workspace = try await workspace()
        let outcome = try await workspace.run(
            ["serve", "reader.json", "--port", "0", "--access", "password"] + Self.database)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains("No password is set. Set one first: faceplate password set"))
    }

    /// A program could use the token, but no person could sign in.
    @Test func requiresAPasswordEvenIfThereIsAToken() async throws {
        let workspace = try await workspace()
        _ = try await run(workspace, "token", "add", "backup")
        let arguments = ["reader.json", "--access", "password", "--port", "0"]
        let status = try await workspace.serve(arguments + Self.database) { line, stop in
            #expect(line == "")
            if line != "" { try stop() }
        }
        #expect(status == 1)
    }
}
