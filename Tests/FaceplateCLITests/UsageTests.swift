import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateCLI

/// Wrong command lines, the help, and the location of the database.
@Suite(.timeLimit(.hung))
struct UsageTests {
    static let mistakes: [(arguments: [String], words: String)] = [
        (["get"], "Missing expected argument '<key> ...'"),
        (["get", "theme"], "No database. Use --database FILE, name a schema, or set"),
        (["list", "--database", ""], "--database is empty. Name a file."),
        (
            ["get", "a", "--url", "panel"],
            "'panel' is not the URL of a panel. Write http://HOST:PORT/, https://HOST/ or unix:PATH."
        ),
        (
            ["get", "a", "--url", "http://a/", "--database", "b"],
            "--url excludes --database, --schema and --file: the panel has its own."
        ),
        (["get", "a", "--url", "http://a/", "--schema", "b"], "--url excludes --database"),
        (["get", "a", "--database", "b", "--token-file", "c"], "--token-file needs --url."),
        (["get", "a", "--database", "b", "--ca-file", "c"], "--ca-file needs --url."),
        (["set", "theme"], "'theme' is not a key with a value. Write KEY=VALUE."),
        (["set", "=x"], "'=x' is not a key with a value. Write KEY=VALUE."),
        (["wait", "theme"], "'theme' is not a key with a value. Write KEY=VALUE."),
        (
            ["wait", "theme=theme_dark", "--timeout", "soon"],
            "--timeout 'soon' is not a duration. Write for example 30s, 5m or 1h30m."
        ),
        (["wait", "theme=theme_dark", "--timeout", ""], "--timeout '' is not a duration."),
        (["set", "a=-", "b=-"], "Standard input can give one value only, so write '-' once."),
        (["reset"], "There is nothing to reset. Name keys, or add --all."),
        (["reset", "--end", "--all"], "--end needs the keys of settings, so --all does not fit."),
        (
            ["set", "--for", "400d", "a=1"],
            "'400d' is not a time of 1 second to 366 days, such as 2h or 1h30m, and not 'always'."
        ),
        (["serve", "--ephemeral"], "--ephemeral needs a schema."),
        (
            ["serve", "--host", "0.0.0.0"],
            "'0.0.0.0' can be reached from other machines. Choose who may use the panel with --access"
        ),
        (
            ["serve", "--host", "127.0.0.1", "--host", "::"],
            "'::' can be reached from other machines"
        ),
        (
            ["serve", "--access", "pasword"],
            "Use link, password or token. Did you mean 'password'?"
        ),
        (["serve", "--access", "open"], "'open' is not a way to sign in."),
        (["serve", "a", "--ephemeral", "--access", "token"], "--ephemeral stores no token."),
        (["password", "set", "x"], "Unexpected argument 'x'"),
        (["token", "add"], "Missing expected argument '<name>'"),
        (["token", "add", "a", "--for", "soon"], "'soon' is not a duration such as 30d or 12h."),
        (["token", "add", "a", "--for", "0s"], "'0s' is not a duration such as 30d or 12h."),
        (["link", "--url", "panel"], "'panel' is not the URL of a panel."),
        (["serve", "--host", "127.1"], "'127.1' can be reached from other machines"),
        (["serve", "--locale", "English"], "'English' is not a locale like 'en' or 'pt-BR'."),
        (["serve", "--log-level", "inf"], "Did you mean 'info'?"),
        (["serve", "--options", "key"], "Write --options KEY=COMMAND."),
        (["serve", "--action", "key"], "Write --action KEY=COMMAND."),
        (["serve", "--action", "key="], "Write --action KEY=COMMAND."),
        (["serve", "--action", "key=''"], "Write --action KEY=COMMAND."),
        (["serve", "--action", "key='x"], "ends within a quotation."),
        (
            ["serve", "--tls-key", "a"],
            "--tls-certificate and --tls-key belong together. Give both, or neither."
        ),
        (["serve", "--connections", "0"], "--connections is 0, but must be at least 1."),
        (["serve", "a", "--backups=-1"], "--backups must be between 0 and 1000."),
        (["serve", "a", "--backups", "1001"], "--backups must be between 0 and 1000."),
        // Both numbers are accepted, so that the next check speaks.
        (
            ["serve", "a", "--ephemeral", "--database", "b", "--backups", "0"],
            "--ephemeral and --database exclude each other."
        ),
        (
            ["serve", "a", "--ephemeral", "--database", "b", "--backups", "1000"],
            "--ephemeral and --database exclude each other."
        ),
        (["labels", "--locale", "en", "--missing", "fr"], "exclude each other. Choose one."),
        (["evolve"], "Missing expected argument '<schema>'"),
        (["generate"], "Missing expected argument '<schema>'"),
        (["generate", "a.json", "--type", "a b"], "'a b' cannot name a type."),
        (["generate", "a.json", "--type", "String"], "'String' is a type that the keys are made"),
        (["generate", "a.json", "--access", "open"], "The value 'open' is invalid for '--access"),
        (["export", "--secrets"], "Write --secrets and --pass-phrase-file FILE together."),
        (["export", "--pass-phrase-file", "a"], "Write --secrets and --pass-phrase-file FILE"),
        (["export", "--format", "xml"], "'xml' is not a format. Use one of json, yaml, toml"),
        (["export", "--output", "a.txt"], "'a.txt' has no known format."),
        (["export", "--comments"], "JSON has no comments. Use --format yaml, toml, plist, ini"),
        (["export", "--comments", "--output", "a.json"], "JSON has no comments."),
        (["export", "--comments", "--json"], "JSON has no comments."),
        (["export", "--locale", "de", "--format", "yaml"], "--locale needs --comments."),
        (["export", "--json", "--format", "yaml"], "--json excludes --format and --output."),
        (["import", "a", "--format", "xml"], "'xml' is not a format."),
        (["profile", "use"], "Missing expected argument '<name>'"),
        (
            ["profile", "rename", "a"],
            "There is nothing to change. Add a new name or --description."
        ),
        (["diff", "a"], "Missing expected argument '<new>'"),
        (["servee"], "'servee' is not a command. Did you mean 'serve'?"),
        (["serv", "garden.json"], "'serv' is not a command. Did you mean 'serve'?"),
        (["paint"], "'paint' is not a command.\n  See 'faceplate --help' for all commands.\n"),
    ]

    @Test(arguments: mistakes)
    func exitsWith64AfterAnInvalidCommandLine(
        _ row: (arguments: [String], words: String)
    ) async throws {
        let outcome = try await Workspace().run(row.arguments)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(row.words), "\(outcome.errors)")
        #expect(outcome.status == 64)
    }

    @Test func printsTheVersionOfTheReleaseNotes() async throws {
        let notes = URL(filePath: #filePath).appending(
            path: "../../../Sources/Guides.docc/ReleaseNotes.md"
        ).standardized
        let text = try String(contentsOf: notes, encoding: .utf8)
        let newest = try #require(text.firstMatch(of: /(?m)^## ([0-9.]+)$/))
        #expect(try await Workspace().run("--version") == Outcome("\(newest.1)\n"))
    }

    static let subcommands = [
        "serve", "init", "check", "get", "set", "reset", "keep", "list", "watch", "wait",
        "evolve",
        "parked",
        "applied", "changes", "undo", "restore", "labels", "generate", "convert",
        "schema",
        "import", "backup", "export", "diff", "link", "password", "token", "sessions",
        "profile",
    ]

    @Test(arguments: subcommands)
    func helpHasAnExampleOfEverySubcommand(_ name: String) async throws {
        let outcome = try await Workspace().run(name, "--help")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Example"))
        #expect(outcome.output.contains("  faceplate \(name) "))
        let options = outcome.output.split(separator: "\n").drop { $0 != "OPTIONS:" }.dropFirst()
        for (line, next) in zip(options, Array(options.dropFirst()) + [""])
        where line.hasPrefix("  -") {
            // The text of an option is on the same line, or on the next line if the option is long.
            #expect(
                line.count > 26 && (line.dropFirst(26).first != " " || next.hasPrefix("      ")))
        }
    }

    @Test func findsTheDatabaseByOptionVariableAndSchema() {
        func path(
            named: String? = nil, schema: String? = "a/b.json",
            _ environment: [String: String] = [:],
            writable: Bool = true
        ) -> String? {
            DatabaseLocation(named: named, schema: schema, environment: environment) { _ in writable
            }
            .path
        }
        #expect(path(named: "x", ["FACEPLATE_DATABASE": "y"]) == "x")
        #expect(path(["FACEPLATE_DATABASE": "y"]) == "y")
        #expect(path(["FACEPLATE_DATABASE": ""]) == "a/b.sqlite")
        #expect(path(["FACEPLATE_DATABASE": " "]) == "a/b.sqlite")
        #expect(path(schema: "b.json") == "b.sqlite")
        #expect(path(["HOME": "/h"], writable: false) == "/h/.local/state/faceplate/b.sqlite")
        #expect(path(["XDG_STATE_HOME": "/s"], writable: false) == "/s/faceplate/b.sqlite")
        #expect(
            path(["HOME": "/h", "XDG_STATE_HOME": "s"], writable: false)
                == "/h/.local/state/faceplate/b.sqlite")
        #expect(path(schema: nil) == nil)
    }

    @Test(.enabled("root can write everywhere") { geteuid() != 0 })
    func usesTheStateFolderIfTheFolderIsReadOnly() async throws {
        let workspace = try Sample.workspace()
        chmod(workspace.path("."), 0o500)
        defer { chmod(workspace.path("."), 0o700) }
        let state = try Workspace()
        let outcome = try await workspace.run(
            "set", "theme=theme_dark", "--schema", "reader.json",
            variables: ["XDG_STATE_HOME": state.folder])
        #expect(outcome.status == 0)
        #expect(state.exists("faceplate/reader.sqlite"))
    }
}
