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

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openExisting(isForReading: true)
        defer { settings.close() }
        guard let report = try Sharing.lastReport(of: settings) else {
            if output.json { StandardStreams.result(JSONValue(.null)) }
            StandardStreams.say("These settings have never been synced.")
            return
        }
        report.print(output)
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
    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard sync.isGiven else {
            throw ValidationError(
                "Name a folder, or a member of a cluster: --sync-folder ~/Sync, or --sync "
                    + "http://127.0.0.1:2379.")
        }
    }

    func perform() async throws {
        let settings = try source.openForWriting()
        defer { settings.close() }
        guard let sharing = try sync.sharing(with: settings, .silent) else { return }
        let report = await sharing.shareOnce()
        report.print(output)
        guard report.sentences.isEmpty else { throw Failure(.unavailable, report.sentences) }
    }
}

/// `faceplate sync pause`.
struct SyncPauseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Turn off the sync switch of the schema.")

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        try await source.turnSync(on: false, output)
    }
}

/// `faceplate sync resume`.
struct SyncResumeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Turn on the sync switch of the schema.")

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        try await source.turnSync(on: true, output)
    }
}

extension SettingsOptions {
    /// Turns the sync switch of the schema on or off.
    fileprivate func turnSync(on isOn: Bool, _ output: OutputOptions) async throws {
        let settings = try openForWriting()
        defer { settings.close() }
        guard let key = settings.snapshot.schema.syncSwitch else {
            throw Failure(
                .refused,
                "The schema has no switch for sync. Add \"panelSyncSwitch\": KEY, the key of a "
                    + "switch.")
        }
        try await ChangeReport(panel: settings, isJSON: output.json)
            .apply(Batch([Assignment(key, .value(.boolean(isOn)))], origin: .cli))
    }
}

extension SyncReport {
    fileprivate func print(_ output: OutputOptions) {
        let rows: [[String]] =
            [
                ["machine", name], ["sync", isEnabled ? "on" : "off"],
                ["last sync", lastSync.map(RevisionTime.text) ?? "never"],
                ["waiting", "\(waiting)"],
            ] + sentences.map { ["problem", ShownText.line($0)] }
            + notices.map { ["notice", ShownText.line($0)] }
        output.show(json, or: TextColumns(rows: rows).lines)
    }
}
