import FaceplateTestSupport
import Testing

/// Commands that name a schema whose database does not exist yet.
@Suite(.timeLimit(.hung))
struct SchemaAloneTests {
    private static let schema = """
        { "panelKey": "alone", "panelSyncSwitch": "sharing", "groups": [ { "groupKey": "g", "items": [
            { "itemKey": "sharing", "itemControlType": "switch", "itemValue": "YES" },
            { "itemKey": "name", "itemControlType": "edit_text", "itemSynced": true } ] } ] }
        """

    private func run(_ workspace: Workspace, _ arguments: [String]) async throws -> Outcome {
        try await workspace.run(arguments + ["--schema", "p.json"])
    }

    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(Self.schema, to: "p.json")
        try workspace.write(#"{"name": "Ada"}"#, to: "values.json")
        try workspace.write("", to: "shared/x")
        return workspace
    }

    /// Commands that read, or change nothing.
    static let readers: [(arguments: [String], errors: String, status: Int32)] = [
        (["list", "--json"], "", 0), (["get", "name"], "", 0), (["export"], "", 0),
        (["changes"], "There are no changes.\n", 0), (["parked"], "Nothing is parked.\n", 0),
        (["profile", "list"], "There are no profiles.\n", 0),
        (["profile", "show", "x"], "There is no profile 'x'.\n", 1),
        (["profile", "diff", "x"], "There is no profile 'x'.\n", 2),
        (["profile", "use", "x"], "There is no profile 'x'.\n", 1),
        (["sync", "status"], "These settings have never been synced.\n", 0),
        (["backup", "make"], "There is no database to copy yet.\n", 69),
        (["set", "name=Ada", "--dry-run"], "Nothing was saved: this was a dry run.\n", 0),
        (["import", "values.json", "--dry-run"], "Nothing was saved: this was a dry run.\n", 0),
        (["reset", "--all"], "", 0), (["keep"], "", 0),
    ]

    @Test(arguments: readers)
    func readingCreatesNoDatabase(
        arguments: [String], errors: String, status: Int32
    ) async throws {
        let workspace = try workspace()
        let outcome = try await run(workspace, arguments)
        #expect(outcome.errors == errors && outcome.status == status)
        #expect(!workspace.exists("p.sqlite"))
    }

    static let writers: [(writing: [String], reading: [String], output: String)] = [
        (["set", "name=Ada"], ["get", "name"], "Ada\n"),
        (["import", "values.json"], ["get", "name"], "Ada\n"),
        (["profile", "save", "Night", "name"], ["profile", "show", "Night"], "name: "),
        (["sync", "pause"], ["get", "sharing"], "false\n"),
        (["sync", "now", "--sync-folder", "shared"], ["sync", "status"], "machine "),
        (["applied"], ["list"], ""),
    ]

    @Test(arguments: writers)
    func aChangeCreatesTheDatabase(
        writing: [String], reading: [String], output: String
    ) async throws {
        let workspace = try workspace()
        #expect(try await run(workspace, writing).status == 0)
        #expect(workspace.exists("p.sqlite"))
        #expect(try await run(workspace, reading).output.hasPrefix(output))
    }

    /// A program that was interrupted can leave an empty file.
    @Test(arguments: readers.prefix(2).map(\.arguments) + writers.prefix(2).map(\.writing))
    func usesTheNamedSchemaForAnEmptyDatabase(arguments: [String]) async throws {
        let workspace = try workspace()
        try workspace.write("", to: "p.sqlite")
        let outcome = try await run(workspace, arguments)
        #expect(outcome.status == 0 && outcome.errors == "")
    }

    /// In the state folder of the user, the folder of the database is created, too.
    @Test(arguments: [["evolve", "p.json"], ["set", "name=Ada", "--schema", "p.json"]])
    func createsTheFolderOfADatabaseInTheStateFolder(arguments: [String]) async throws {
        let workspace = try workspace()
        let outcome = try await workspace.run(
            arguments + ["--database", "state/faceplate/p.sqlite"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(workspace.exists("state/faceplate/p.sqlite"))
    }
}
