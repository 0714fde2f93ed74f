import FaceplateTestSupport
import Testing

/// `sync` with a folder.
@Suite(.timeLimit(.hung))
struct SyncCommandTests {
    @Test func showsTheNamedMachineAndAPauseInTheStatus() async throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"panelKey": "sync-test", "panelSyncSwitch": "sharing", "groups": [{"groupKey": "g", "items": [
              {"itemKey": "sharing", "itemControlType": "switch", "itemValue": true},
              {"itemKey": "name", "itemControlType": "edit_text", "itemSynced": true}]}]}
            """, to: "p.json")
        try workspace.write("", to: "shared/x")
        let never = try await workspace.run("sync", "status", "--json", "--schema", "p.json")
        #expect(
            never == Outcome("null\n", errors: "These settings have never been synced.\n"))
        let now = try await workspace.run(
            "sync", "now", "--sync-name", "attic", "--sync-folder", "shared", "--schema", "p.json")
        #expect(now.status == 0 && now.output.hasPrefix("machine    attic\n"), "\(now.output)")
        let status = try await workspace.run("sync", "status", "--schema", "p.json")
        #expect(status.status == 0 && status.errors.isEmpty)
        #expect(status.output.contains("\nrunning    no\n"))
        #expect(status.output.contains("\nsync       on\n"))
        #expect(try await workspace.run("sync", "pause", "--schema", "p.json").status == 0)
        let paused = try await workspace.run("sync", "status", "--schema", "p.json")
        #expect(paused.status == 0 && paused.output.contains("\nsync       paused\n"))
        let refused = try await workspace.run(
            "sync", "now", "--sync-folder", "shared", "--schema", "p.json")
        #expect(
            refused
                == Outcome(
                    errors: "Sync is paused. Turn it on with 'faceplate sync resume'.\n", status: 1)
        )
    }

    @Test func rejectsASchemaWithoutAKey() async throws {
        let workspace = try Workspace()
        try workspace.write(#"[{"groupKey": "g", "items": []}]"#, to: "p.json")
        try workspace.write("", to: "shared/x")
        let outcome = try await workspace.run(
            "sync", "now", "--sync-folder", "shared", "--schema", "p.json")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("The schema has no panelKey, "))
    }

    @Test func reportsRejectedSettingsInTheStatus() async throws {
        let (attic, hall) = (try Workspace(), try Workspace())
        for (workspace, limit) in [(attic, 9), (hall, 3)] {
            try workspace.write(
                """
                {"panelKey": "sync-test", "groups": [{"groupKey": "g", "items": [{"itemKey": "name",
                  "itemControlType": "edit_text", "itemMaximumLength": \(limit), "itemSynced": true}]}]}
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
        #expect(status.status == 1 && status.output.contains(problem))
    }
}
