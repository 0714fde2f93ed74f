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

    @Test func printsTheStepsOfADryRun() async throws {
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

    @Test func listsAndRestoresParkedValues() async throws {
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

    @Test func reportsNoChangesForTheSameSchema() async throws {
        let workspace = try await Sample.withDatabase()
        #expect(try await workspace.run("evolve", "reader.json") == Outcome("No changes.\n"))
        let json = try await workspace.run("evolve", "reader.json", "--json", "--dry-run")
        #expect(json == Outcome("{\"steps\":[],\"dryRun\":true}\n"))
    }

    @Test func requiresAdoptForAnOlderSchema() async throws {
        func schema(_ version: Int) -> String { "{\"panelVersion\": \(version), \"groups\": []}" }
        let workspace = try Workspace()
        try workspace.write(schema(2), to: "a.json")
        _ = try await workspace.run("evolve", "a.json")
        try workspace.write(schema(1), to: "a.json")
        for command in [["evolve", "a.json"], ["serve", "a.json", "--port", "0"]] {
            let refused = try await workspace.run(command)
            #expect(refused.output == "")
            #expect(refused.errors.contains("Or add --adopt to use it all the same."))
            #expect(refused.status == 1)
        }
        #expect(try await workspace.run("evolve", "a.json", "--adopt").status == 0)
    }

    @Test func reportsAnotherVersionOfTheSchema() async throws {
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

    /// Values that new limits and options reject are named before and after; objects are shown, and secrets are not.
    @Test func reportsValuesThatTheNewSchemaRejects() async throws {
        let workspace = try Workspace()
        func panel(_ items: String) -> String {
            #"{"panelKey": "ev", "groups": [{"groupKey": "g", "items": [\#(items)]}]}"#
        }
        try workspace.write(
            panel(
                """
                {"itemKey": "c", "itemControlType": "choice", "itemOptions": ["a", "b"]},
                {"itemKey": "n", "itemControlType": "edit_integer"},
                {"itemKey": "o", "itemControlType": "custom"},
                {"itemKey": "s", "itemControlType": "edit_password"}
                """), to: "ev.json")
        _ = try await workspace.run("evolve", "ev.json")
        let set = try await workspace.run(
            "set", "c=b", "n=50", #"o={"x":1}"#, "s=planted-1f3a", "--schema", "ev.json")
        #expect(set.status == 0, "\(set)")
        try workspace.write(
            panel(
                """
                {"itemKey": "c", "itemControlType": "choice", "itemOptions": ["a", "z"]},
                {"itemKey": "n", "itemControlType": "edit_integer", "itemMinimum": 1, "itemMaximum": 9}
                """), to: "ev.json")
        let planned = try await workspace.run("evolve", "ev.json", "--dry-run")
        let lines = [
            "the value \"b\" of 'c' is parked: 'c' does not accept it now. Choose a value for 'c'.\n",
            "the value 50 of 'n' is parked: 'n' does not accept it now. 'n' must be between 1 and 9.\n",
        ]
        for line in lines { #expect(planned.output.contains(line)) }
        let evolved = try await workspace.run("evolve", "ev.json")
        for line in lines { #expect(evolved.output.contains(line)) }
        #expect(evolved.errors.contains("the value of 'n' is parked"))
        let parked = try await workspace.run("parked", "--database", "ev.sqlite")
        #expect(parked.output.contains(#"{"x":1}"#) && parked.output.contains("(secret)"))
        #expect(!parked.output.contains("planted"))
        #expect(try await workspace.run("get", "n", "--database", "ev.sqlite").output == "\n")
    }
}
