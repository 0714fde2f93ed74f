import FaceplateTestSupport
import Testing

/// `sync` with a folder.
@Suite(.timeLimit(.hung))
struct SyncCommandTests {
    @Test func theStatusHasTheNamedMachine() async throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text",
              "itemSynced": true}]}]
            """, to: "p.json")
        try workspace.write("", to: "shared/x")
        let never = try await workspace.run("sync", "status", "--json", "--schema", "p.json")
        #expect(
            never == Outcome("null\n", errors: "These settings have never been synced.\n"))
        let now = try await workspace.run(
            "sync", "now", "--sync-name", "attic", "--sync-folder", "shared", "--schema", "p.json")
        #expect(now.status == 0 && now.output.hasPrefix("machine    attic\n"), "\(now.output)")
        let status = try await workspace.run("sync", "status", "--schema", "p.json")
        #expect(status.output == now.output)
    }

    @Test func theStatusNamesTheSettingsThatAreNotShared() async throws {
        let (attic, hall) = (try Workspace(), try Workspace())
        for (workspace, limit) in [(attic, 9), (hall, 3)] {
            try workspace.write(
                """
                [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text",
                  "itemMaximumLength": \(limit), "itemSynced": true}]}]
                """, to: "p.json")
        }
        try attic.write("", to: "shared/x")
        func sync(_ workspace: Workspace, _ name: String) async throws -> Outcome {
            try await workspace.run(
                "sync", "now", "--sync-name", name, "--sync-folder",
                attic.path("shared"), "--schema", "p.json")
        }
        #expect(try await attic.run("set", "name=too long", "--schema", "p.json").status == 0)
        #expect(try await sync(attic, "attic").status == 0)
        let now = try await sync(hall, "hall")
        let problem = "\nproblem    'name' of the machine 'attic' is not accepted: "
        #expect(now.status == 69 && now.output.contains(problem), "\(now)")
        let status = try await hall.run("sync", "status", "--schema", "p.json")
        #expect(status.output == now.output)
    }
}
