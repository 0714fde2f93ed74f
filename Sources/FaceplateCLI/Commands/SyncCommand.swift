import ArgumentParser
import Faceplate
import FaceplateHTTPClient
import FaceplateSchema
import FaceplateSync

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

struct SyncStatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Print the last sync, waiting changes and problems.",
        discussion: """
            Reads the status from the database, and checks that the program that syncs is running. With --url, it \
            reads the status of the panel that runs there.

            The exit code is 0 without a problem, also while sync is paused, and 1 with one.
            """)

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        guard let report = try report() else {
            if output.json { StandardStreams.result(JSONValue(.null)) }
            StandardStreams.say("These settings have never been synced.")
            return
        }
        report.print(output)
        guard report.sentences.isEmpty else { throw ExitCode.refused }
    }

    private func report() throws -> SyncReport? {
        if let address = try panel.address() {
            let connection = try panel.remote.connection(to: address)
            let health = try connection.json(HTTPRequest(path: "/healthz"))
            guard let members = health.object, members["status"] != nil else {
                throw connection.foreign
            }
            // A panel reports the status only to those who may use it.
            guard members["revision"] != nil else { throw connection.unauthorized }
            return members["sync"].flatMap(SyncReport.init(json:))
        }
        let settings = try panel.source.openExisting(isForReading: true)
        defer { settings.close() }
        return try Sync.lastReport(of: settings)
    }
}

struct SyncNowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Receive and send changes once.",
        discussion: """
            For machines without a running 'serve --sync' or 'serve --sync-folder', which sync automatically. If a \
            program syncs these settings already, this asks it to sync now, and waits for it.
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
        guard let sync = try self.sync.opened(with: settings, .silent) else { return }
        guard settings.snapshot.isSyncOn else {
            throw Failure(
                .refused, "Sync is paused. Turn it on with 'faceplate sync resume'.")
        }
        let path = settings.path
        let elsewhere = try await Sync.syncElsewhere(settings) {
            try Settings.openForReading(
                at: path ?? source.path, locks: .ofEnvironment, logger: .silent)
        }
        let report = if let elsewhere { elsewhere } else { await sync.syncOnce() }
        report.print(output)
        guard report.sentences.isEmpty else { throw Failure(.unavailable, report.sentences) }
    }
}

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
        let sync = isPaused ? "paused" : isEnabled ? "on" : "off"
        var rows: [[String]] = [["machine", name], ["sync", sync]]
        if let isRunning { rows.append(["running", isRunning ? "yes" : "no"]) }
        rows.append(["last sync", lastSync.map(RevisionTime.text) ?? "never"])
        if let lastContact { rows.append(["contact", RevisionTime.text(lastContact)]) }
        rows.append(["waiting", "\(waiting)"])
        if onlyReceives { rows.append(["direction", "only receives"]) }
        rows += ownValues.map { ["own value", $0] }
        rows += machines.map { machine in
            let time = machine.lastSign.map(RevisionTime.text) ?? "no contact yet"
            return ["other", "\(machine.name)  \(time)" + (machine.isSilent ? "  silent" : "")]
        }
        rows += sentences.map { ["problem", $0] } + notices.map { ["notice", $0] }
        let lines = rows.map { [$0[0], ShownText.line($0[1])] }
        output.show(json, or: TextColumns(rows: lines).lines)
    }
}

extension Snapshot {
    fileprivate var isSyncOn: Bool {
        guard let key = schema.syncSwitch else { return true }
        return value(key) == .boolean(true)
    }
}
