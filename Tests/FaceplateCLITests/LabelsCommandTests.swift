import FaceplateTestSupport
import Testing

@Suite(.timeLimit(.hung))
struct LabelsCommandTests {
    @Test func printsTheEntriesOfALocale() async throws {
        let workspace = try Sample.workspace()
        try workspace.write("\"THEME\" = \"Un \\\"thème\\\"\";", to: "fr.lproj/reader.strings")
        let outcome = try await workspace.run("labels", "reader.json", "--locale", "fr")
        #expect(outcome == Outcome("\"THEME\" = \"Un \\\"thème\\\"\";\n"))
        let json = try await workspace.run("labels", "reader.json", "--locale", "fr", "--json")
        #expect(json == Outcome("{\"fr\":{\"THEME\":\"Un \\\"thème\\\"\"}}\n"))
    }

    @Test func printsMissingLabelsAndAPercentage() async throws {
        let workspace = try Sample.workspace()
        try workspace.write("\"THEME\" = \"Thème\";", to: "fr.lproj/reader.strings")
        let outcome = try await workspace.run("labels", "reader.json", "--missing", "fr")
        #expect(
            outcome.output.hasPrefix(
                "\"DISPLAY\" = \"Display\";\n\"DISPLAY_TITLES\" = \"Titles\";\n"))
        #expect(!outcome.output.contains("\"THEME\""))
        #expect(
            outcome.errors
                == "'fr' has 1 of 9 labels (11 %).\nLabels are read from 'fr.lproj/reader.strings',"
                + " 'fr.lproj/Localizable.strings', 'reader.xcstrings', 'Localizable.xcstrings',"
                + " then from 'labels' of the schema.\n")
        #expect(outcome.status == 1)
        let json = try await workspace.run("labels", "reader.json", "--missing", "en-GB", "--json")
        #expect(
            json.output
                == #"{"locale":"en-GB","total":9,"percentage":100,"missing":[],"files":["#
                + #""en-GB.lproj/reader.strings","en-GB.lproj/Localizable.strings","#
                + #""reader.xcstrings","Localizable.xcstrings"]}"# + "\n")
        #expect(json.status == 0)
    }

    @Test func reportsALabelThatOnlyAnotherLocaleHas() async throws {
        let workspace = try Sample.workspace()
        try workspace.write("\"EXTRA\" = \"Mehr\";", to: "de.lproj/reader.strings")
        let outcome = try await workspace.run("labels", "reader.json", "--missing", "en")
        #expect(outcome.output == "\"EXTRA\" = \"Mehr\";\n")
        #expect(outcome.errors.hasPrefix("'en' has 9 of 10 labels (90 %).\n"))
        #expect(outcome.status == 1)
    }

    @Test func readsTheDatabaseWithoutASchema() async throws {
        let workspace = try await Sample.withDatabase()
        let outcome = try await workspace.run("labels", "--database", "reader.sqlite")
        #expect(outcome.output.hasPrefix("/* en */\n\"ACCOUNT\" = \"Account\";\n"))
        #expect(outcome.status == 0)
    }

    @Test func doesNotReportAMissingPluralForm() async throws {
        let workspace = try Sample.workspace()
        try workspace.write(
            Sample.english + #""THEME.plural.one" = "Theme";"#, to: "en.lproj/reader.strings")
        let json = try await workspace.run("labels", "reader.json", "--missing", "fr", "--json")
        #expect(json.output.hasPrefix(#"{"locale":"fr","total":9,"percentage":0,"#))
        #expect(!json.output.contains("plural"))
    }

    @Test func readsLabelsOfTheSchemaAndTranslatesItsFirstLocale() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"""
            {"panelLocales": ["fr", "en"], "labels": {"en": {"G": "Group"}, "fr": {"G": "Groupe"}},
             "groups": [{"groupKey": "g", "items": []}]}
            """#, to: "x.json")
        let all = try await workspace.run("labels", "x.json")
        #expect(all == Outcome("/* en */\n\"G\" = \"Group\";\n/* fr */\n\"G\" = \"Groupe\";\n"))
        let missing = try await workspace.run("labels", "x.json", "--missing", "de")
        #expect(missing.output == "\"G\" = \"Groupe\";\n")
    }

    /// The language of the panel is offered even if it is not the first by name.
    @Test func printsMissingTitlesInTheFirstLocaleOfThePanel() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"""
            {"panelLocales": ["fr", "en"], "groups": [{"groupKey": "g",
              "groupTitle": {"en": "Group", "fr": "Groupe"}, "items": []}]}
            """#, to: "x.json")
        let missing = try await workspace.run("labels", "x.json", "--missing", "de")
        #expect(missing.output == "\"G\" = \"Groupe\";\n")
        // The page shows the text of the file, so that is what a translator gets.
        try workspace.write(#""G" = "Ensemble";"#, to: "fr.lproj/x.strings")
        let replaced = try await workspace.run("labels", "x.json", "--missing", "de")
        #expect(replaced.output == "\"G\" = \"Ensemble\";\n")
    }

    @Test func reportsALocaleWithoutLabels() async throws {
        let outcome = try await Sample.workspace().run("labels", "reader.json", "--locale", "it")
        #expect(outcome == Outcome(errors: "There are no labels for 'it'.\n"))
    }
}
