import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Subprocess
import SystemPackage
import Testing

/// `get`, `set`, `reset` and `list`.
@Suite(.timeLimit(.hung))
struct ValueCommandTests {
    static let database = ["--database", "reader.sqlite"]
    static let schema = ["--schema", "reader.json"]

    @Test func setPrintsEachChange() async throws {
        let workspace = try await Sample.withDatabase()
        let set = try await workspace.run(
            ["set", "theme=theme_dark", "display_titles=no"] + Self.database)
        #expect(
            set
                == Outcome(
                    """
                    theme: theme_light (default) -> theme_dark
                    display_titles: true (default) -> false

                    """))
        let again = try await workspace.run(["set", "theme=theme_dark"] + Self.database)
        #expect(again == Outcome("No changes.\n"))
    }

    @Test func readsThePathOfTheDatabaseFromAVariable() async throws {
        let workspace = try await Sample.withDatabase()
        let variables = ["FACEPLATE_DATABASE": "reader.sqlite"]
        _ = try await workspace.run("set", "theme=theme_dark", variables: variables)
        let group = try await workspace.run("get", "theme", variables: variables)
        #expect(group == Outcome("theme_dark\n"))
        let option = try await workspace.run("get", "theme_light", variables: variables)
        #expect(option == Outcome("false\n"))
    }

    @Test func getPrintsTheDefaultsOfASchemaAndCreatesNoFile() async throws {
        let workspace = try Sample.workspace()
        let outcome = try await workspace.run(
            "get", "theme", "theme_light", "theme_dark", "account_name", "--schema", "reader.json",
            "--json")
        #expect(
            outcome.output == """
                {"theme":{"value":"theme_light","default":"theme_light","isSet":false,\
                "provenance":"default"},\
                "theme_light":{"value":true,"default":true,"isSet":false,"provenance":"default"},\
                "theme_dark":{"value":false,"default":false,"isSet":false,\
                "provenance":"default"},\
                "account_name":{"value":"","default":"","isSet":false,"provenance":"default"}}

                """)
        #expect(!workspace.exists("reader.sqlite"))
    }

    static let changesOfNothing = [
        ["undo", "1"], ["restore", "0"], ["reset", "theme"], ["keep", "theme"],
    ]

    @Test(arguments: changesOfNothing)
    func createsNoDatabaseWithoutAChange(arguments: [String]) async throws {
        let workspace = try Sample.workspace()
        _ = try await workspace.run(arguments + Self.schema)
        #expect(!workspace.exists("reader.sqlite"))
    }

    /// A program can store values that its schema does not have.
    @Test func readsAPrivateValueOfTheProgram() async throws {
        let workspace = try await Sample.withDatabase()
        let settings = try Settings.open(at: workspace.path("reader.sqlite"))
        try await settings.apply(
            Batch([Assignment("window.size", .property("wide"))], origin: .program))
        settings.close()
        let get = try await workspace.run(["get", "window.size"] + Self.database)
        #expect(get == Outcome("wide\n"))
        let unknown = try await workspace.run(["get", "window.place"] + Self.database)
        #expect(unknown.status == 1)
        let watch = try await Subprocess.run(
            workspace.configuration(["watch", "window.size"] + Self.database), input: .none,
            output: .discarded, error: .sequence
        ) { execution in
            var lines = execution.standardError.strings().makeAsyncIterator()
            #expect(try await lines.next()?.hasPrefix("Watching 'reader.sqlite'.") == true)
            try execution.send(signal: .terminate)
            while try await lines.next() != nil {}
        }
        #expect(watch.terminationStatus.isSuccess)
    }

    /// The files that commands name, and the message for each that cannot be used.
    static let files: [(arguments: [String], words: String, status: Int32)] = [
        (
            ["get", "theme", "--database", "reader.json"] + schema,
            "The file is not a SQLite database. Name another file.", 69
        ),
        (
            ["get", "theme", "--url", "http://127.0.0.1:1/", "--token-file", "none"],
            "The token file 'none' cannot be used. There is no such file.", 1
        ),
        (
            ["export", "--secrets", "--pass-phrase-file", "none"] + database,
            "The pass phrase file 'none' cannot be read.", 1
        ),
        (
            ["export", "--secrets", "--pass-phrase-file", "reader.json"] + database,
            "The pass phrase file 'reader.json' must be one line of UTF-8 text.", 1
        ),
        (
            ["set", "theme=theme_dark", "--database", "state/faceplate/x"] + schema,
            "The folder 'state/faceplate' cannot be made.", 69
        ),
        (["init", "reader.json/x"], "'reader.json/x.json' cannot be written.", 69),
    ]

    @Test(arguments: files)
    func reportsFilesThatCannotBeUsed(
        _ row: (arguments: [String], words: String, status: Int32)
    ) async throws {
        let workspace = try await Sample.withDatabase()
        try workspace.write("", to: "state")
        // For a file that others can read, a warning comes first.
        #expect(chmod(workspace.path("reader.json"), 0o600) == 0)
        let outcome = try await workspace.run(
            row.arguments, variables: ["XDG_STATE_HOME": workspace.path("state")])
        #expect(outcome == Outcome(errors: row.words + "\n", status: row.status))
    }

    @Test func setCreatesTheDatabaseOfASchema() async throws {
        let workspace = try Sample.workspace()
        let outcome = try await workspace.run(
            "set", "account_name=Ada", "--schema", "reader.json", "--json")
        #expect(
            outcome
                == Outcome(
                    """
                    {"revision":1,"changed":{"account_name":{"from":null,"to":"Ada"}}}

                    """))
        #expect(workspace.exists("reader.sqlite"))
    }

    /// The output without the times, which differ.
    private static func timeless(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "TIME")
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }

    static let times: [(arguments: [String], output: String)] = [
        (
            ["set", "--for", "2h", "account_name=Ada"],
            #"account_name: "" (default) -> Ada, until TIME"#
        ),
        (["list", "--search", "@temporary"], "account_name  Ada  set, 2 hours left  TIME"),
        (["set", "--for", "1h30m", "account_name=Ada"], "account_name: until TIME"),
        (
            ["get", "account_name", "--json"],
            #"{"account_name":{"value":"Ada","default":"","isSet":true,"provenance":"set","#
                + #""revision":1,"until":"TIME"}}"#
        ),
        (
            ["set", "--for", "90s", "account_name=Eve", "--dry-run", "--json"],
            #"{"revision":1,"changed":{"account_name":{"from":"Ada","to":"Eve"}},"#
                + #""until":{"account_name":"TIME"}}"#
        ),
        (["set", "account_name=Ada"], "account_name: permanent"),
        (["reset", "--end", "account_name"], "No changes."),
        (["set", "--for", "2h", "account_name=Eve"], "account_name: Ada -> Eve, until TIME"),
        (["reset", "--end", "account_name"], "account_name: Eve -> Ada"),
    ]

    @Test func setsAndEndsATemporaryValue() async throws {
        let workspace = try await Sample.withDatabase()
        for (arguments, output) in Self.times {
            let outcome = try await workspace.run(arguments + Self.database)
            #expect(Self.timeless(outcome.output) == output, "\(arguments)")
        }
    }

    static let refusals: [(pairs: [String], words: [String])] = [
        (["account_button=press"], ["'account_button' is read-only."]),
        (
            ["display_titles=no", "theme=blue", "a=1"],
            [
                "No setting is named 'a'.",
                "'theme' cannot be “blue”. Choose theme_light or theme_dark.",
            ]
        ),
    ]

    @Test(arguments: refusals)
    func savesNothingIfAValueIsRejected(_ row: (pairs: [String], words: [String])) async throws {
        let workspace = try await Sample.withDatabase()
        let outcome = try await workspace.run(["set"] + row.pairs + Self.database)
        #expect(
            outcome == Outcome(errors: row.words.map { "\($0)\n" }.joined(), status: 1))
        let list = try await workspace.run(["list"] + Self.database)
        #expect(!list.output.contains("  set"))
    }

    @Test func printsErrorsAsJSON() async throws {
        let workspace = try await Sample.withDatabase()
        let outcome = try await workspace.run(["get", "theme", "them", "--json"] + Self.database)
        #expect(
            outcome
                == Outcome(
                    """
                    {"errors":[{"key":"them","code":"unknown_key","message":\
                    "No setting is named 'them'. Did you mean 'theme'?","nearest":"theme"}]}

                    """, errors: "No setting is named 'them'. Did you mean 'theme'?\n", status: 1))
    }

    @Test func reportsAnItemWithoutAValue() async throws {
        let workspace = try await Sample.withDatabase()
        let outcome = try await workspace.run(["get", "account_button"] + Self.database)
        #expect(outcome == Outcome(errors: "'account_button' has no value.\n", status: 1))
    }

    @Test func readsSecretsFromInputAndNeverPrintsThem() async throws {
        let workspace = try await Sample.withDatabase()
        var printed = ""
        func run(_ arguments: [String], input: String = "") async throws -> Outcome {
            let outcome = try await workspace.run(arguments + Self.database, input: input)
            printed += outcome.output + outcome.errors
            return outcome
        }
        let none = try await run(["get", "account_password"])
        #expect(none.output == "not set\n")
        let set = try await run(["set", "account_password=-"], input: "s3cr3t-t0ken\n")
        #expect(set == Outcome("account_password: not set -> set\n"))
        let again = try await run(["set", "account_password=s3cr3t-t0ken", "--json"])
        #expect(again.output.contains("{\"from\":{\"set\":true},\"to\":{\"set\":true}}"))
        #expect(try await run(["get", "account_password"]).output == "set\n")
        let json = try await run(["get", "account_password", "--json"])
        #expect(
            json.output == """
                {"account_password":{"value":{"set":true},"default":null,"isSet":true,\
                "provenance":"set","revision":2}}

                """)
        for command in [["list"], ["list", "--json"], ["parked"], ["labels"], ["reset", "--all"]] {
            #expect(try await run(command).status == 0)
        }
        #expect(try await run(["get", "account_password"]).output == "set\n")
        let removed = try await run(["reset", "account_password"])
        #expect(removed == Outcome("account_password: set -> not set\n"))
        _ = try await run(["set", "account_password=s3cr3t-t0ken"])
        let named = try await run(["reset", "account_password", "--all"])
        #expect(named == Outcome("account_password: set -> not set\n"))
        #expect(!printed.contains("s3cr3t"))
    }

    @Test func keepConfirmsTheNamedSettingsOrAll() async throws {
        let workspace = try Workspace()
        let items = ["host", "name", "place", "port"].map {
            #"{"itemKey": "\#($0)", "itemControlType": "edit_text", "itemKeepWithin": "1h"}"#
        }
        try workspace.write(
            #"[{"groupKey": "g", "items": [\#(items.joined(separator: ","))]}]"#,
            to: "reader.json")
        _ = try await workspace.run(
            "set", "host=a", "name=b", "place=c", "port=d", "--schema", "reader.json")
        let named = "name: permanent\nport: permanent\n"
        #expect(
            try await workspace.run(["keep", "name", "port", "--dry-run"] + Self.database)
                == Outcome(named, errors: "Nothing was saved: this was a dry run.\n"))
        #expect(
            try await workspace.run(["keep", "name", "port"] + Self.database) == Outcome(named))
        #expect(
            try await workspace.run(["keep"] + Self.database)
                == Outcome("host: permanent\nplace: permanent\n"))
    }

    @Test func listFindsAndFiltersSettings() async throws {
        let workspace = try await Sample.withDatabase()
        _ = try await workspace.run(["set", "account_name=Ada"] + Self.database)
        for (text, output) in [
            ("name", "account_name  Ada  set  TIME\n"),
            ("ada", "account_name  Ada  set  TIME\n"),
            ("@modified", "account_name  Ada  set  TIME\n"),
            ("@id:display_t", "display_titles  true  default\n"),
            ("theme_dark", "theme  theme_light  default\n"),
        ] {
            let list = try await workspace.run(["list", "--search", text] + Self.database)
            #expect(list.withoutTimes == Outcome(output), "\(text)")
        }
        let json = try await workspace.run(
            ["list", "--search", "name", "--json"] + Self.database)
        #expect(
            json.output
                == #"{"account_name":{"value":"Ada","default":"","isSet":true,"provenance":"set","#
                + #""revision":1}}"# + "\n")
        let none = try await workspace.run(["list", "--search", "@x zzz"] + Self.database)
        #expect(none.status == 0 && none.output.isEmpty)
        #expect(
            none.errors.contains("unknown filter '@x'. Possible are @modified,")
                && none.errors.contains("Nothing was found for '@x zzz'."))
    }

    /// Labels in the first language of the panel rank before those in its others.
    @Test func listRanksTheFirstLanguageOfThePanelFirst() async throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"panelLocales": ["de", "en"], "groups": [{"groupKey": "g", "items": [
              {"itemKey": "a", "itemControlType": "edit_text"},
              {"itemKey": "b", "itemControlType": "edit_text"}]}]}
            """, to: "x.json")
        try workspace.write(#""A" = "Rot";"#, to: "en.lproj/x.strings")
        try workspace.write(#""A" = "Moder"; "B" = "Rot";"#, to: "de.lproj/x.strings")
        let list = try await workspace.run("list", "--search", "rot", "--schema", "x.json")
        #expect(list == Outcome("b  \"\"  default\na  \"\"  default\n"))
    }

    @Test func listShowsEveryGroup() async throws {
        let workspace = try await Sample.withDatabase()
        for arguments in [
            ["set", "account_name=Ada"], ["set", "theme_dark=yes"], ["reset", "theme"],
        ] {
            _ = try await workspace.run(arguments + Self.database)
        }
        let list = try await workspace.run(["list"] + Self.database)
        #expect(
            list.withoutTimes
                == Outcome(
                    """
                    display
                      display_titles  true  default
                    account
                      account_name      Ada       set      TIME
                      account_password  (secret)  default
                    theme
                      theme  theme_light  default

                    """))
        let json = try await workspace.run(["list", "--json"] + Self.database)
        #expect(
            json.output == """
                {"display_titles":{"value":true,"default":true,"isSet":false,\
                "provenance":"default"},\
                "account_name":{"value":"Ada","default":"","isSet":true,\
                "provenance":"set","revision":1},\
                "account_password":{"value":{"set":false},"default":null,"isSet":false,\
                "provenance":"default"},\
                "theme":{"value":"theme_light","default":"theme_light","isSet":false,\
                "provenance":"default"}}

                """)
    }

    @Test func rejectsInputThatIsTooLarge() async throws {
        let workspace = try await Sample.withDatabase()
        let input = #"{"account_name": "Ada"}"# + String(repeating: " ", count: 16 * 1024 * 1024)
        let outcome = try await workspace.run(["import", "-"] + Self.database, input: input)
        #expect(
            outcome
                == Outcome(errors: "standard input: It has over 16777216 bytes.\n", status: 1))
    }

    @Test func rejectsAnInputValueThatIsNotUTF8() async throws {
        let workspace = try await Sample.withDatabase()
        let result = try await Subprocess.run(
            workspace.configuration(["set", "account_password=-"] + Self.database),
            input: .array(Array("hunter".utf8) + [0xFF]), output: .string(limit: 1 << 20),
            error: .string(limit: 1 << 20))
        #expect(result.terminationStatus == .exited(1))
        #expect(result.standardError == "Standard input is not valid UTF-8.\n")
        let secret = try await workspace.run(["get", "account_password"] + Self.database)
        #expect(secret == Outcome("not set\n"))
    }

    @Test func exportsASettingWithoutAValueAsNull() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"[{"groupKey": "g", "items": [{"itemKey": "a", "itemControlType": "edit_integer"}]}]"#,
            to: "x.json")
        let outcome = try await workspace.run("export", "--json", "--schema", "x.json")
        #expect(outcome == Outcome("{\"values\":{\"a\":null},\"secrets\":[],\"machine\":[]}\n"))
    }

    @Test(arguments: ["hunter22", "hunter22\n", "hunter22\r\n"])
    func removesTheLineBreakAfterAnInputValue(input: String) async throws {
        let workspace = try await Sample.withDatabase()
        _ = try await workspace.run("evolve", "reader.json", "--database", "other.sqlite")
        for (database, text) in [("reader.sqlite", input), ("other.sqlite", "hunter22")] {
            let set = try await workspace.run(
                "set", "account_password=-", "--database", database, input: text)
            #expect(set == Outcome("account_password: not set -> set\n"))
        }
        #expect(try await workspace.run("diff", "reader.sqlite", "other.sqlite") == Outcome())
    }
}
