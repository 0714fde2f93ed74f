import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct ProvidedOptions: ParsableArguments {
    @Option(
        name: .customLong("options"),
        help: ArgumentHelp(
            "Command that prints the options of a setting with itemOptionsProvided: lines of a value, or of a value, "
                + "a tab and a label, or a JSON array. It runs without a shell. Repeatable.",
            valueName: "key=command"))
    var texts: [String] = []

    func validate() throws {
        _ = try commands()
    }

    private func commands() throws -> [(key: String, command: [String])] {
        try texts.map { try ActionOptions.command($0, of: "--options") }
    }

    /// Checks that each command is for a setting that has its options from a program.
    func check(_ schema: Schema) throws {
        for (key, _) in try commands() {
            guard let setting = schema.settings[key] else {
                let known = schema.settings.filter(\.areOptionsProvided).map(\.key)
                let hint = NearestWord.suggestion(for: key, among: known)
                throw Failure(.refused, "No setting is named '\(key)'.\(hint)")
            }
            guard setting.areOptionsProvided else {
                throw Failure(.refused, "'\(key)' has no 'itemOptionsProvided' in the schema.")
            }
        }
    }

    /// Runs each command once, and then whenever a page asks for the options.
    func attach(to settings: Settings, folder: String, _ running: RunningCommands) async throws {
        try check(settings.snapshot.schema)
        var content = ProvidedContent()
        for (key, command) in try commands() {
            let source = OptionsCommand(
                command,
                CommandRun(folder: folder, commands: running, timeLimit: OptionsCommand.timeLimit),
                CommandEnvironment(database: settings.path))
            content.options[key] = { try source.options() }
        }
        guard !content.options.isEmpty else { return }
        // The providers wait for tasks, so they do not run on a thread of tasks.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { [content] in
                continuation.resume(with: Result { try settings.content.provide(content) })
            }
        }
    }

    /// Returns the settings whose options come from no command.
    func rest(of schema: Schema) throws -> [String] {
        let keys = Set(try commands().map(\.key))
        return schema.settings.filter { $0.areOptionsProvided && !keys.contains($0.key) }.map(\.key)
    }
}
