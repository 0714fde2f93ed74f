import FaceplateSchema
import FaceplateTestSupport
import Testing

@testable import FaceplateCLI

/// `get`, `set`, `reset` and `list` with values of every type, on pages within pages.
@Suite(.timeLimit(.hung))
struct ValueTypesTests {
    private static let schema = """
        [{"groupKey": "g", "groupChecks": [
            {"require": {"key": "low", "less": {"key": "high"}}, "message": "Low must be below high"}],
          "items": [
           {"itemKey": "low", "itemControlType": "edit_integer", "itemValue": 1},
           {"itemKey": "high", "itemControlType": "edit_decimal", "itemValue": 2.5},
           {"itemKey": "net", "itemControlType": "page", "groups": [{"groupKey": "n", "items": [
             {"itemKey": "hosts", "itemControlType": "edit_list"},
             {"itemKey": "timeout", "itemControlType": "edit_duration", "itemMaximum": "1h"},
             {"itemKey": "deep", "itemControlType": "page", "groups": [{"groupKey": "d", "items": [
               {"itemKey": "logo", "itemControlType": "edit_file", "itemFileTypes": "image/*",
                "itemMaximumSize": 5},
               {"itemKey": "servers", "itemControlType": "edit_table", "itemColumns": [
                 {"itemKey": "host", "itemControlType": "edit_text"},
                 {"itemKey": "port", "itemControlType": "edit_integer", "itemValue": 80}]},
               {"itemKey": "day", "itemControlType": "edit_date"},
               {"itemKey": "tags", "itemControlType": "choices", "itemOptions": ["a", "b"]},
               {"itemKey": "account", "itemControlType": "button", "itemStates": [
                 {"state": "out", "title": "Sign in"}, {"state": "in"}]}]}]}]}]}]}]
        """
    private static let database = ["--database", "p.sqlite"]
    private static let pairs = [
        "timeout=5m", #"hosts=["a","b"]"#, "logo=@a.png", #"servers=[{"host":"x"}]"#,
        "day=2026-11-20", "tags=b,a",
    ]

    private static func workspace() async throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(schema, to: "p.json")
        try workspace.write("abcd", to: "a.png")
        try workspace.write("abcdef", to: "large.png")
        try workspace.write("a", to: "c.txt")
        _ = try await workspace.run("evolve", "p.json")
        return workspace
    }

    @Test func setAcceptsEveryTypeAndPrintsTheStoredValue() async throws {
        let workspace = try await Self.workspace()
        let set = try await workspace.run(["set"] + Self.pairs + Self.database)
        #expect(
            set
                == Outcome(
                    """
                    timeout: - (default) -> 300
                    hosts: [] (default) -> ["a","b"]
                    logo: - (default) -> a.png (4 bytes)
                    servers: [] (default) -> [{"host":"x","port":80}]
                    day: - (default) -> 2026-11-20
                    tags: [] (default) -> ["a","b"]

                    """))
        let get = try await workspace.run(
            ["get", "timeout", "hosts", "logo", "servers", "day", "tags", "high"] + Self.database)
        #expect(
            get
                == Outcome(
                    """
                    300
                    ["a","b"]
                    {"data":"YWJjZA==","name":"a.png","type":"image/png"}
                    [{"host":"x","port":80}]
                    2026-11-20
                    ["a","b"]
                    2.5

                    """))
    }

    @Test func setAcceptsTheOutputOfGet() async throws {
        let workspace = try await Self.workspace()
        _ = try await workspace.run(["set"] + Self.pairs + Self.database)
        for key in ["timeout", "hosts", "logo", "servers", "day", "tags"] {
            let value = try await workspace.run(["get", key] + Self.database).output
            let again = try await workspace.run(["set", "\(key)=-"] + Self.database, input: value)
            #expect(again == Outcome("No changes.\n"), "\(key)")
        }
    }

    /// A pipe has 64 KiB at most at a time.
    @Test func readsALongValueCompletely() async throws {
        let workspace = try await Self.workspace()
        let hosts = (0..<10_000).map { #""host-\#($0)""# }.joined(separator: ",")
        let set = try await workspace.run(["set", "hosts=-"] + Self.database, input: "[\(hosts)]")
        #expect(set.status == 0, "\(set.errors)")
        let get = try await workspace.run(["get", "hosts"] + Self.database)
        #expect(get.output == "[\(hosts)]\n")
    }

    @Test func listShowsThePageOfEachGroup() async throws {
        let workspace = try await Self.workspace()
        _ = try await workspace.run(["set"] + Self.pairs + Self.database)
        let list = try await workspace.run(["list"] + Self.database)
        #expect(
            list.withoutTimes
                == Outcome(
                    """
                    g
                      low   1    default
                      high  2.5  default
                    net: n
                      hosts    ["a","b"]  set  TIME
                      timeout  300        set  TIME
                    net/deep: d
                      logo     a.png (4 bytes)           set      TIME
                      servers  [{"host":"x","port":80}]  set      TIME
                      day      2026-11-20                set      TIME
                      tags     ["a","b"]                 set      TIME
                      account  out                       default

                    """))
    }

    @Test(arguments: [
        ("a.png", "image/png"), ("a.JPG", "image/jpeg"), ("a.tar.gz", "application/gzip"),
        ("a.txt", "text/plain"), ("a.b", "application/octet-stream"),
        ("a", "application/octet-stream"), ("txt/a.", "application/octet-stream"),
    ])
    func findsTheTypeOfAFileByItsExtension(path: String, type: String) throws {
        let workspace = try Workspace()
        try workspace.write("x", to: path)
        let file = try FileArgument(path: workspace.path(path), maximumSize: 9)
        #expect(file.json.object?["type"] == .text(type))
        #expect(file.json.object?["name"] == .text(FileArgument.name(of: path)))
    }

    private static let refusals: [(pairs: [String], words: [String])] = [
        (["logo=abc"], ["'logo' must be a file. Write logo=@FILE to store a file."]),
        (["logo=@large.png"], ["'logo' must be 5 bytes or smaller."]),
        (["logo=@c.txt"], ["'logo' must be a picture."]),
        (["logo=@none.png"], ["There is no file 'none.png'."]),
        (["logo=@."], ["'.' is a folder. Name a file."]),
        (["timeout=2h"], ["'timeout' must be 1 hour or less."]),
        (["account=in"], ["'account' is read-only."]),
        (["low=9"], ["Low must be below high."]),
    ]

    @Test(arguments: refusals)
    func reportsInvalidValues(_ row: (pairs: [String], words: [String])) async throws {
        let workspace = try await Self.workspace()
        let outcome = try await workspace.run(["set"] + row.pairs + Self.database)
        #expect(outcome == Outcome(errors: row.words.map { "\($0)\n" }.joined(), status: 1))
    }

    @Test func reportsAFailedCheckForEachSettingInJSON() async throws {
        let workspace = try await Self.workspace()
        let outcome = try await workspace.run(["set", "low=9", "--json"] + Self.database)
        #expect(
            outcome.output == """
                {"errors":[{"key":"low","code":"check_failed","message":"Low must be below high."},\
                {"key":"high","code":"check_failed","message":"Low must be below high."}]}

                """)
    }

    @Test func resetsEveryType() async throws {
        let workspace = try await Self.workspace()
        _ = try await workspace.run(["set"] + Self.pairs + Self.database)
        let reset = try await workspace.run(["reset", "logo", "hosts", "day"] + Self.database)
        #expect(
            reset
                == Outcome(
                    """
                    logo: a.png (4 bytes) -> - (default)
                    hosts: ["a","b"] -> [] (default)
                    day: 2026-11-20 -> - (default)

                    """))
        #expect(try await workspace.run(["get", "day"] + Self.database) == Outcome("\n"))
        #expect(
            try await workspace.run(["get", "day", "hosts", "--json"] + Self.database)
                == Outcome(
                    """
                    {"day":{"value":null,"default":null,"isSet":false,"provenance":"default"},\
                    "hosts":{"value":[],"default":[],"isSet":false,"provenance":"default"}}

                    """))
        #expect(
            try await workspace.run(["get", "net", "day", "deep"] + Self.database)
                == Outcome(
                    errors: "'net' has no value.\n'deep' has no value.\n", status: 1))
    }

    @Test func acceptsTextThatBeginsWithAnAtSign() async throws {
        let workspace = try Workspace()
        try workspace.write(
            #"{"groupKey": "g", "items": [{"itemKey": "name", "itemControlType": "edit_text"}]}"#,
            to: "p.json")
        let set = try await workspace.run("set", "name=@ada", "--schema", "p.json")
        #expect(set.output == "name: \"\" (default) -> @ada\n")
    }

    @Test func reportsMissingLabelsOfParts() async throws {
        let workspace = try await Self.workspace()
        let missing = try await workspace.run("labels", "p.json", "--missing", "fr")
        let lines = missing.output.split(separator: "\n").map(String.init)
        for line in [
            #""SERVERS" = "Servers";"#, #""SERVERS.column.host" = "Host";"#,
            #""TAGS.option.a" = "a";"#, #""ACCOUNT.state.out" = "Sign in";"#,
            #""ACCOUNT.state.in" = "Account";"#, #""NET" = "Net";"#,
            #""LOW MUST BE BELOW HIGH" = "Low must be below high";"#,
        ] { #expect(lines.contains(line), "\(line)") }
        try workspace.write(
            lines.joined(separator: "\n"), to: "fr.lproj/p.strings")
        let all = try await workspace.run("labels", "p.json", "--missing", "fr")
        #expect(all.output.isEmpty && all.errors.hasSuffix("(100 %).\n"))
    }
}
