import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation
import Logging

/// A database is used with the schema stored in it.
///
/// If it does not exist yet, the schema file in the arguments describes it; reading then returns the defaults and
/// creates no file.
///
/// It has no option groups of its own: in a development build, the argument parser checks the options of a group in a
/// group six times as often as those of a group.
struct SettingsOptions: ParsableArguments {
    @Option(help: .database)
    var database: String?

    @Option(help: .schemaFile)
    var schema: String?

    @Option(name: .customLong("file"), help: .files, completion: .file())
    var files: [String] = []

    func validate() throws {
        try databaseOptions.validate()
    }

    private var databaseOptions: DatabaseOptions {
        var options = DatabaseOptions()
        options.database = database
        return options
    }

    private var fileOptions: FileOptions {
        var options = FileOptions()
        options.files = files
        return options
    }

    var path: String {
        get throws { try databaseOptions.path(schema: schema) }
    }

    /// - Parameters:
    ///   - locks: By default those of the environment, so that a command sees the same values as a server in the
    ///     same environment.
    ///   - isForReading: True for a command that only reads, which does not wait for writers.
    func openExisting(
        locks: Settings.Locks = .ofEnvironment, isForReading: Bool = false
    ) throws -> Settings {
        try open(locks, isForReading) { file, _ in
            try Settings.inMemory(
                file.schema, labels: file.labels, locks: locks, logger: .silent)
        }
    }

    func openForWatching() throws -> Settings {
        let settings = try Settings.open(at: path, logger: .silent)
        try fileOptions.attach(to: settings, watches: true)
        return settings
    }

    /// Opens the settings for a command that changes values, and creates the database if necessary.
    func openForWriting(locks: Settings.Locks = .ofEnvironment) throws -> Settings {
        try open(locks) { file, path in
            try DatabaseLocation.makeFolder(of: path)
            return try Settings.open(
                file.schema, labels: file.labels, at: path, locks: locks, watches: false,
                logger: .silent)
        }
    }

    /// - Parameter make: Opens the settings of a schema file whose database does not exist, or has no schema.
    private func open(
        _ locks: Settings.Locks, _ isForReading: Bool = false,
        orMake make: (SchemaFile, _ path: String) throws -> Settings
    ) throws -> Settings {
        let path = try path
        let file = try schema.map { try SchemaFile.reporting(path: $0) }
        let readsStore = isForReading && files.isEmpty
        let settings = try existing(at: path, locks, readsStore, or: file) { try make($0, path) }
        try fileOptions.attach(to: settings, watches: false)
        for finding in settings.findings { StandardStreams.say(finding) }
        if let file, settings.snapshot.schema.canonicalJSON != file.schema.canonicalJSON {
            StandardStreams.say(
                "'\(path)' contains another version of the schema, which this command uses. "
                    + "'faceplate evolve' migrates it to '\(file.path)'.")
        }
        return settings
    }
}

extension ArgumentHelp {
    static let schemaFile = ArgumentHelp(
        "The schema file NAME.json. It selects the database NAME.sqlite, which need not exist yet.",
        valueName: "schema")
}

extension SettingsOptions {
    private func existing(
        at path: String, _ locks: Settings.Locks, _ isForReading: Bool, or file: SchemaFile?,
        make: (SchemaFile) throws -> Settings
    ) throws -> Settings {
        if let file, !StoreAddress(path).exists { return try make(file) }
        do throws(StoreError) {
            return isForReading
                ? try Settings.openForReading(at: path, locks: locks, logger: .silent)
                : try Settings.open(at: path, locks: locks, watches: false, logger: .silent)
        } catch {
            guard let file, error.code == .noSchema else { throw error }
            return try make(file)
        }
    }
}

extension SchemaFile {
    /// - Parameter listsNotes: True to print each part of a JSON Schema that is left out, and not only their number.
    static func reporting(
        path: String, listsNotes: Bool = false
    ) throws(SchemaError) -> SchemaFile {
        guard !SettingsBundle.isBundle(path) else {
            let command = "faceplate convert \(ShellWords.quoted(path)) --output schema.json"
            throw SchemaError(
                file: path,
                problems: [
                    SchemaProblem(
                        path: "$", position: TextPosition(line: 1, column: 1),
                        message: "It is not a schema. To convert a settings bundle, run "
                            + "'\(command)'.")
                ])
        }
        let file = try SchemaFile(path: path)
        for problem in file.labelProblems { StandardStreams.say("\(problem)") }
        if listsNotes {
            for line in JSONSchemaConversion.Note.lines(of: file.notes) {
                StandardStreams.say(ShownText.line(line))
            }
        } else if !file.notes.isEmpty {
            StandardStreams.say(
                "\(ShownText.count(file.notes.count, "note")) about parts of '\(path)': run "
                    + "'faceplate convert \(ShellWords.quoted(path))'.")
        }
        return file
    }
}

extension Logger {
    /// A logger that discards everything, for commands that print their own messages.
    static let silent = Logger(label: "faceplate") { _ in SwiftLogNoOpLogHandler() }

    static func lines(from level: Logger.Level) -> Logger {
        var logger = Logger(label: "faceplate") {
            LineLogHandler(label: $0, writer: .standardError)
        }
        logger.logLevel = level
        return logger
    }
}
