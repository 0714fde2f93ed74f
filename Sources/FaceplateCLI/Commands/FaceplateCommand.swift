import ArgumentParser
import FaceplateSchema

@main
struct FaceplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faceplate",
        abstract: "A settings panel for any program, described once in JSON.",
        discussion: """
            Describe the settings in a schema file, serve it as a page, and read and change the \
            values from scripts. Values are stored in one SQLite file.

            Get started:
              faceplate init garden
              faceplate serve garden.json

            Faceplate uses the first database of this list:
              1. --database FILE
              2. $FACEPLATE_DATABASE
              3. NAME.sqlite next to NAME.json, if that folder is writable
              4. $XDG_STATE_HOME/faceplate/NAME.sqlite (default: ~/.local/state)

            Commands for values and history also use a panel that runs: --url URL, or \
            $FACEPLATE_URL with the token in $FACEPLATE_TOKEN.

            Results go to standard output, messages to standard error.

            Exit codes:
              0   success
              1   a value or file was rejected
              64  wrong command line
              69  the database, the port or the panel at a URL is not available
              70  internal error
              77  the panel at a URL asks for a token, or does not permit the request
            """,
        version: version,
        groupedSubcommands: groups)

    static let version = "0.9"

    static func main() async {
        if let word = CommandLine.arguments.dropFirst().first, let message = mistake(in: word) {
            StandardStreams.say("Error: \(message)")
            StandardStreams.say("  See 'faceplate --help' for all commands.")
            exit(withError: ExitCode.usage)
        }
        if CommandLine.arguments.dropFirst() == ["--generate-completion-script", "bash"] {
            print(completionScript(for: .bash) + SettingCompletion.bashEnding)
            return
        }
        await main(nil)
    }

    /// `nil` for a subcommand, an option, or `help`.
    private static func mistake(in word: String) -> String? {
        let names = groups.flatMap { $0.subcommands }.compactMap { $0.configuration.commandName }
        guard !word.hasPrefix("-"), !names.contains(word), word != "help" else { return nil }
        return "'\(word)' is not a command." + NearestWord.suggestion(for: word, among: names)
    }

    private static let groups = [
        CommandGroup(
            name: "Start", subcommands: [InitCommand.self, CheckCommand.self, ServeCommand.self]),
        CommandGroup(
            name: "Value",
            subcommands: [
                ListCommand.self, GetCommand.self, SetCommand.self, ResetCommand.self,
                KeepCommand.self, WatchCommand.self, WaitCommand.self, ProfileCommand.self,
            ]),
        CommandGroup(
            name: "History",
            subcommands: [ChangesCommand.self, UndoCommand.self, RestoreCommand.self]),
        CommandGroup(
            name: "Access",
            subcommands: [
                LinkCommand.self, PasswordCommand.self, TokenCommand.self, SessionsCommand.self,
            ]),
        CommandGroup(
            name: "Schema",
            subcommands: [
                LabelsCommand.self, ConvertCommand.self, SchemaCommand.self, GenerateCommand.self,
            ]),
        CommandGroup(name: "Database", subcommands: databaseCommands),
    ]

    private static let databaseCommands: [any ParsableCommand.Type] = [
        BackupCommand.self, ExportCommand.self, ImportCommand.self, DiffCommand.self,
        EvolveCommand.self, ParkedCommand.self, AppliedCommand.self, SyncCommand.self,
    ]
}

/// A subcommand that reports its errors on standard error and with an exit code.
protocol Subcommand: AsyncParsableCommand {
    var output: OutputOptions { get }

    /// `nil` for the code of its kind.
    static var errorCode: ExitCode? { get }

    func perform() async throws
}

extension Subcommand {
    static var errorCode: ExitCode? { nil }

    func run() async throws {
        defer { LogWriter.standardError.flush() }
        do {
            try await perform()
        } catch let code as ExitCode {
            throw code
        } catch let error as ValidationError {
            throw error
        } catch {
            let failure = Failure.of(error)
            failure.report(asJSON: output.json)
            throw Self.errorCode ?? failure.status
        }
    }
}
