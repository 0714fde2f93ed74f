import Faceplate
import FaceplateSchema
import FaceplateTestSupport
import Foundation
import Subprocess
import Testing

@testable import FaceplateCLI
@testable import FaceplatePanel

@Suite(.timeLimit(.hung))
struct CommandActionTests {
    private static let schema = """
        [ { "groupKey": "account", "items": [
              { "itemKey": "account.user-name", "itemControlType": "edit_text" },
              { "itemKey": "account_button", "itemControlType": "button",
                "itemAction": ["./apply", "two words"] } ] } ]
        """

    /// Presses the button of a panel, with `script` as `./apply`.
    private func press(
        _ script: String, command: [String]? = nil, limit: Duration = .hung
    ) async throws -> ActionResult {
        let workspace = try Workspace()
        try workspace.write("#!/bin/sh\n\(script)\n", to: "apply")
        chmod(workspace.path("apply"), 0o755)
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let settings = try Settings.inMemory(schema)
        let request = ActionRequest(
            try #require(schema.items["account_button"]), settings: settings,
            values: ["account.user-name": "Ada L"])
        let commands = RunningCommands()
        let action = CommandAction(
            folder: workspace.folder, commands: commands, timeLimit: limit)
        let result = try await (command.map(action.handler) ?? action.schemaHandler)(request)
        await commands.ended()
        return result
    }

    /// Returns the ID of a process that the command printed.
    private func process(in text: String?) throws -> pid_t {
        try #require(text?.split(separator: "\n").first.flatMap { pid_t($0) })
    }

    private func isAlive(_ id: pid_t) -> Bool {
        // A process that has ended may still be a zombie.
        let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        return state.map { !$0.contains(") Z ") } ?? false
    }

    /// Expects a process to end by itself, which takes a moment after it was killed.
    private func expectEnd(of id: pid_t) async throws {
        #expect(try await becomesTrue { !isAlive(id) })
        kill(id, SIGKILL)
    }

    static let leftBehind = [
        "sleep 1000 & echo $!", "sleep 1000 >/dev/null 2>&1 & echo $!",
        "sh -c \"trap '' TERM; while :; do sleep 1; done\" >/dev/null 2>&1 & echo $!",
    ]

    @Test(arguments: leftBehind)
    func endsBackgroundProcessesWithTheCommand(_ script: String) async throws {
        let result = try await press(script)
        #expect(!result.isFailure)
        try await expectEnd(of: process(in: result.message))
    }

    /// A process that a command leaves has a moment to clean up before it is killed.
    ///
    /// A shell handles a signal after the program that it waits for, which the signal does not end while it starts.
    @Test func letsBackgroundProcessesCleanUp() async throws {
        let workspace = try Workspace()
        let (ready, cleaned) = (workspace.path("ready"), workspace.path("cleaned"))
        _ = try await press(
            "sh -c \"trap 'echo > \(cleaned); exit' TERM; echo > \(ready); "
                + "while :; do sleep 0.01; done\" >/dev/null 2>&1 & "
                + "until [ -e \(ready) ]; do sleep 0.01; done")
        #expect(FileManager.default.fileExists(atPath: cleaned))
    }

    /// The file that holds what a command reads has no name, so that nothing of it is left.
    @Test func passesTheInputInAFileWithoutAName() async throws {
        let run = CommandRun(folder: "/", commands: RunningCommands(), timeLimit: .hung)
        let result = await run.run(
            ["readlink", "/proc/self/fd/0"], environment: CommandEnvironment(database: nil),
            input: "{}")
        #expect(result.isSuccess && result.output.hasSuffix(" (deleted)"), "\(result)")
    }

    @Test func doesNotEndAProcessInItsOwnSession() async throws {
        let result = try await press("setsid sleep 1000 >/dev/null 2>&1 & echo $!; sleep 0.1")
        let id = try process(in: result.message)
        #expect(isAlive(id))
        kill(id, SIGKILL)
    }

    @Test func endsBackgroundProcessesAtTheTimeLimit() async throws {
        let workspace = try Workspace()
        let file = workspace.path("child")
        _ = try await press(
            "sh -c \"trap '' TERM; while :; do sleep 1; done\" & echo $! > \(file); sleep 1000",
            limit: .seconds(1))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try await expectEnd(of: process(in: text))
    }

    /// A server can wait for its commands more than once.
    @Test(.timeLimit(.hung)) func waitsForCommandsMoreThanOnce() async {
        let commands = RunningCommands()
        for _ in 0..<2 {
            let waiting = await commands.counting {
                let waiting = Task { await commands.ended() }
                for _ in 0..<100 { await Task.yield() }
                return waiting
            }
            await waiting.value
        }
    }

    @Test(.timeLimit(.hung)) func waitsForTheLastCommand() async throws {
        let commands = RunningCommands()
        let isOver = Locked(false)
        let waiting = await commands.counting {
            let waiting = Task {
                await commands.ended()
                isOver.withLock { $0 = true }
            }
            await commands.counting { for _ in 0..<100 { await Task.yield() } }
            for _ in 0..<100 { await Task.yield() }
            #expect(!isOver.withLock { $0 })
            return waiting
        }
        await waiting.value
    }

    @Test func endsAllCommandsAtOnce() async throws {
        let commands = RunningCommands()
        var options = PlatformOptions()
        options.processGroupID = 0
        let sleep = Subprocess.Configuration(
            executable: .name("sleep"), arguments: ["20"], platformOptions: options)
        let first = try await Subprocess.run(
            sleep, input: .none, output: .discarded, error: .discarded
        ) { execution in
            commands.insert(ProcessGroup(id: execution.processIdentifier.value))
            let second = try await Subprocess.run(
                sleep, input: .none, output: .discarded, error: .discarded
            ) { execution in
                commands.insert(ProcessGroup(id: execution.processIdentifier.value))
                commands.endAtOnce()
            }
            #expect(!second.terminationStatus.isSuccess)
        }
        #expect(!first.terminationStatus.isSuccess)
    }

    @Test func runsInTheFolderWithItsArgumentsAndValues() async throws {
        let result = try await press("echo \"$VALUE_ACCOUNT_USER_NAME|$1|$(ls)\"")
        #expect(result.message == "Ada L|two words|apply")
        #expect(!result.isFailure)
    }

    @Test func succeedsWithoutOutput() async throws {
        let result = try await press(":")
        #expect(result.message == nil)
        #expect(!result.isFailure)
    }

    @Test func reportsTheReasonAndTheProblemsOfFields() async throws {
        let result = try await press(
            "echo 'account.user-name: is unknown' >&2; echo 'No: such server' >&2; exit 3")
        #expect(result.isFailure)
        #expect(result.message == "No: such server")
        #expect(result.problems == ["account.user-name": "is unknown"])
    }

    @Test func readsTheProblemOfAFieldAfterTheFirstColon() async throws {
        let result = try await press("echo 'account.user-name: use a name: Ada' >&2; exit 3")
        #expect(result.problems == ["account.user-name": "use a name: Ada"])
    }

    static let failures: [(script: String, words: String)] = [
        ("echo said; exit 1", "said"), ("exit 4", "The command ended with status 4."),
        ("kill -9 $$", "The command was ended by signal 9."),
    ]

    @Test(arguments: failures)
    func showsAMessageForEveryFailure(_ row: (script: String, words: String)) async throws {
        let result = try await press(row.script)
        #expect(result.isFailure)
        #expect(result.message == row.words)
    }

    @Test func limitsOutputAndRemovesControlCharacters() async throws {
        let result = try await press(
            "printf 'a\\033[1mb\\n'; head -c 200000 /dev/zero | tr '\\0' x")
        #expect(result.message?.utf8.count == CommandOutput.limit - 1)
        #expect(result.message?.hasPrefix("a[1mb\nxxx") == true)
    }

    // A result that waited for the command would come after the time limit of the test.
    @Test(arguments: ["exec sleep 1000", "sleep 1000", "exec >/dev/null 2>&1; sleep 1000"])
    func endsACommandAtTheTimeLimit(_ script: String) async throws {
        let result = try await press(script, limit: .seconds(1))
        #expect(result.isFailure)
        #expect(result.message == "The command took more than 1 s and was ended.")
    }

    /// Names of variables of this process; `isInherited` is true for those that a command gets.
    static let inherited: [(name: String, isInherited: Bool)] = [
        ("PATH", true), ("FACEPLATE_DATABASE", true), ("FACEPLATES", true),
        ("FACEPLATE_SET_PW", false), ("FACEPLATE_SYNC_PASSWORD", false), ("FACEPLATE_NEW", false),
        ("NOTIFY_SOCKET", false),
        ("LISTEN_PID", false), ("LISTEN_FDS", false), ("LISTEN_FDNAMES", false),
    ]

    @Test(arguments: inherited)
    func passesOnlyTheDatabaseOfItsOwnVariables(
        _ row: (name: String, isInherited: Bool)
    ) throws {
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let request = ActionRequest(
            try #require(schema.items["account_button"]), settings: try Settings.inMemory(schema))
        let changes = CommandEnvironment(request, environment: [row.name: "x"]).changes
        let key = try #require(Environment.Key(rawValue: row.name))
        #expect(changes.keys.contains(key) != row.isInherited)
        #expect(changes[key].flatMap(\.self) == nil)
    }

    @Test func passesNoDatabaseForAPanelAtAURL() throws {
        let environment = CommandEnvironment(
            database: nil, url: "http://a/", environment: ["FACEPLATE_DATABASE": "x"])
        let changes = environment.changes
        let database = try #require(Environment.Key(rawValue: "FACEPLATE_DATABASE"))
        let url = try #require(Environment.Key(rawValue: "FACEPLATE_URL"))
        #expect(changes[database] == .some(nil) && changes[url] == "http://a/")
    }

    @Test func runsWithoutAShell() async throws {
        let result = try await press(":", command: ["echo", "$HOME", ";", "ls"])
        #expect(result.message == "$HOME ; ls")
    }

    /// Files with their name, contents and mode, and the expected message.
    static let unfit: [(name: String, text: String, mode: mode_t, words: String)] = [
        (
            "plain", "#!/bin/sh\n", 0o644,
            "The file './plain' is not executable. Run: chmod +x ./plain"
        ),
        (
            "lost", "#!/no/such/program\n", 0o755,
            "The command './lost' cannot be run: its first line names a program that does not exist."
        ),
        ("folder/file", "", 0o644, "'./folder' is a folder, not a command."),
    ]

    @Test(arguments: unfit)
    func reportsAFileThatCannotBeRun(
        _ row: (name: String, text: String, mode: mode_t, words: String)
    ) async throws {
        let workspace = try Workspace()
        try workspace.write(row.text, to: row.name)
        chmod(workspace.path(row.name), row.mode)
        let schema = try SchemaReader.read(Array(Self.schema.utf8), name: "x")
        let request = ActionRequest(
            try #require(schema.items["account_button"]), settings: try Settings.inMemory(schema))
        let action = CommandAction(folder: workspace.folder, commands: RunningCommands())
        let name = "./" + (row.name.split(separator: "/").first ?? "")
        let result = try await action.handler(of: [name])(request)
        #expect(result.isFailure)
        #expect(result.message == row.words)
    }

    @Test func doesNotReportAMissingFolderAsATimeout() async throws {
        let run = CommandRun(
            folder: "/no/such/folder", commands: RunningCommands(), timeLimit: .hung)
        let result = await run.run(["true"], environment: CommandEnvironment(database: nil))
        #expect(!result.isSuccess && result.sentence == "The command 'true' cannot be run.")
    }

    @Test(arguments: ["no-such-command", "./no-such-command"])
    func reportsAMissingCommand(_ name: String) async throws {
        let result = try await press(":", command: [name])
        #expect(result.isFailure)
        #expect(result.message == "There is no command '\(name)'.")
    }
}
