import ArgumentParser
import Faceplate
import Foundation

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database, or restore a backup.",
        discussion: """
            A backup contains all values, the history and the secrets. Secrets stay encrypted with \
            the key file. 'serve' makes a backup on each day with a change, and before a changed \
            schema converts values.

            Examples:
              faceplate backup list --database garden.sqlite
              faceplate backup make --database garden.sqlite
              faceplate backup restore garden-backup-20261120T073000Z.sqlite --database garden.sqlite
            """,
        subcommands: [
            BackupListCommand.self, BackupMakeCommand.self, BackupRestoreCommand.self,
            BackupVerifyCommand.self,
        ],
        defaultSubcommand: BackupListCommand.self)
}

struct BackupListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the backups, newest first.",
        discussion: """
            Prints the name of each backup next to the database, its size in bytes, its newest \
            revision with the time, and how many values are set. A backup that cannot be used is \
            marked as 'damaged'.
            """)

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let path = try source.path
        let reports = Settings.backups(of: path).map(BackupReport.init)
        output.show(
            .array(reports.map(\.json)), or: TextColumns(rows: reports.map(\.columns)).lines)
        if output.json { return }
        guard let newest = reports.first(where: \.isSound) else {
            return StandardStreams.say(
                reports.isEmpty
                    ? "There are no backups of '\(path)'." : "None of them can be used.")
        }
        StandardStreams.say(
            "To restore it: faceplate backup restore \(ShellWords.quoted(newest.backup.name)) "
                + "--database \(ShellWords.quoted(path))")
    }
}

struct BackupMakeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Back up the database, even while it is served.",
        discussion: """
            Makes a copy next to the database, checks it and prints its name. Does not remove old \
            backups.
            """)

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openExisting(locks: [])
        defer { settings.close() }
        guard let backup = try settings.backups.make() else {
            throw Failure(.unavailable, "There is no database to copy yet.")
        }
        output.show(BackupReport(backup).json, or: [backup.name])
    }
}

struct BackupRestoreCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the database with a backup.",
        discussion: """
            The previous database stays in the same folder as NAME-replaced-TIME.sqlite. A program \
            that has it open rejects changes until you restart the program.
            """)

    @Argument(help: ArgumentHelp("The name of a backup, as 'list' prints it.", valueName: "name"))
    var name: String

    @Flag(help: "Show what would be lost without changing anything.")
    var dryRun = false

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let path = try source.path
        let outcome = try Settings.restoreBackup(name, at: path, isDryRun: dryRun)
        if output.json {
            StandardStreams.result(Self.json(outcome))
            return
        }
        let from =
            outcome.revisionBefore.map { "revision \($0)" } ?? "a database that cannot be read"
        StandardStreams.result("\(outcome.backup.name): \(from) -> revision \(outcome.revision)")
        if let before = outcome.revisionBefore, before > outcome.revision {
            let count = ShownText.count(before - outcome.revision, "revision")
            StandardStreams.say("Not in the backup: \(count).")
        }
        guard let aside = outcome.aside else { return }
        StandardStreams.say(
            "The previous database is now '\(aside)'. Restart the program that serves it.")
    }

    private static func json(_ outcome: BackupRestore) -> JSONValue {
        [
            "name": .text(outcome.backup.name), "revision": .number(outcome.revision),
            "revisionBefore": outcome.revisionBefore.map(JSONValue.number) ?? nil,
            "aside": outcome.aside.map(JSONValue.text) ?? nil,
        ]
    }
}

struct BackupVerifyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check backups, and fail if one is damaged.")

    @Argument(
        help: ArgumentHelp("The names of backups. (default: all)", valueName: "name"))
    var names: [String] = []

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let path = try source.path
        let all = Settings.backups(of: path)
        let unknown = names.filter { name in !all.contains { $0.name == name } }
        guard unknown.isEmpty else {
            throw Failure(.refused, unknown.map { "There is no backup '\($0)' of '\(path)'." })
        }
        let reports = all.filter { names.isEmpty || names.contains($0.name) }.map(BackupReport.init)
        output.show(
            .array(reports.map(\.json)), or: TextColumns(rows: reports.map(\.columns)).lines)
        let damaged = reports.filter { !$0.isSound }
        guard damaged.isEmpty else {
            throw Failure(.refused, damaged.map { "'\($0.backup.name)' is damaged." })
        }
    }
}

private struct BackupReport {
    let backup: StoreBackup
    private let contents: StoreBackup.Contents

    init(_ backup: StoreBackup) {
        self.backup = backup
        contents = Settings.contents(of: backup)
    }

    var isSound: Bool { if case .sound = contents { true } else { false } }

    var columns: [String] {
        switch contents {
        case .sound(let revision, let time, let values):
            [
                backup.name, "\(backup.size)", "revision \(revision)",
                time.map(RevisionTime.text) ?? "-", ShownText.count(values, "value"),
            ]
        case .damaged(let reason):
            [backup.name, "\(backup.size)", "damaged", ShownText.line(reason)]
        }
    }

    var json: JSONValue {
        let known: [(String, JSONValue)] =
            switch contents {
            case .sound(let revision, let time, let values):
                [
                    ("revision", .number(revision)),
                    ("revisionTime", time.map { .text(RevisionTime.text($0)) } ?? nil),
                    ("values", .number(values)),
                ]
            case .damaged(let reason): [("damaged", .text(reason))]
            }
        return .object(
            [
                ("name", .text(backup.name)), ("time", .text(RevisionTime.text(backup.time))),
                ("size", .number(backup.size)),
            ] + known)
    }
}
