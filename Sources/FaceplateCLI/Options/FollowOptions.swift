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

    private var command: [String]? {
        get throws {
            try onChange.map { try ShellWords.command($0, of: "--on-change") }
        }
    }

    /// `nil` if nothing follows changes.
    ///
    /// - Parameter source: The schema file, which must not be overwritten; `nil` without one.
    func follower(
        of panel: any CommandPanel, source: String?, folder: String, _ commands: RunningCommands,
        _ logger: Logger
    ) throws -> ChangeFollower? {
        let command = try command.map {
            ChangeCommand(
                words: $0, run: CommandRun(folder: folder, commands: commands),
                database: panel.path.map { URL(filePath: $0).path },
                url: panel is RemotePanel ? panel.place : nil)
        }
        let files = try valuesFiles(of: panel.path, source: source)
        guard command != nil || !files.isEmpty else { return nil }
        let follower = ChangeFollower(panel, files: files, command: command, logger: logger)
        try follower.start()
        return follower
    }

    /// - Throws: `Failure` if one of them is a file that the server reads.
    func valuesFiles(of database: String?, source: String?) throws -> [ValuesFile] {
        let inputs = [source, database].compactMap(\.self)
        return try files.compactMap { path -> ValuesFile? in
            guard !inputs.contains(where: { Self.isSame($0, path) }) else {
                throw Failure(
                    .refused, "--write would overwrite '\(path)', which this server reads.")
            }
            return ValuesFormat(path: path).map {
                ValuesFile(
                    path: path, format: $0, selection: selection, mode: mode.map { mode_t($0) })
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
