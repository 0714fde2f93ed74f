import ArgumentParser
import FaceplatePanel
import FaceplateSchema

struct ActionOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Allow buttons and links to run the commands in the schema (itemAction). Only for "
                + "schemas that you trust."))
    var allowActions = false

    @Option(
        name: .customLong("action"),
        help: ArgumentHelp(
            "Command for a button, without a shell; use quotes for arguments with spaces. "
                + "Repeatable.", valueName: "key=command"))
    var actions: [String] = []

    func validate() throws {
        _ = try actions.map { try Self.command($0, of: "--action") }
    }

    func attach(
        to configuration: inout Panel.Configuration, schema: Schema, folder: String,
        commands: RunningCommands
    ) throws {
        let runner = CommandAction(folder: folder, commands: commands)
        if allowActions {
            configuration.defaultAction = { request in
                request.item.action.isEmpty ? nil : try await runner.schemaHandler(request)
            }
            configuration.hasDefaultAction = { !$0.action.isEmpty }
        }
        for text in actions {
            let (key, command) = try Self.command(text, of: "--action")
            guard let item = schema.items[key] else {
                let hint = NearestWord.suggestion(for: key, among: schema.items.keys)
                throw Failure(.refused, "No item is named '\(key)'.\(hint)")
            }
            guard item.control.isAction else {
                throw Failure(
                    .refused, "'\(key)' cannot be pressed: it is '\(item.control.rawValue)'.")
            }
            configuration.actions[key] = runner.handler(of: command)
        }
    }

    static func command(
        _ text: String, of option: String
    ) throws -> (key: String, command: [String]) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ValidationError("'\(text)' names no command. Write \(option) KEY=COMMAND.")
        }
        guard let command = try? ShellWords(String(parts[1])).words else {
            throw ValidationError("'\(parts[1])' ends within a quotation.")
        }
        guard let name = command.first, !name.isEmpty else {
            throw ValidationError("'\(text)' names no command. Write \(option) KEY=COMMAND.")
        }
        return (String(parts[0]), command)
    }
}
