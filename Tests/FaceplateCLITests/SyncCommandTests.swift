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
}
