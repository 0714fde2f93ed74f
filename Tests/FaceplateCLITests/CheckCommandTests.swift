import FaceplateTestSupport
import Testing

@Suite(.timeLimit(.hung))
struct CheckCommandTests {
    static let broken: [(schema: String, line: String)] = [
        (
            "[\n  { \"groupKey\": }\n]",
            "x.json:2:17: error: column 17: '}' is not the start of a JSON value.\n"
                + "  2 |   { \"groupKey\": }\n    |                 ^\n"
        ),
        (
            item("\"itemControlType\": \"swich\""),
            "x.json:1:66: error: $[0].items[0].itemControlType: unknown control 'swich'. "
                + "Did you mean 'switch'?\n"
                + "  1 | ...\": [{\"itemKey\": \"a\", \"itemControlType\": \"swich\"}]}]\n"
                + "    |                                            ^\n"
        ),
        (
            """
            [{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "switch"},
            {"itemKey": "a", "itemControlType": "switch"}]}]
            """,
            "x.json:2:13: error: $[0].items[1].itemKey: 'a' is already used at line 1.\n"
        ),
        (
            """
            [{"groupKey": "g", "items": [
            {"itemKey": "a", "itemControlType": "select", "itemValue": "YES"},
            {"itemKey": "b", "itemControlType": "select", "itemValue": "YES"}]}]
            """,
            "x.json:3:60: error: $[0].items[1].itemValue: "
        ),
    ]

    static func item(_ attributes: String) -> String {
        "[{\"groupKey\": \"g\", \"items\": [{\"itemKey\": \"a\", \(attributes)}]}]"
    }

    @Test(arguments: broken)
    func reportsTheProblemAndItsPosition(_ row: (schema: String, line: String)) async throws {
        let workspace = try Workspace()
        try workspace.write(row.schema, to: "x.json")
        let outcome = try await workspace.run("check", "x.json")
        #expect(outcome.output.hasPrefix(row.line), "\(outcome.output)")
        #expect(outcome.errors == "")
        #expect(outcome.status == 1)
    }

    @Test func reportsAMissingFileAndAFolder() async throws {
        let outcome = try await Sample.workspace().run("check", "none.json", ".", "reader.json")
        #expect(
            outcome
                == Outcome(
                    """
                    none.json: error: There is no such file.
                    .: error: It is a folder. Name a file.
                    reader.json: valid (3 groups, 6 items).

                    """, errors: "2 problems in 2 files.\n", status: 1))
    }

    /// A schema with two switches, their enabling conditions and their defaults.
    private static func pair(_ conditions: [String], _ values: [String]) -> String {
        let items = zip(["a", "b"], zip(conditions, values)).map { key, rest in
            #"{"itemKey":"\#(key)","itemControlType":"switch","itemValue":"\#(rest.1)","#
                + #""itemEnabledWhen":\#(rest.0)}"#
        }
        return #"[{"groupKey":"g","items":[\#(items.joined(separator: ","))]}]"#
    }

    @Test func reportsACycleOfDisabledItems() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.pair([#""b""#, #""a""#], ["NO", "NO"]), to: "x.json")
        let outcome = try await workspace.run("check", "x.json")
        #expect(
            outcome.output
                == "x.json: error: itemEnabledWhen: none of these can be changed before the others: "
                + "a -> b -> a.\n")
        #expect(outcome.status == 1)
    }

    /// Circles in which at least one item can be changed.
    static let freed: [(conditions: [String], values: [String])] = [
        ([#""b""#, #""a""#], ["YES", "NO"]),
        ([#"{"not":"b"}"#, #"{"not":"a"}"#], ["NO", "NO"]),
        ([#""b""#, #"{"not":"a"}"#], ["NO", "NO"]),
    ]

    @Test(arguments: freed)
    func acceptsACycleWithAnItemThatCanBeChanged(
        _ row: (conditions: [String], values: [String])
    ) async throws {
        let workspace = try Workspace()
        try workspace.write(Self.pair(row.conditions, row.values), to: "x.json")
        let outcome = try await workspace.run("check", "x.json")
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func reportsLabelProblemsAsWarnings() async throws {
        let workspace = try Sample.workspace()
        try workspace.write("\"THEME\" = \"Thème\";\n\"DISPLAY\" =", to: "fr.lproj/reader.strings")
        try workspace.write("\"THEME\" = \"Thema\";", to: "de.lproj/reader.strings")
        let outcome = try await workspace.run("check", "reader.json")
        #expect(outcome.output == "reader.json: valid (3 groups, 6 items).\n")
        #expect(outcome.errors.contains("fr.lproj/reader.strings: line 2, column 12:"))
        #expect(outcome.errors.contains("reader.json: 'de' lacks 8 of 9 labels (it has 11 %): "))
        #expect(outcome.status == 0)
    }

    @Test func countsLabelsOfTheSchema() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"""
            {"labels": {"en": {"G": "Group", "A": "Name"}}, "groups": [{"groupKey": "g", "items": [
              {"itemKey": "a", "itemControlType": "edit_text"}]}]}
            """#, to: "x.json")
        let outcome = try await workspace.run("check", "x.json", "--json")
        #expect(outcome.output.contains(#""labelPercentages":{"en":100},"missingLabels":{"en":0}"#))
    }

    @Test func printsJSON() async throws {
        let workspace = try Sample.workspace()
        try workspace.write(Self.item("\"itemControlType\": \"swich\""), to: "x.json")
        let outcome = try await workspace.run("check", "reader.json", "x.json", "--json")
        #expect(
            outcome.output == """
                {"ok":false,"files":[{"file":"reader.json","problems":[],"faults":[],"labelProblems":[],\
                "labelPercentages":{"en":100},"missingLabels":{"en":0}},{"file":"x.json","problems":[{"path":\
                "$[0].items[0].itemControlType","line":1,"column":66,"message":\
                "unknown control 'swich'. Did you mean 'switch'?"}],"faults":[],"labelProblems":[],\
                "labelPercentages":{},"missingLabels":{}}]}

                """)
        #expect(outcome.status == 1)
    }

    @Test func reportsADatabaseThatRejectsTheSchema() async throws {
        let workspace = try Workspace()
        try workspace.write("{\"panelKey\": \"one\", \"groups\": []}", to: "one.json")
        try workspace.write("{\"panelKey\": \"two\", \"groups\": []}", to: "two.json")
        _ = try await workspace.run("evolve", "one.json")
        let outcome = try await workspace.run("check", "two.json", "--database", "one.sqlite")
        #expect(
            outcome.output.hasPrefix("two.json: error: The database contains the panel 'one'"))
        #expect(outcome.status == 1)
    }

    @Test func reportsADatabaseThatCannotBeOpened() async throws {
        let workspace = try Sample.workspace()
        let outcome = try await workspace.run(
            "check", "reader.json", "--database", "reader.json")
        #expect(
            outcome
                == Outcome(
                    "reader.json: error: The file is not a SQLite database. Name another file.\n",
                    status: 1))
    }

    @Test func reportsAllProblemsOfAFile() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"""
            [{"groupKey": "g", "items": [
            {"itemKey": "a", "itemControlType": "swich"},
            {"itemKey": "b", "itemControlType": "selct"}]}]
            """#, to: "x.json")
        let outcome = try await workspace.run("check", "x.json")
        #expect(outcome.output.contains("'swich'") && outcome.output.contains("'selct'"))
        #expect(outcome.errors == "2 problems in 1 file.\n")
    }

    @Test func reportsMarkupThatThePageOmits() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"""
            {"panelKey": "x", "panelLocales": ["en", "fr"], "groups": [{"groupKey": "g", "items": [
              {"itemKey": "a", "itemControlType": "html", "itemTitle": {"en": "<b>Fine</b>",
               "fr": "<b>Bien</b><script>x</script>"}}]}]}
            """#, to: "x.json")
        let outcome = try await workspace.run("check", "x.json")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 1 && outcome.output.hasPrefix("x.json: error: 'a' (fr): "))
        #expect(outcome.output.contains("script"), "\(outcome.output)")
    }
}
