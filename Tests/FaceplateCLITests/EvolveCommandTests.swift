import FaceplateTestSupport
import Testing

/// `evolve` and `parked`.
@Suite(.timeLimit(.hung))
struct EvolveCommandTests {
    static let without = """
        [ { "groupKey": "display", "items": [
              { "itemKey": "display_titles", "itemControlType": "switch", "itemValue": "YES" } ] } ]
        """

    /// Creates a database of the sample with a name, and a schema without that setting.
    private func shrunk() async throws -> Workspace {
        let workspace = try await Sample.withDatabase()
        _ = try await workspace.run("set", "account_name=Ada", "--schema", "reader.json")
        try workspace.write(Self.without, to: "reader.json")
        return workspace
    }

    @Test func aDryRunPrintsWhatWouldHappen() async throws {
        let workspace = try await shrunk()
        let outcome = try await workspace.run("evolve", "reader.json", "--dry-run")
        let parking =
            "the value \"Ada\" of 'account_name' is parked: "
            + "'account_name' was removed from the schema.\n"
        #expect(outcome.output.contains("group 'theme' removed\n"))
        #expect(outcome.output.contains(parking))
        #expect(outcome.errors == "Nothing was changed: this was a dry run.\n")
        let value = try await workspace.run("get", "account_name", "--database", "reader.sqlite")
        #expect(value == Outcome("Ada\n"))
    }

    @Test func parkedValuesAreListedAndComeBack() async throws {
        let workspace = try await shrunk()
        let evolved = try await workspace.run("evolve", "reader.json")
        #expect(evolved.status == 0)
        #expect(evolved.errors.contains("copied the database before its values change"))
        let parked = try await workspace.run("parked", "--database", "reader.sqlite")
        #expect(
            parked == Outcome("account_name  Ada  'account_name' was removed from the schema.\n"))
        let json = try await workspace.run("parked", "--database", "reader.sqlite", "--json")
        #expect(
            json.output == """
                [{"key":"account_name","value":"Ada","reason":\
                "'account_name' was removed from the schema.","revision":1}]

                """)
        let gone = try await workspace.run("get", "account_name", "--database", "reader.sqlite")
        #expect(gone.errors == "'account_name' is no longer a setting of this panel.\n")
        #expect(gone.status == 1)
        try workspace.write(Sample.schema, to: "reader.json")
        _ = try await workspace.run("evolve", "reader.json")
        let back = try await workspace.run("get", "account_name", "--database", "reader.sqlite")
        #expect(back == Outcome("Ada\n"))
        let none = try await workspace.run("parked", "--database", "reader.sqlite")
        #expect(none == Outcome(errors: "Nothing is parked.\n"))
    }

    @Test func theSameSchemaChangesNothing() async throws {
        let workspace = try await Sample.withDatabase()
        #expect(try await workspace.run("evolve", "reader.json") == Outcome("No changes.\n"))
        let json = try await workspace.run("evolve", "reader.json", "--json", "--dry-run")
        #expect(json == Outcome("{\"steps\":[],\"dryRun\":true}\n"))
    }

    @Test func anOlderSchemaNeedsAdoption() async throws {
        func schema(_ version: Int) -> String { "{\"panelVersion\": \(version), \"groups\": []}" }
        let workspace = try Workspace()
        try workspace.write(schema(2), to: "a.json")
        _ = try await workspace.run("evolve", "a.json")
        try workspace.write(schema(1), to: "a.json")
        for command in [["evolve", "a.json"], ["serve", "a.json", "--port", "0"]] {
            let refused = try await workspace.run(command)
            #expect(refused.output == "")
            #expect(refused.errors.contains("or add --adopt to go back."))
            #expect(refused.status == 1)
        }
        #expect(try await workspace.run("evolve", "a.json", "--adopt").status == 0)
    }

    @Test func anotherStateOfTheSchemaIsSaid() async throws {
        let workspace = try await shrunk()
        let outcome = try await workspace.run("get", "account_name", "--schema", "reader.json")
        #expect(
            outcome
                == Outcome(
                    "Ada\n",
                    errors:
                        "'reader.sqlite' contains another version of the schema, which this command uses. "
                        + "'faceplate evolve' migrates it to 'reader.json'.\n"))
    }
}
