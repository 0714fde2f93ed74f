import FaceplateTestSupport
import Testing

/// `sync` with a folder, which two machines share.
@Suite(.timeLimit(.hung))
struct SyncCommandTests {
    private static let folder = ["--sync-folder", "shared"]

    private func run(
        _ workspace: Workspace, _ machine: String, _ arguments: [String]
    ) async throws -> Outcome {
        try await workspace.run(arguments + ["--schema", "\(machine)/p.json"])
    }

    /// Creates a workspace with the schemas of two machines, which differ in the longest name.
    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        for (machine, length) in [("hall", 5), ("den", 2)] {
            try workspace.write(
                """
                [{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text",
                  "itemSynced": true, "itemMaximumLength": \(length)}]}]
                """, to: "\(machine)/p.json")
        }
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

    @Test func aSettingThatCannotBeSyncedIsAFailure() async throws {
        let workspace = try workspace()
        _ = try await run(workspace, "hall", ["set", "name=Ada"])
        for (machine, status) in [("hall", 0), ("den", 69)] as [(String, Int32)] {
            let now = try await run(
                workspace, machine, ["sync", "now", "--sync-name", machine] + Self.folder)
            #expect(now.status == status, "\(now)")
        }
    }
}
