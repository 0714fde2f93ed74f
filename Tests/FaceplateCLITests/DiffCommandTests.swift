import Faceplate
import FaceplatePanel
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Testing

/// `diff` of databases and files of values.
@Suite(.timeLimit(.hung))
struct DiffCommandTests {
    @Test func neitherComparesNorShowsASecretInAFile() async throws {
        let workspace = try await Sample.withDatabase()
        try workspace.write(
            #"{"account_password": "s3cr3t", "theme": "theme_dark"}"#, to: "v.json")
        for arguments in [["reader.sqlite", "v.json"], ["reader.sqlite", "v.json", "--json"]] {
            let outcome = try await workspace.run(["diff"] + arguments)
            #expect(outcome.status == 1 && outcome.output.contains("theme_dark"))
            #expect(!outcome.output.contains("account_password"))
            #expect(!(outcome.output + outcome.errors).contains("s3cr3t"))
        }
    }

    @Test func ignoresTheCaseOfKeysWithoutASchema() async throws {
        let workspace = try Workspace()
        try workspace.write(#"{"Port": 1}"#, to: "old.json")
        try workspace.write(#"{"port": 2}"#, to: "new.json")
        #expect(
            try await workspace.run("diff", "old.json", "new.json")
                == Outcome("port: 1 -> 2\n", status: 1))
    }

    @Test func comparesPanelsOfOneDatabase() async throws {
        let workspace = try Sample.workspace()
        let sides = ["p.sqlite?panel=one", "p.sqlite?panel=two"]
        for (side, name) in zip(sides, ["Ada", "Eve"]) {
            let set = try await workspace.run(
                "set", "account_name=\(name)", "--schema", "reader.json", "--database", side)
            #expect(set.status == 0, "\(set.errors)")
        }
        let outcome = try await workspace.run(["diff"] + sides)
        #expect(outcome == Outcome("account_name: Ada -> Eve\n", status: 1))
    }

    /// In a file, `null` is the default.
    @Test(
        arguments: [
            ("true", "", 0), ("null", "", 0), ("false", "display_titles: true -> false\n", 1),
        ] as [(String, String, Int32)])
    func treatsAnUnsetValueAsItsDefault(json: String, output: String, status: Int32) async throws {
        let workspace = try await Sample.withDatabase()
        try workspace.write(#"{"display_titles": \#(json)}"#, to: "v.json")
        let outcome = try await workspace.run("diff", "reader.sqlite", "v.json")
        #expect(outcome.output == output && outcome.status == status)
    }

    @Test func prefersTheSchemaOfTheDatabaseToANamedOne() async throws {
        let workspace = try await Sample.withDatabase()
        try workspace.write("[]", to: "other.json")
        try workspace.write(#"{"account_name": "Ada"}"#, to: "v.json")
        let outcome = try await workspace.run(
            "diff", "reader.sqlite", "v.json", "--schema", "other.json")
        #expect(outcome.output == "account_name: \"\" -> Ada\n" && outcome.status == 1)
    }

    @Test(arguments: [
        (".", "'.' is a folder. Name a file.\n"), ("none", "There is no file 'none'.\n"),
    ])
    func reportsAnUnreadableFile(path: String, errors: String) async throws {
        let workspace = try await Sample.withDatabase()
        for sides in [[path, "reader.sqlite"], ["reader.sqlite", path]] {
            let outcome = try await workspace.run(["diff"] + sides)
            #expect(outcome == Outcome(errors: errors, status: 2))
        }
    }

    /// A running panel does not tell whether its secret is the same.
    @Test func doesNotCompareSecretsOfARunningPanel() async throws {
        let workspace = try await Sample.withDatabase()
        let set = ["set", "account_password=s3cr3t", "--schema", "reader.json"]
        #expect(try await workspace.run(set).status == 0)
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Sample.schema.utf8), name: "reader"))
        try await settings.set("account_password", to: .text("0th3r"))
        let server = try PanelServer(Panel(settings))
        defer { server.stop() }
        let words = "Not compared, because a panel does not send them: account_password.\n"
        for sides in [["reader.sqlite", server.url], [server.url, "reader.sqlite"]] {
            #expect(try await workspace.run(["diff"] + sides) == Outcome(errors: words))
        }
    }

    /// It leaves out the values of this machine, which are no defaults.
    @Test func findsNoDifferenceToAPortableExport() async throws {
        let workspace = try Workspace()
        try workspace.write(
            Sample.schema.replacing(
                #""account_name","#, with: #""account_name", "itemScope": "machine","#),
            to: "reader.json")
        let set = try await workspace.run(
            "set", "account_name=Ada", "theme=theme_dark", "--schema", "reader.json")
        #expect(set.status == 0, "\(set.errors)")
        let export = ["export", "--portable", "--format", "json", "--output", "v.json"]
        let written = try await workspace.run(export + ["--database", "reader.sqlite"])
        #expect(written.status == 0, "\(written.errors)")
        for sides in [["reader.sqlite", "v.json"], ["v.json", "reader.sqlite"]] {
            let outcome = try await workspace.run(["diff"] + sides)
            #expect(outcome.output == "" && outcome.status == 0, "\(outcome)")
        }
    }

    /// A secret without its key file is not the same as none.
    @Test func reportsAnUnreadableSecret() async throws {
        let workspace = try await Sample.withDatabase()
        _ = try await workspace.run("set", "account_password=s3cr3t", "--schema", "reader.json")
        _ = try await workspace.run("evolve", "reader.json", "--database", "other.sqlite")
        try FileManager.default.removeItem(atPath: workspace.path("reader.sqlite-key"))
        let outcome = try await workspace.run("diff", "reader.sqlite", "other.sqlite")
        #expect(outcome.status == 2 && outcome.output == "")
        #expect(outcome.errors.hasPrefix("The key file 'reader.sqlite-key' is missing"))
    }
}
