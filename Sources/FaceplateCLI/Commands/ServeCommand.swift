import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema
import FaceplateSync
import Foundation
import Logging

struct ServeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a settings page.",
        discussion: """
            Serves a settings page on this machine and prints its URL when it is ready. Stop it \
            with Control-C or SIGTERM. The server reloads changed schema and label files. If a file \
            has an error, the server keeps using the last valid version and shows the error on the \
            page. Without SCHEMA, the server uses the schema in the database.

            To lock a setting, set FACEPLATE_SET_KEY=VALUE (KEY in upper case, with '_' for '.' and \
            '-') or use a --lock file. A locked setting cannot be changed. Its stored value is used \
            again when the lock is removed. Secrets can be locked, too. A blank variable counts as not \
            set, unless FACEPLATE_BLANK=set.

            Programs in any language can use the settings: --write stores the values in a file, and \
            --on-change runs a command after changes. The files are written first. With Type=notify, \
            systemd waits until the server is ready.

            Examples:
              faceplate serve garden.json
              faceplate serve --database garden.sqlite --port 0
              FACEPLATE_SET_GENERAL_MESSAGES=no faceplate serve garden.json
              faceplate serve app.json --action account_button='./sign-in --quiet'
              faceplate serve app.json --options voice='./list-voices'
              faceplate serve garden.json --host 0.0.0.0 --allow-host garden.local --access password
              faceplate serve garden.json --tls-certificate garden.crt --tls-key garden.key
              faceplate serve app.json --write app.env --on-change 'systemctl reload app'
            """)

    @Argument(help: "The schema file. (default: the schema stored in the database)")
    var schema: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var valueFiles: FileOptions
    @OptionGroup(title: "Server options") var network: NetworkOptions
    @OptionGroup(title: "Access options") var access: AccessOptions
    @OptionGroup(title: "Page options") var look: LookOptions
    @OptionGroup(title: "Action options") var actions: ActionOptions
    @OptionGroup(title: "Action options") var provided: ProvidedOptions
    @OptionGroup(title: "Options for other programs") var programs: FollowOptions
    @OptionGroup(title: "Options for other programs") var applying: ApplyOptions
    @OptionGroup(title: "Sync options") var sync: SyncOptions
    @OptionGroup var adoption: AdoptionOptions
    @OptionGroup var locks: LockOptions

    @Flag(help: "Store settings in memory only.")
    var ephemeral = false

    @Option(
        help: ArgumentHelp(
            "Number of backups to retain. A backup is made on each day with a change; 0 makes none.",
            valueName: "count"))
    var backups = BackupPolicy().count

    @Flag(help: "Stop when the parent process ends.")
    var exitWithParent = false

    @Option(
        help: ArgumentHelp(
            "Minimum log level on standard error. (values: \(Logger.Level.names); default: info; "
                + "notice at a terminal)",
            valueName: "level"),
        transform: Logger.Level.init(argument:))
    var logLevel: Logger.Level?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if ephemeral, schema == nil {
            throw ValidationError("--ephemeral needs a schema. Write faceplate serve SCHEMA.")
        }
        try access.validate(network)
        if ephemeral, let access = access.access, access != .link {
            throw ValidationError(
                "--ephemeral stores no \(access.rawValue). Use --access link, or --database FILE.")
        }
        guard (0...1_000).contains(backups) else {
            throw ValidationError("--backups must be between 0 and 1000.")
        }
        if ephemeral, database.database != nil {
            throw ValidationError("--ephemeral and --database exclude each other. Choose one.")
        }
    }

    func perform() async throws {
        let commands = RunningCommands()
        let stop = StopRequests(withParent: exitWithParent, commands: commands)
        Panel.prepare()
        let logger = Logger.lines(
            from: logLevel ?? (Terminal.errors.isTerminal ? .notice : .info))
        let file = try schema.map { try SchemaFile.reporting(path: $0) }
        let locks = try locks.locks()
        // Everything that can fail comes before the database is created.
        try PanelServer.checkAddress(network.configuration, access: access.access ?? .open)
        var configuration = try panelConfiguration(logger)
        if let file {
            try attachActions(to: &configuration, file.schema, path: file.path, commands)
            try provided.check(file.schema)
        }
        let settings = try open(file, locks, logger)
        defer { settings.close() }
        try valueFiles.attach(to: settings, watches: true)
        try checkPassword(of: settings)
        locks.warn(of: settings.snapshot.schema)
        try warnOfProvidedOptions(in: settings.snapshot.schema, logger)
        look.warn(of: settings.snapshot)
        if file == nil {
            let schema = settings.snapshot.schema
            try attachActions(to: &configuration, schema, path: settings.path ?? "", commands)
        }
        try settings.markAppliedAtServing()
        let folder = PathParts(file?.path ?? settings.path ?? "").folder
        try await provided.attach(to: settings, folder: folder, commands)
        let inputs = [file?.path, settings.path].compactMap(\.self) + valueFiles.files
        let changes = try programs.follower(
            of: settings, besides: inputs, folder: folder, commands, logger)
        let files = try programs.valuesFiles(besides: inputs)
        try applying.attach(to: settings, files: files, folder: folder, commands)
        let sync = try self.sync.opened(with: settings, logger)
        configuration.sync = sync
        let server = try PanelServer(
            Panel(settings, configuration: configuration), configuration: network.configuration)
        let certificate = server.certificateSource()
        let follower = file.map { follow($0, settings, logger) }
        let copying = backups > 0 ? settings.backups.keep(BackupPolicy(count: backups)) : nil
        let syncing = sync.map { sync in Task { _ = try? await sync.runUntilCanceled() } }
        announce(server, settings, logger)
        try offerSignIn(server, settings)
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        manager?.ready(status: "Serving \(settings.snapshot.schema.key) at \(server.url)")
        let reason = await stop.next()
        logger.info("stop", metadata: ["reason": "\(reason)"])
        manager?.stopping()
        withExtendedLifetime(follower) { server.stop() }
        // First the source of changes, then those that receive them.
        syncing?.cancel()
        await syncing?.value
        await changes?.stop()
        copying?.cancel()
        certificate?.cancel()
        await commands.ended()
    }

    private func open(
        _ file: SchemaFile?, _ locks: Settings.Locks, _ logger: Logger
    ) throws -> Settings {
        if ephemeral, let file {
            return try Settings.inMemory(
                file.schema, labels: file.labels, locks: locks, logger: logger)
        }
        let path = try database.path(schema: schema)
        guard let file else {
            return try Settings.open(at: path, locks: locks, logger: logger)
        }
        try DatabaseLocation.makeFolder(of: path)
        return try Settings.open(
            file.schema, labels: file.labels, at: path, adoption: adoption.adoption(of: file),
            locks: locks, logger: logger)
    }

    private func panelConfiguration(_ logger: Logger) throws -> Panel.Configuration {
        var configuration = Panel.Configuration()
        configuration.basePath = network.basePath
        configuration.allowedHosts = network.names
        configuration.access = access.access ?? .open
        configuration.logger = logger
        try look.attach(to: &configuration)
        return configuration
    }

    private func attachActions(
        to configuration: inout Panel.Configuration, _ schema: Schema, path: String,
        _ commands: RunningCommands
    ) throws {
        try actions.attach(
            to: &configuration, schema: schema, folder: PathParts(path).folder, commands: commands)
    }

    private func follow(
        _ file: SchemaFile, _ settings: Settings, _ logger: Logger
    ) -> SchemaFollower {
        settings.follow(file.path, read: file, isForced: adoption.adopt) { event in
            switch event {
            case .adopted(let plan):
                logger.notice("schema changed", metadata: ["steps": "\(plan.steps.count)"])
            case .problems(let problems):
                for problem in problems { logger.warning("\(problem)") }
            }
        }
    }

    private func warnOfProvidedOptions(in schema: Schema, _ logger: Logger) throws {
        let keys = try provided.rest(of: schema).map { "'\($0)'" }
        guard !keys.isEmpty else { return }
        logger.warning(
            """
            A program that embeds the panel gives the options of \(keys.sorted().joined(separator: ", ")) \
            (itemOptionsProvided). Here, only those of the schema can be chosen. --options names a command that \
            prints more.
            """)
    }

    /// Checks that the password exists before anyone is asked for it.
    private func checkPassword(of settings: Settings) throws(Failure) {
        guard access.access == .password, !PanelCredentials(settings).hasPassword else { return }
        let database = settings.path.map { " --database " + ShellWords.quoted($0) } ?? ""
        throw Failure(
            .refused, "No password is set. Set one first: faceplate password set\(database)")
    }

    private func offerSignIn(_ server: PanelServer, _ settings: Settings) throws {
        guard let access = access.access, access != .token else { return }
        let credentials = PanelCredentials(settings)
        let url = network.linkURL(of: server)
        try credentials.note(url: url)
        guard access == .link else { return }
        // Not by the logger, whose lines may be collected and stored.
        StandardStreams.say("Sign in once within 10 minutes with this link:")
        StandardStreams.say(try credentials.makeSignInLink(at: url))
    }

    private func announce(_ server: PanelServer, _ settings: Settings, _ logger: Logger) {
        let name = settings.snapshot.schema.key
        let url = network.url(of: server)
        let database = settings.path.map { URL(filePath: $0).path }
        logger.info(
            "start",
            metadata: ["url": "\(url)", "database": "\(database ?? "in memory")"])
        StandardStreams.say(
            database.map { "The settings are stored in '\($0)'." }
                ?? "The settings are stored in memory only.")
        output.show(
            [
                "url": .text(url), "port": .number(server.port),
                "database": database.map(JSONValue.text) ?? nil,
            ], or: ["Serving \(name) at \(url)"])
        if network.lacksName {
            StandardStreams.say(
                "Other machines reach the panel only by a name in --allow-host, for example "
                    + "--allow-host \(ProcessInfo.processInfo.hostName).")
        }
        if Terminal.errors.isTerminal { StandardStreams.say("Press Control-C to stop.") }
    }
}

extension Logger.Level {
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    init(argument: String) throws {
        guard let level = Logger.Level(rawValue: argument) else {
            let hint = NearestWord.suggestion(for: argument, among: Self.allCases.map(\.rawValue))
            throw ValidationError("'\(argument)' is not a log level. Use \(Self.names).\(hint)")
        }
        self = level
    }
}
