#if Sync
    import ArgumentParser
    import Faceplate
    import FaceplateSchema
    import FaceplateSync

    /// `faceplate sync`.
    struct SyncCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sync",
            abstract: "See how sharing with other machines stands, share now, pause and resume it.",
            discussion: """
                'serve --sync ADDRESS' shares the settings marked 'itemSynced' all the time.

                Examples:
                  faceplate sync status --database reader.sqlite
                  faceplate sync now --sync http://127.0.0.1:2379 --database reader.sqlite
                  faceplate sync pause --database reader.sqlite
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
            abstract: "Print when this machine and the others last agreed, and what waits.",
            discussion: """
                Reads the database, which the program that shares keeps up to date, whether or not \
                it is running.
                """)

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var schema: SchemaOptions
        @OptionGroup var output: OutputOptions

        func perform() async throws {
            let settings = try SettingsSource(database: database, schema: schema).openForReading()
            defer { settings.close() }
            guard let report = try Sharing.lastReport(of: settings) else {
                if output.json { StandardStreams.result(JSONValue(.null)) }
                StandardStreams.say("These settings were never shared.")
                return
            }
            SyncAnswer(report).print(asJSON: output.json)
        }
    }

    /// `faceplate sync now`.
    struct SyncNowCommand: Subcommand {
        static let configuration = CommandConfiguration(
            commandName: "now",
            abstract: "Take in what others changed and send what waits, once.",
            discussion: """
                For machines on which nothing is served. Where 'serve --sync' runs it does so by \
                itself.
                """)

        @OptionGroup var sync: SyncOptions
        @OptionGroup var database: DatabaseOptions
        @OptionGroup var schema: SchemaOptions
        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard !sync.endpoints.isEmpty else {
                throw ValidationError(
                    "Name a member of the cluster: --sync http://127.0.0.1:2379.")
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
            abstract: "Switch sharing off, by the switch that the schema names.")

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
            commandName: "resume", abstract: "Switch sharing on again.")

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var schema: SchemaOptions
        @OptionGroup var output: OutputOptions

        func perform() async throws {
            try await SyncSwitch(database: database, schema: schema, output: output).turn(on: true)
        }
    }

    /// The switch that the schema names for sharing.
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
                    "The schema names no switch for sharing. Add \"panelSyncSwitch\": KEY, the key of "
                        + "a switch.")
            }
            try await ChangeReport(settings: settings, isDryRun: false, isJSON: output.json)
                .apply([Assignment(key, .value(.boolean(isOn)))])
        }
    }

    /// How sharing stands, as the commands print it.
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
                ["machine", report.name], ["sharing", report.isEnabled ? "on" : "off"],
                ["in step", time], ["waiting", "\(report.waiting)"],
            ]
            rows += report.sentences.map { ["problem", ShownText.line($0)] }
            for line in TextColumns(rows: rows).lines { StandardStreams.result(line) }
        }
    }
#endif
