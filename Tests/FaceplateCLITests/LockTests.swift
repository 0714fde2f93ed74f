import ArgumentParser
import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Subprocess
import SystemPackage
import Testing

@testable import FaceplateCLI

/// Locks in environment variables and files, as in a start script.
@Suite(.timeLimit(.hung))
struct LockTests {
    private static let database = ["--database", "reader.sqlite"]
    private static let variables = ["FACEPLATE_SET_ACCOUNT_NAME": "Kim"]

    @Test func getAndListShowTheSourceOfALock() async throws {
        let workspace = try await Sample.withDatabase()
        _ = try await workspace.run(["set", "account_name=Ada"] + Self.database)
        let value = try await workspace.run(
            ["get", "account_name"] + Self.database, variables: Self.variables)
        #expect(value == Outcome("Kim\n"))
        let json = try await workspace.run(
            ["get", "account_name", "--json"] + Self.database, variables: Self.variables)
        #expect(
            json.output == """
                {"account_name":{"value":"Kim","default":"","isSet":true,"provenance":"locked",\
                "lockedBy":"environment variable FACEPLATE_SET_ACCOUNT_NAME"}}

                """)
        let list = try await workspace.run(["list"] + Self.database, variables: Self.variables)
        #expect(
            list.output.contains(
                "  account_name      Kim       locked by environment variable "
                    + "FACEPLATE_SET_ACCOUNT_NAME\n"))
        // Without the lock, the stored value is used again.
        #expect(try await workspace.run(["get", "account_name"] + Self.database).output == "Ada\n")
    }

    @Test func setRejectsAChangeOfALockedSetting() async throws {
        let workspace = try await Sample.withDatabase()
        let refused = try await workspace.run(
            ["set", "account_name=Ada"] + Self.database, variables: Self.variables)
        let words =
            "'account_name' is set by environment variable FACEPLATE_SET_ACCOUNT_NAME. "
            + "Remove it to change the setting here.\n"
        #expect(refused == Outcome(errors: words, status: 1))
        let own = try await workspace.run(
            ["set", "account_name=Kim"] + Self.database, variables: Self.variables)
        #expect(own == Outcome("No changes.\n"))
    }

    @Test func locksASecretAndNeverPrintsIt() async throws {
        let workspace = try await Sample.withDatabase()
        let variables = ["FACEPLATE_SET_ACCOUNT_PASSWORD": "s3cr3t-t0ken"]
        for command in [["get", "account_password"], ["list"], ["list", "--json"]] {
            let outcome = try await workspace.run(command + Self.database, variables: variables)
            #expect(outcome.status == 0)
            #expect(!outcome.output.contains("s3cr3t") && !outcome.errors.contains("s3cr3t"))
        }
        let shown = try await workspace.run(
            ["get", "account_password"] + Self.database, variables: variables)
        #expect(shown.output == "set\n")
    }

    @Test func usesTheLastOfTwoLockFiles() throws {
        let workspace = try Workspace()
        let arguments = try ["theme_light", "theme_dark"].flatMap { theme in
            let file = try workspace.write(#"{"theme": "\#(theme)"}"#, to: "\(theme).json")
            return ["--lock", workspace.path(file)]
        }
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Sample.schema.utf8), name: "reader"),
            locks: LockOptions.parse(arguments).locks())
        #expect(settings.text("theme") == "theme_dark")
    }

    static let broken: [(file: String, words: String)] = [
        (
            #"["theme"]"#,
            #"l.json: A lock file must contain an object of values by key, like {"port": 8080}."#
        ),
        (#"{"theme": "theme_dark","#, "l.json: line 1, column 24: "),
    ]

    @Test(arguments: broken)
    func serveRejectsAnInvalidLockFile(file: String, words: String) async throws {
        let workspace = try Sample.workspace()
        try workspace.write(file, to: "l.json")
        let outcome = try await workspace.run(
            "serve", "reader.json", "--port", "0", "--lock", "l.json")
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix(words), "\(outcome.errors)")
        #expect(!workspace.exists("reader.sqlite"))
    }

    @Test func serveReportsAMissingLockFile() async throws {
        let workspace = try Sample.workspace()
        let missing = try await workspace.run(
            "serve", "reader.json", "--ephemeral", "--port", "0", "--lock", "none.json")
        #expect(
            missing == Outcome(errors: "The file 'none.json' cannot be read.\n", status: 1))
    }

    @Test func serveIgnoresAndReportsInvalidLocks() async throws {
        let workspace = try await Sample.withDatabase()
        try workspace.write(#"{"account_name": "too long", "them": 1}"#, to: "l.json")
        // The missing password ends it.
        let outcome = try await workspace.run(
            ["serve", "--port", "0", "--access", "password", "--lock", "l.json"] + Self.database,
            variables: ["FACEPLATE_SET_DISPLAY_TITLES": "perhaps"])
        #expect(outcome.status != 0 && outcome.output == "")
        for words in [
            "environment variable FACEPLATE_SET_DISPLAY_TITLES: 'display_titles' must be on or off.",
            "the file 'l.json': No setting is named 'them'. Did you mean 'theme'?",
            "the file 'l.json': 'account_name' must be 5 characters or fewer.", "password",
        ] { #expect(outcome.errors.contains(words), "\(outcome.errors)") }
    }

    @Test(arguments: [["get", "account_name"], ["list"], ["set", "account_name=Ada"], ["export"]])
    func reportsAVariableWithAnInvalidValue(command: [String]) async throws {
        let workspace = try await Sample.withDatabase()
        let wrong = try await workspace.run(
            command + Self.database, variables: ["FACEPLATE_SET_DISPLAY_TITLES": "perhaps"])
        #expect(wrong.status == 0)
        #expect(wrong.errors.contains("'display_titles' must be on or off."))
        let blank = try await workspace.run(
            command + Self.database, variables: ["FACEPLATE_SET_DISPLAY_TITLES": " "])
        #expect(blank.status == 0 && blank.errors.isEmpty, "\(blank.errors)")
        let value = try await workspace.run(
            command + Self.database,
            variables: ["FACEPLATE_SET_DISPLAY_TITLES": " ", "FACEPLATE_BLANK": "set"])
        #expect(value.errors == wrong.errors, "\(value.errors)")
    }

    @Test func reportsAVariableWithAnInvalidValueWithoutADatabase() async throws {
        let workspace = try Sample.workspace()
        let wrong = try await workspace.run(
            "list", "--schema", "reader.json",
            variables: ["FACEPLATE_SET_DISPLAY_TITLES": "perhaps"])
        #expect(wrong.status == 0)
        #expect(wrong.errors.contains("'display_titles' must be on or off."))
    }

    /// Commands that use no value of a setting.
    static let others = [
        ["token", "add", "second"], ["token", "list"], ["token", "revoke", "first"],
        ["password", "set"], ["sessions", "end"], ["link", "--url", "http://localhost:8080/"],
        ["backup", "make"], ["backup", "list"], ["parked"], ["labels"], ["check"],
    ]

    @Test func runsCommandsWithoutValuesDespiteAnInvalidLock() async throws {
        let workspace = try await Sample.withDatabase()
        _ = try await workspace.run(["token", "add", "first"] + Self.database)
        for command in Self.others {
            let outcome = try await workspace.run(
                command + Self.database, input: "eight888",
                variables: ["FACEPLATE_SET_DISPLAY_TITLES": "perhaps"])
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        }
    }

    @Test func serveReportsAVariableForAnUnknownSetting() async throws {
        let workspace = try Sample.workspace()
        try workspace.write(#"{"theme": "theme_dark"}"#, to: "l.json")
        let configuration = workspace.configuration(
            ["serve", "reader.json", "--ephemeral", "--port", "0", "--lock", "l.json"],
            ["FACEPLATE_SET_THEM": "theme_dark"])
        let result = try await Subprocess.run(
            configuration, input: .none, output: .sequence, error: .string(limit: 1 << 20)
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            _ = try await lines.next()
            try execution.send(signal: .terminate)
            while try await lines.next() != nil {}
        }
        #expect(result.terminationStatus == .exited(0))
        let words = result.standardError
        #expect(
            words.contains(
                "The environment variable FACEPLATE_SET_THEM names no setting, so it locks "
                    + "nothing. Did you mean FACEPLATE_SET_THEME?\n"))
    }
}
