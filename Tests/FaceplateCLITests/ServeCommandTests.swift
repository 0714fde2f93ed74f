import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Subprocess
import SystemPackage
import Testing

@Suite(.timeLimit(.hung))
struct ServeCommandTests {
    @Test func servesWithOnlyADatabaseAndStopsOnSIGTERM() async throws {
        let workspace = try await Sample.withDatabase()
        let status = try await workspace.serve(["--database", "reader.sqlite", "--port", "0"]) {
            line, stop in
            #expect(
                line.wholeMatch(of: /Serving reader at http:\/\/127\.0\.0\.1:[0-9]+\/\n?/) != nil)
            try stop()
        }
        #expect(status == 0)
    }

    @Test func printsJSONAndStoresNothingIfEphemeral() async throws {
        let workspace = try Sample.workspace()
        let status = try await workspace.serve(
            ["reader.json", "--ephemeral", "--json", "--port", "0"]
        ) { line, stop in
            let json = try JSONReader.read(line.trimmingCharacters(in: .newlines)).object
            let port = try #require(json?["port"]?.number?.integer)
            #expect(json?["url"]?.string == "http://127.0.0.1:\(port)/")
            #expect(json?["database"]?.isNull == true)
            try stop()
        }
        #expect(status == 0)
        #expect(!workspace.exists("reader.sqlite"))
    }

    @Test func servesThePanelBelowAPath() async throws {
        let workspace = try Sample.workspace()
        let status = try await workspace.serve(
            ["reader.json", "--ephemeral", "--port", "0", "--base-path", "/admin/settings"]
        ) { line, stop in
            #expect(
                line.wholeMatch(
                    of: /Serving reader at http:\/\/127\.0\.0\.1:[0-9]+\/admin\/settings\/\n?/)
                    != nil)
            try stop()
        }
        #expect(status == 0)
    }

    @Test(arguments: ["admin", "/a b", "/a?b", "/a/../b", "/%61", ""])
    func rejectsAnInvalidBasePath(path: String) async throws {
        let workspace = try Sample.workspace()
        let result = try await workspace.run(
            ["serve", "reader.json", "--ephemeral", "--base-path", path])
        #expect(result.status == 64)
        #expect(result.errors.contains("'\(path)' is not a URL prefix."))
    }

    @Test(arguments: ["--texts", "--public"], ["missing", "reader.json"])
    func rejectsAPathThatIsNotAFolder(option: String, path: String) async throws {
        let result = try await Sample.workspace().run(
            ["serve", "reader.json", "--ephemeral", "--port", "0", option, path])
        #expect(result == Outcome(errors: "'\(path)' is not a folder.\n", status: 1))
    }

    @Test func reportsAPortInUse() async throws {
        let workspace = try Sample.workspace()
        let arguments = ["reader.json", "--ephemeral", "--json", "--port"]
        let status = try await workspace.serve(arguments + ["0"]) { line, stop in
            let json = try JSONReader.read(line.trimmingCharacters(in: .newlines)).object
            let port = try #require(json?["port"]?.number?.integer)
            let second = try await workspace.run(["serve"] + arguments + ["\(port)"])
            #expect(second.status == 69)
            let words =
                "Port \(port) on 127.0.0.1 is in use (EADDRINUSE). Choose another with --port."
            #expect(second.errors.hasSuffix("\(words)\n"))
            #expect(second.output == "{\"errors\":[{\"message\":\"\(words)\"}]}\n")
            try stop()
        }
        #expect(status == 0)
    }

    @Test(
        arguments: [
            (
                ["--tls-certificate", "/nowhere", "--tls-key", "/nowhere"],
                "The certificate '/nowhere' cannot be used. There is no such file."
            ),
            (
                ["--trusted-proxy", "x"],
                "'x' names no proxy. Write an IP address, a network such as 10.0.0.0/8, or unix."
            ),
            (
                ["--host", "192.0.2.1", "--access", "link"],
                "'192.0.2.1' is not an address of this machine (EADDRNOTAVAIL)."
            ),
            (["--listen", "unix:/etc/hosts"], "'/etc/hosts' exists and is not a socket."),
        ])
    func suggestsAnotherPortOnlyForAPort(options: [String], words: String) async throws {
        let result = try await Sample.workspace().run(
            ["serve", "reader.json", "--ephemeral"] + options)
        #expect(result.status == 69)
        #expect(result.errors.hasSuffix("\(words)\n"), "\(result.errors)")
    }

    @Test func endsWithItsParent() async throws {
        let workspace = try Sample.workspace()
        var configuration = workspace.configuration([
            "-c",
            "'\(Workspace.command)' serve reader.json --ephemeral --exit-with-parent --port 0 & "
                + "read x",
        ])
        configuration.executable = .path("/bin/sh")
        // The server keeps the pipe open, so the output ends when the server ends.
        let result = try await Subprocess.run(
            configuration, input: .inputWriter, output: .sequence, error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let line = try await lines.next()
            #expect(line?.hasPrefix("Serving reader at ") == true)
            _ = try await execution.standardInputWriter.write("\n")
            try await execution.standardInputWriter.finish()
            while try await lines.next() != nil {}
        }
        #expect(result.terminationStatus == .exited(0))
    }

    @Test func printsTheDatabasePathAndLogsStartAndStop() async throws {
        let workspace = try Sample.workspace()
        let result = try await Subprocess.run(
            workspace.configuration(["serve", "reader.json", "--port", "0"]), input: .none,
            output: .sequence, error: .string(limit: 1 << 20)
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            _ = try await lines.next()
            try execution.send(signal: .interrupt)
            while try await lines.next() != nil {}
        }
        #expect(result.terminationStatus == .exited(0))
        #expect(
            result.standardError.contains(
                "The settings are stored in '\(workspace.path("reader.sqlite"))'.\n"))
        #expect(result.standardError.contains("[FaceplateCLI] start"))
        #expect(result.standardError.contains("reason=SIGINT [FaceplateCLI] stop"))
    }

    static let refusals: [(arguments: [String], status: Int32, words: String)] = [
        (["none.json"], 1, "none.json: error: There is no such file."),
        (["--database", "none.sqlite"], 69, "There is no database 'none.sqlite'."),
        (["reader.json", "--database", "."], 69, "'.' is a folder. Name a file for the settings."),
        (
            ["reader.json", "--database", "reader.json"], 69,
            "The file is not a SQLite database. Name another file."
        ),
        (
            ["reader.json", "--ephemeral", "--action", "account_buton=x"], 1,
            "No item is named 'account_buton'. Did you mean 'account_button'?"
        ),
        (
            ["reader.json", "--ephemeral", "--action", "account_name=./run --level=3"], 1,
            "'account_name' cannot be pressed: it is 'edit_text'."
        ),
        (
            ["reader.json", "--ephemeral", "--action", "account_name=x"], 1,
            "'account_name' cannot be pressed: it is 'edit_text'."
        ),
        (
            ["reader.json", "--ephemeral", "--theme", "none.css"], 1,
            "'none.css' cannot be read. Name a style sheet."
        ),
        (
            ["reader.json", "--ephemeral", "--theme", "large.css"], 1,
            "'large.css' has over 1 MiB, too much for a style sheet."
        ),
        (
            ["reader.json", "--sync-folder", "none"], 64,
            "There is no folder 'none'. If it is mounted later, give its whole path."
        ),
    ]

    @Test(arguments: refusals)
    func reportsWhyItCannotStart(
        _ row: (arguments: [String], status: Int32, words: String)
    ) async throws {
        let workspace = try Sample.workspace()
        try workspace.write(String(repeating: " ", count: 1 << 20 + 1), to: "large.css")
        let outcome = try await workspace.run(
            ["serve", "--port", "0", "--log-level", "error"] + row.arguments)
        #expect(outcome == Outcome(errors: row.words + "\n", status: row.status))
    }

    @Test func rejectsAnInvalidClusterAddress() async throws {
        let outcome = try await Sample.workspace().run(
            "serve", "reader.json", "--port", "0", "--sync", "ftp://x", "--log-level", "error")
        let words =
            "'ftp://x' is not the address of a cluster. Write for example "
            + "'http://127.0.0.1:2379'.\n"
        #expect(outcome == Outcome(errors: words, status: 64))
    }

    /// The variable may be meant for another program, so that the first problem is another one.
    @Test func ignoresAPasswordVariableWithoutAUser() async throws {
        let outcome = try await Sample.workspace().run(
            "serve", "reader.json", "--port", "0", "--sync", "http://127.0.0.1:1",
            "--sync-certificate", "none", "--log-level", "error",
            variables: ["FACEPLATE_SYNC_PASSWORD": "x"])
        let words = "A certificate needs its private key: name both files.\n"
        #expect(outcome == Outcome(errors: words, status: 64))
    }

    @Test(
        arguments: [
            ["--action", "account_name=x"], ["--host", "0.0.0.0"], ["--texts", "missing"],
        ])
    func createsNoDatabaseIfItCannotStart(arguments: [String]) async throws {
        let workspace = try Sample.workspace()
        let outcome = try await workspace.run(["serve", "reader.json", "--port", "0"] + arguments)
        #expect(outcome.status != 0)
        #expect(!workspace.exists("reader.sqlite"))
    }

    @Test func adoptFollowsTheSchemaOfAnotherPanel() async throws {
        func schema(_ panel: String, _ key: String) -> String {
            #"{"panelKey": "\#(panel)", "groups": [{"groupKey": "g", "items": ["#
                + #"{"itemKey": "\#(key)", "itemControlType": "switch"}]}]}"#
        }
        let workspace = try Workspace()
        try workspace.write(schema("one", "a"), to: "p.json")
        let status = try await workspace.serve(["p.json", "--adopt", "--port", "0"]) { _, stop in
            try workspace.write(schema("two", "b"), to: "p.json")
            var isFollowed = false
            let end = ContinuousClock.now + .hung
            while !isFollowed, ContinuousClock.now < end {
                let get = try await workspace.run("get", "b", "--database", "p.sqlite")
                isFollowed = get.status == 0
            }
            #expect(isFollowed)
            try stop()
        }
        #expect(status == 0)
    }

    /// Serves the panel, changes a setting, calls `body` and stops.
    private func change(
        _ workspace: Workspace, onChange script: String, _ body: () async throws -> Void = {}
    ) async throws {
        let command = try workspace.write(script, to: "changed.sh")
        let status = try await workspace.serve([
            "reader.json", "--ephemeral", "--json", "--port", "0", "--on-change", "sh \(command)",
        ]) { line, stop in
            let json = try JSONReader.read(line.trimmingCharacters(in: .newlines)).object
            let url = try #require(json?["url"]?.string)
            let set = try await workspace.run("set", "account_name=Ada", "--url", url)
            #expect(set.status == 0)
            try await body()
            try stop()
        }
        #expect(status == 0)
    }

    @Test func runsTheCommandForTheLastChangesBeforeItStops() async throws {
        let workspace = try Sample.workspace()
        try await change(workspace, onChange: "cat > heard")
        let heard = FileManager.default.contents(atPath: workspace.path("heard")) ?? Data()
        #expect(String(decoding: heard, as: UTF8.self).contains("Ada"))
    }

    /// The pipe is open in a process that is left behind.
    @Test func endsAHangingCommandAtTheStop() async throws {
        let workspace = try Sample.workspace()
        try #require(mkfifo(workspace.path("pipe"), 0o600) == 0)
        let pipe = open(workspace.path("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(pipe) }
        let script = "exec > pipe; touch began; exec sleep 120"
        try await change(workspace, onChange: script) {
            let hasBegun = try await becomesTrue { workspace.exists("began") }
            #expect(hasBegun)
        }
        func isClosed() -> Bool {
            var byte: UInt8 = 0
            return read(pipe, &byte, 1) == 0
        }
        #expect(try await becomesTrue(isClosed))
    }

    /// Makes backups that are some days old, the oldest first, and returns their names.
    private func backups(_ workspace: Workspace) throws -> [String] {
        let format = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        let backups = [5, 4, 3].map { days in
            let time = Date.now.addingTimeInterval(-86_400 * days)
            return "reader-backup-\(time.formatted(format)).sqlite"
        }
        for name in backups {
            try FileManager.default.copyItem(
                atPath: workspace.path("reader.sqlite"), toPath: workspace.path(name))
        }
        return backups
    }

    /// The panel follows the second change after it has seen to the copies of the first.
    @Test func keepsExistingBackupsIfBackupsAreOff() async throws {
        let workspace = try await Sample.withDatabase()
        let backups = try backups(workspace)
        let arguments = ["--database", "reader.sqlite", "--port", "0", "--log-level", "error"]
        let status = try await workspace.serve(
            arguments + ["--backups", "0", "--write", "values.json"]
        ) { _, stop in
            for name in ["Ada", "Eve"] {
                let set = try await workspace.run(
                    "set", "account_name=\(name)", "--database", "reader.sqlite")
                #expect(set.status == 0)
                #expect(
                    try await becomesTrue {
                        let bytes = FileManager.default.contents(
                            atPath: workspace.path("values.json"))
                        return String(decoding: bytes ?? Data(), as: UTF8.self).contains(name)
                    })
            }
            try stop()
        }
        #expect(status == 0)
        let list = try await workspace.run("backup", "list", "--database", "reader.sqlite").output
        #expect(list.split(separator: "\n").count == 3)
        #expect(backups.allSatisfy { list.contains($0) })
    }

    @Test(arguments: [1, 2])
    func keepsTheGivenNumberOfBackups(count: Int) async throws {
        let workspace = try await Sample.withDatabase()
        let backups = try backups(workspace)
        let database = ["--database", "reader.sqlite"]
        let (outdated, kept) = (backups.prefix(4 - count), backups.dropFirst(4 - count))
        let arguments = ["--port", "0", "--backups", "\(count)"]
        let status = try await workspace.serve(database + arguments) { _, stop in
            #expect(try await workspace.run(["set", "account_name=Ada"] + database).status == 0)
            // The change makes the backup of this day.
            #expect(try await becomesTrue { !outdated.contains { workspace.exists($0) } })
            try stop()
        }
        #expect(status == 0)
        let list = try await workspace.run(["backup", "list"] + database).output
        #expect(list.split(separator: "\n").count == count)
        #expect(kept.allSatisfy { list.contains($0) })
    }
}
