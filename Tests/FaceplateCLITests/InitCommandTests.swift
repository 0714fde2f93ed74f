import FaceplateTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.hung))
struct InitCommandTests {
    @Test func printsTwoCommandsThatWork() async throws {
        let workspace = try Workspace()
        let outcome = try await workspace.run("init", "garden")
        #expect(
            outcome
                == Outcome(
                    "faceplate check garden.json\nfaceplate serve garden.json\n",
                    errors: """
                        Wrote 'garden.json'.
                        Wrote 'en.lproj/garden.strings'.
                        Wrote 'fr.lproj/garden.strings'.
                        Next:

                        """))
        let check = try await workspace.run("check", "garden.json")
        #expect(check == Outcome("garden.json: valid (1 group, 3 items).\n"))
        let status = try await workspace.serve(["garden.json", "--port", "0"]) { line, stop in
            #expect(line.hasPrefix("Serving garden at http://127.0.0.1:"))
            try stop()
        }
        #expect(status == 0)
        #expect(workspace.exists("garden.sqlite"))
    }

    @Test func writesLabelsInTheirLanguage() async throws {
        let workspace = try Workspace()
        _ = try await workspace.run("init", "garden")
        for (language, words) in [("en", "Your name"), ("fr", "Votre nom")] {
            let path = workspace.path("\(language).lproj/garden.strings")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains(words), "\(text)")
        }
    }

    @Test func overwritesNothing() async throws {
        let workspace = try Workspace()
        try workspace.write("mine", to: "fr.lproj/garden.strings")
        let outcome = try await workspace.run("init", "garden")
        #expect(
            outcome
                == Outcome(
                    errors: "'fr.lproj/garden.strings' already exists. It was not changed.\n",
                    status: 1))
        #expect(!workspace.exists("garden.json"))
    }

    @Test func acceptsAFolderAFileExtensionAndADatabase() async throws {
        let workspace = try Workspace()
        let outcome = try await workspace.run(
            "init", "my garden/one.json", "--database", "x.db", "--json")
        #expect(
            outcome.output == """
                {"files":["my garden/one.json","my garden/en.lproj/one.strings",\
                "my garden/fr.lproj/one.strings"],"next":["faceplate check 'my garden/one.json'",\
                "faceplate serve 'my garden/one.json' --database x.db"]}

                """)
        #expect(outcome.status == 0)
    }

    @Test(arguments: ["", ".", "..", ".hidden", "a b", "é"])
    func rejectsAnInvalidName(_ name: String) async throws {
        let outcome = try await Workspace().run("init", "./\(name)")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("cannot be a panel's name"))
    }
}
