import ArgumentParser
import Faceplate
import FaceplateSchema
import FaceplateSync

/// `faceplate sync`.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Show the sync status; sync now, pause or resume.",
        discussion: """
            'serve --sync-folder FOLDER' or 'serve --sync URL' continuously syncs the settings marked with \
            itemSynced with other machines.

            Examples:
              faceplate sync status --database garden.sqlite
              faceplate sync now --sync-folder ~/Sync --database garden.sqlite
              faceplate sync pause --database garden.sqlite
            """,
        subcommands: [
            SyncStatusCommand.self, SyncNowCommand.self, SyncPauseCommand.self,
            SyncResumeCommand.self,
        ],
        defaultSubcommand: SyncStatusCommand.self)
}

/// `faceplate sync status`.
struct SyncStatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the last sync, waiting changes and problems.",
        discussion: """
            Reads the status from the database. The program that syncs need not be running.
            """)

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForReading()
        defer { settings.close() }
        guard let report = try Sharing.lastReport(of: settings) else {
            if output.json { StandardStreams.result(JSONValue(.null)) }
            StandardStreams.say("These settings have never been synced.")
            return
        }
        SyncAnswer(report).print(asJSON: output.json)
    }
}

/// `faceplate sync now`.
struct SyncNowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Receive and send changes once.",
        discussion: """
            For machines without a running 'serve --sync' or 'serve --sync-folder', which sync automatically.
            """)

    @OptionGroup var sync: SyncOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard sync.isGiven else {
            throw ValidationError(
                "Name a folder, or a member of a cluster: --sync-folder ~/Sync, or --sync "
                    + "http://127.0.0.1:2379.")
        }
    }

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForWriting()
        defer { settings.close() }
        guard let sharing = try sync.sharing(with: settings, .silent) else { return }
        let report = await sharing.shareOnce()
        SyncAnswer(report).print(asJSON: output.json)
        guard report.sentences.isEmpty else { throw Failure(.unavailable, report.sentences) }
    }
}

/// `faceplate sync pause`.
struct SyncPauseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Turn off the sync switch of the schema.")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        try await SyncSwitch(database: database, schema: schema, output: output).turn(on: false)
    }
}

/// `faceplate sync resume`.
struct SyncResumeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Turn on the sync switch of the schema.")

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        try await SyncSwitch(database: database, schema: schema, output: output).turn(on: true)
    }
}

/// The switch for sync in the schema.
private struct SyncSwitch {
    let database: DatabaseOptions
    let schema: SchemaOptions
    let output: OutputOptions

    func turn(on isOn: Bool) async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForWriting()
        defer { settings.close() }
        guard let key = settings.snapshot.schema.syncSwitch else {
            throw Failure(
                .refused,
                "The schema has no switch for sync. Add \"panelSyncSwitch\": KEY, the key of a "
                    + "switch.")
        }
        try await ChangeReport(panel: DatabasePanel(settings), isDryRun: false, isJSON: output.json)
            .apply([Assignment(key, .value(.boolean(isOn)))])
    }
}

/// The sync status in the form that the commands print.
private struct SyncAnswer {
    private let report: SyncReport

    init(_ report: SyncReport) {
        self.report = report
    }

    func print(asJSON isJSON: Bool) {
        if isJSON {
            StandardStreams.result(report.json)
            return
        }
        let time = report.lastSync.map(RevisionTime.text) ?? "never"
        var rows = [
            ["machine", report.name], ["sync", report.isEnabled ? "on" : "off"],
            ["last sync", time], ["waiting", "\(report.waiting)"],
        ]
        rows += report.sentences.map { ["problem", ShownText.line($0)] }
        rows += report.notices.map { ["notice", ShownText.line($0)] }
        for line in TextColumns(rows: rows).lines { StandardStreams.result(line) }
    }
}
