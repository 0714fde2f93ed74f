import FaceplateTestSupport
import Foundation
import Testing

/// `applied`, the output of other commands for settings that need a restart, and resets of groups and
/// pages.
@Suite(.timeLimit(.hung))
struct RestartCommandTests {
    private static let schema = """
        { "panelKey": "p", "groups": [ { "groupKey": "net", "items": [
          { "itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80, "itemRestart": true },
          { "itemKey": "host", "itemControlType": "edit_text" },
          { "itemKey": "more", "itemControlType": "page", "groups": [ { "groupKey": "deep", "items": [
            { "itemKey": "calm", "itemControlType": "switch" } ] } ] } ] } ] }
        """
    private static let database = ["--database", "p.sqlite"]

    private static func workspace() async throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(schema, to: "p.json")
        _ = try await workspace.run("evolve", "p.json")
        return workspace
    }

    @Test func reportsSettingsThatNeedARestart() async throws {
        let workspace = try await Self.workspace()
        func run(_ arguments: String...) async throws -> Outcome {
            try await workspace.run(arguments + Self.database)
        }
        #expect(try await run("set", "port=81") == Outcome("port: 80 (default) -> 81\n"))
        #expect(try await run("applied") == Outcome())
        #expect(
            try await run("set", "port=82")
                == Outcome("port: 81 -> 82\n", errors: "Takes effect after restart: port.\n"))
        #expect(
            try await run("set", "host=a", "--json").output
                == #"{"revision":3,"changed":{"host":{"from":null,"to":"a"}},"restart":["port"]}"#
                + "\n")
        #expect(try await run("list").output.contains("port  82  set, needs restart  20"))
        #expect(
            try await run("get", "port", "--json").output == """
                {"port":{"value":82,"default":80,"isSet":true,"provenance":"set","revision":2,\
                "needsRestart":true}}

                """)
        #expect(try await run("applied", "host") == Outcome("port\n"))
        #expect(try await run("applied", "--json").output == "{\"restart\":[]}\n")
        let unknown = try await run("applied", "prot")
        #expect(
            unknown
                == Outcome(
                    errors: "No setting is named 'prot'. Did you mean 'port'?\n", status: 1))
    }

    @Test func serveUsesTheStoredValuesFromItsStart() async throws {
        let workspace = try await Self.workspace()
        func run(_ arguments: String...) async throws -> Outcome {
            try await workspace.run(arguments + Self.database)
        }
        for (pair, errors) in [("port=81", ""), ("port=82", "Takes effect after restart: port.\n")]
        {
            #expect(try await run("set", pair).errors == errors)
            let status = try await workspace.serve(Self.database + ["--port", "0"]) { _, stop in
                try stop()
            }
            #expect(status == 0)
        }
        #expect(try await run("list").output.contains("needs restart") == false)
    }

    @Test func resetsGroupsAndPages() async throws {
        let workspace = try await Self.workspace()
        func run(_ arguments: String...) async throws -> Outcome {
            try await workspace.run(arguments + Self.database)
        }
        _ = try await run("set", "port=81", "host=a", "calm=yes")
        #expect(
            try await run("reset", "net")
                == Outcome("port: 81 -> 80 (default)\nhost: a -> \"\" (default)\n"))
        #expect(try await run("reset", "more") == Outcome("calm: true -> false (default)\n"))
        #expect(try await run("reset", "--all") == Outcome("No changes.\n"))
        #expect(try await run("reset", "nothing").status == 1)
    }
}
