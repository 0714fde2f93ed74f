import FaceplateTestSupport
import Testing

/// `sync` with a folder.
@Suite(.timeLimit(.hung))
struct SyncCommandTests {
    private static let folder = ["--sync-folder", "shared"]

    private func run(
        _ workspace: Workspace, _ machine: String, _ arguments: [String]
    ) async throws -> Outcome {
        try await workspace.run(arguments + ["--schema", "\(machine)/p.json"])
    }

    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(
            """
            [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text",
              "itemSynced": true}]}]
            """, to: "hall/p.json")
        try workspace.write("", to: "shared/x")
        return workspace
    }

    @Test func theStatusHasTheNamedMachine() async throws {
        let workspace = try workspace()
        let never = try await run(workspace, "hall", ["sync", "status", "--json"])
        #expect(
            never == Outcome("null\n", errors: "These settings have never been synced.\n"))
        let now = try await run(
            workspace, "hall", ["sync", "now", "--sync-name", "attic"] + Self.folder)
        #expect(now.status == 0 && now.output.hasPrefix("machine    attic\n"), "\(now.output)")
        let status = try await run(workspace, "hall", ["sync", "status"])
        #expect(status.output == now.output)
    }
}
