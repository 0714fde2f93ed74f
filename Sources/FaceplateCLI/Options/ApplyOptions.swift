import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation
import Logging

struct ApplyOptions: ParsableArguments {
    @Option(
        name: .customLong("apply"),
        help: ArgumentHelp(
            "Run this command after each save, with the changes as JSON on standard input. If it "
                + "fails, the save is undone. It runs without a shell; use quotes for arguments "
                + "with spaces.",
            valueName: "command"))
    var apply: String?

    @Option(
        name: .customLong("apply-limit"),
        help: ArgumentHelp(
            "The longest time that the command can take, for example 10s. (default: 30s)",
            valueName: "duration"),
        transform: Self.duration)
    var limit: Duration?

    func validate() throws {
        if apply == nil, limit != nil {
            throw ValidationError("--apply-limit needs --apply COMMAND.")
        }
        _ = try apply.map { try ShellWords.command($0, of: "--apply") }
    }

    func attach(
        to settings: Settings, files: [ValuesFile], folder: String, _ commands: RunningCommands
    ) throws {
        guard let words = try apply.map({ try ShellWords.command($0, of: "--apply") }) else {
            return
        }
        let limit = limit ?? .seconds(30)
        let run = CommandRun(folder: folder, commands: commands, timeLimit: limit)
        let database = settings.path.map { URL(filePath: $0).path }
        // The command is ended at its own limit, which takes a moment.
        settings.onApply(within: limit + .seconds(10)) { save in
            for file in files { try Self.write(save.snapshot, to: file) }
            let result = await run.run(
                words, environment: CommandEnvironment(database: database),
                input: Self.input(of: save))
            guard result.isSuccess else { throw ApplyFailure(Self.reason(result)) }
        }
    }

    private static func write(_ snapshot: Snapshot, to file: ValuesFile) throws {
        do throws(Failure) {
            try file.write(snapshot)
        } catch {
            throw ApplyFailure(error.messages.joined(separator: " "))
        }
    }

    /// One line of JSON: `{"revision":7,"changed":{"KEY":{"from":A,"to":B}},"taking_back":false}`.
    private static func input(of save: AppliedSave) -> String {
        JSONWriter().text([
            "revision": .number(save.revision), "changed": .object(save.changes.map(\.member)),
            "taking_back": .boolean(save.isTakingBack),
        ]) + "\n"
    }

    /// The last line that a command wrote to standard error; without one, how it ended.
    private static func reason(_ result: CommandRun.Result) -> String {
        let last = result.errors.split(whereSeparator: \.isNewline).last {
            !$0.allSatisfy(\.isWhitespace)
        }
        guard case .ended = result.end, let last else { return result.sentence }
        return String(last)
    }

    private static func duration(_ argument: String) throws -> Duration {
        let rules = DurationRules(minimum: ExactDecimal("1"), maximum: ExactDecimal("3600"))
        guard let duration = rules.duration(argument) else {
            throw ValidationError("'\(argument)' is not a duration between 1s and 1h, such as 10s.")
        }
        return duration
    }
}

extension DurationRules {
    func duration(_ argument: String) -> Duration? {
        guard let value = try? value(fromText: argument, locale: nil), problem(with: value) == nil
        else { return nil }
        return value.number?.integer.map { .seconds($0) }
    }
}
