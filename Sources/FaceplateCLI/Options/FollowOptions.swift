import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation
import Logging

struct FollowOptions: ParsableArguments {
    @Option(
        name: .customLong("write"),
        help: ArgumentHelp(
            "Write the values to this file, and again after each change. The ending selects the "
                + "format: .env, .json, .yaml, .toml, .plist or .ini. Secrets are left out. Repeatable.",
            valueName: "file"))
    var files: [String] = []

    @Option(
        name: .customLong("write-values"),
        help: ArgumentHelp(
            "The settings in the files: all, or only those that are set or locked.",
            valueName: "all|set"),
        transform: Self.selection)
    var selection = ExportedValues.Selection.all

    @Option(
        name: .customLong("write-mode"),
        help: ArgumentHelp(
            "Permissions of the files, for example 0640. (default: those of the file; 0600 for a "
                + "new file)", valueName: "mode"),
        transform: Self.mode)
    var mode: UInt32?

    @Option(
        help: ArgumentHelp(
            "Run this command after changes, with the changes as JSON on standard input. It runs "
                + "without a shell; use quotes for arguments with spaces.",
            valueName: "command"))
    var onChange: String?

    @Option(
        help: ArgumentHelp(
            "Reload this unit of systemd after changes: systemctl reload NAME.", valueName: "name"))
    var reloadUnit: String?

    @Option(
        help: ArgumentHelp(
            "Send SIGHUP after changes to the process whose number is in this file.",
            valueName: "pid-file"))
    var reloadSignal: String?

    func validate() throws {
        for file in files where ValuesFormat(path: file) == nil {
            let endings = ValuesFormat.allCases.flatMap(\.endings).joined(separator: ", ")
            throw ValidationError(
                "'\(file)' has no known format. Use one of the endings \(endings).")
        }
        if files.isEmpty, mode != nil {
            throw ValidationError("--write-mode needs --write FILE.")
        }
        _ = try command
    }

    private var command: (option: String, words: [String])? {
        get throws {
            let commands: [(option: String, words: [String])?] = [
                try onChange.map {
                    ("--on-change", try ShellWords.command($0, of: "--on-change"))
                },
                reloadUnit.map { ("--reload-unit", ["systemctl", "reload", "--", $0]) },
                reloadSignal.map {
                    ("--reload-signal", ["sh", "-c", #"kill -HUP "$(cat -- "$0")""#, $0])
                },
            ]
            let given = commands.compactMap(\.self)
            guard given.count < 2 else {
                throw ValidationError(
                    "\(given[0].option) and \(given[1].option) exclude each other. Choose one.")
            }
            return given.first
        }
    }

    /// `nil` if nothing follows changes.
    ///
    /// - Parameter inputs: The files that are read, which must not be overwritten.
    func follower(
        of panel: any CommandPanel, besides inputs: [String], folder: String,
        _ commands: RunningCommands, _ logger: Logger
    ) throws -> ChangeFollower? {
        let command = try command.map {
            ChangeCommand(
                option: $0.option, words: $0.words,
                run: CommandRun(folder: folder, commands: commands),
                database: panel.path.map { URL(filePath: $0).path },
                url: panel is RemotePanel ? panel.place : nil)
        }
        let files = try valuesFiles(besides: inputs)
        guard command != nil || !files.isEmpty else { return nil }
        let follower = ChangeFollower(panel, files: files, command: command, logger: logger)
        try follower.start()
        return follower
    }

    /// - Throws: `Failure` if one of them is a file that the server reads.
    func valuesFiles(besides inputs: [String]) throws -> [ValuesFile] {
        try files.compactMap { path -> ValuesFile? in
            guard !inputs.contains(where: { Self.isSame($0, path) }) else {
                throw Failure(
                    .refused, "--write would overwrite '\(path)', which this server reads.")
            }
            return ValuesFormat(path: path).map {
                ValuesFile(
                    path: path, format: $0, selection: selection, mode: mode)
            }
        }
    }

    private static func isSame(_ path: String, _ other: String) -> Bool {
        URL(filePath: path).resolvingSymlinksInPath().path
            == URL(filePath: other).resolvingSymlinksInPath().path
    }

    private static func selection(_ text: String) throws -> ExportedValues.Selection {
        guard let selection = ExportedValues.Selection(rawValue: text) else {
            throw ValidationError("'\(text)' is not a choice of --write-values. Use all or set.")
        }
        return selection
    }

    private static func mode(_ text: String) throws -> UInt32 {
        guard let mode = UInt32(text, radix: 8), mode <= 0o777, mode & 0o600 == 0o600 else {
            throw ValidationError(
                "'\(text)' is not a mode. Use octal digits that let the owner read and write, like 0640."
            )
        }
        return mode
    }
}
