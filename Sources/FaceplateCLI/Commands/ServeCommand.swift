import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation
import Logging

/// `faceplate serve`.
struct ServeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a settings page.",
        discussion: """
            Serves the panel of a schema on this machine until SIGTERM or SIGINT, and prints its \
            address once it accepts connections. A changed schema or label file is taken over \
            while it runs; a broken one leaves the panel as it was and is said on the page. \
            Without a schema the panel is served as the database holds it.

            A setting is locked, so that nobody can change it, by an environment variable
            FACEPLATE_SET_KEY (the key in upper case, '.' and '-' as '_') or by a --lock file. The
            stored value is kept, and comes back when the lock goes. A secret can be locked, too.

            Examples:
              faceplate serve reader.json
              faceplate serve --database reader.sqlite --port 0
              faceplate serve reader.json --action account_button='./sign-in --quiet'
              FACEPLATE_SET_DISPLAY_TITLES=no faceplate serve reader.json --lock site.json
            """)

    @Argument(help: "The schema file; without it the database's own schema and labels.")
    var schema: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var actions: ActionOptions
    @OptionGroup var look: LookOptions
    @OptionGroup var adoption: AdoptionOptions
    @OptionGroup var locks: LockOptions
    @OptionGroup var sync: SyncOptions

    @Option(
        help: "The language of the page, whatever browsers ask for.",
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @Option(
        help: ArgumentHelp(
            "Where people go who press Done, which pages have then: a path or an address.",
            valueName: "address"))
    var done: String?

    @Flag(
        help: ArgumentHelp(
            "Offer two made-up languages to try the panel with: en-XA, longer and with accents, "
                + "and ar-XB, from right to left."))
    var pseudo = false

    @Flag(help: "Keep the settings in memory: they end with the process.")
    var ephemeral = false

    @Option(
        help: ArgumentHelp(
            "How many copies of the database are kept, made once a day on which something changes; "
                + "0 makes none.", valueName: "count"))
    var backups = BackupPolicy().count

    @Flag(help: "Stop when the parent process ends.")
    var exitWithParent = false

    @Option(
        help: ArgumentHelp(
            "The least level that is logged to standard error: \(Logger.Level.names). "
                + "Usually info.",
            valueName: "level"),
        transform: Logger.Level.init(argument:))
    var logLevel: Logger.Level = .info

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if ephemeral, schema == nil {
            throw ValidationError("--ephemeral needs a schema. Write faceplate serve SCHEMA.")
        }
        guard (0...1_000).contains(backups) else {
            throw ValidationError("--backups must be between 0 and 1000.")
        }
        if ephemeral, database.database != nil {
            throw ValidationError("--ephemeral and --database exclude each other. Choose one.")
        }
    }

    func perform() async throws {
        let stop = StopRequests(withParent: exitWithParent)
        let logger = Logger.lines(from: logLevel)
        let file = try schema.map { try SchemaFile.reporting(path: $0) }
        let locks = try locks.locks()
        // All that can fail is tried before a database is made.
        try PanelServer.checkAddress(network.configuration)
        var configuration = try panelConfiguration(logger)
        let commands = RunningCommands()
        if let file {
            try attachActions(to: &configuration, file.schema, path: file.path, commands)
        }
        let settings = try open(file, locks, logger)
        defer { settings.close() }
        locks.warn(of: settings.snapshot.schema)
        if file == nil {
            let schema = settings.snapshot.schema
            try attachActions(to: &configuration, schema, path: settings.path ?? "", commands)
        }
        try settings.markAppliedAtServing()
        let sharing = try sync.sharing(settings, logger)
        configuration.sync = sharing?.status
        let server = try PanelServer(
            Panel(settings, configuration: configuration), configuration: network.configuration)
        let follower = file.map { follow($0, settings, logger) }
        let copying = backups > 0 ? settings.keepBackups(BackupPolicy(count: backups)) : nil
        sharing?.start()
        announce(server, settings, logger)
        let reason = await stop.next()
        logger.info("stop", metadata: ["reason": "\(reason)"])
        withExtendedLifetime(follower) { server.stop() }
        copying?.cancel()
        await commands.ended()
        await sharing?.stop()
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
        configuration.locale = locale
        configuration.done = done
        configuration.offersPseudoLocales = pseudo
        configuration.basePath = network.basePath
        configuration.allowedHosts = network.configuration.hosts
        configuration.logger = logger
        try look.attach(to: &configuration)
        return configuration
    }

    /// - Parameter path: the file in whose folder commands run.
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
        settings.follow(file.path, isForced: adoption.adopt) { event in
            switch event {
            case .adopted(let plan):
                logger.notice("schema changed", metadata: ["steps": "\(plan.steps.count)"])
            case .problems(let problems):
                for problem in problems { logger.warning("\(problem)") }
            }
        }
    }

    private func announce(_ server: PanelServer, _ settings: Settings, _ logger: Logger) {
        let name = settings.snapshot.schema.key
        let database = settings.path.map { URL(filePath: $0).path }
        logger.info(
            "start",
            metadata: ["url": "\(server.url)", "database": "\(database ?? "in memory")"])
        StandardStreams.say(
            database.map { "The settings are kept in '\($0)'." }
                ?? "The settings are kept in memory and end with this process.")
        if output.json {
            StandardStreams.result(
                .object([
                    ("url", .text(server.url)), ("port", .number(Int(server.port))),
                    ("database", database.map(JSONValue.text) ?? nil),
                ]))
        } else {
            StandardStreams.result("Serving \(name) at \(server.url)")
        }
    }
}

extension Logger.Level {
    /// All levels, the least first.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// A level as it stands on a command line.
    init(argument: String) throws {
        guard let level = Logger.Level(rawValue: argument) else {
            let hint = NearestWord.suggestion(for: argument, among: Self.allCases.map(\.rawValue))
            throw ValidationError("'\(argument)' is none of \(Self.names).\(hint)")
        }
        self = level
    }
}
