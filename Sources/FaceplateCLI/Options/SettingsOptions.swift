import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation
import Logging

/// Opens the settings that a command reads or changes.
///
/// A database is used with the schema stored in it. If it does not exist yet, the schema file in the
/// arguments describes it; reading then returns the defaults and creates no file.
struct SettingsSource {
    let database: DatabaseOptions
    let schema: SchemaOptions
    /// The locks of the environment, so that a command sees the same values as a server in the same
    /// environment.
    var locks = Settings.Locks.ofEnvironment

    /// Opens the settings for a command that only reads, without waiting for writers.
    func openForReading() throws -> Settings { try openExisting(isForReading: true) }

    /// Opens the settings for a command that does not create a database.
    func openExisting(isForReading: Bool = false) throws -> Settings {
        let path = try database.path(schema: schema.schema)
        let file = try schemaFile()
        if let settings = try existing(path, file, isForReading) { return settings }
        guard let file else { return try openStored(path, isForReading) }
        return try Settings.inMemory(
            file.schema, labels: file.labels, locks: locks, logger: .silent)
    }

    /// Opens the settings for a command that follows changes by other processes.
    func openForWatching() throws -> Settings {
        try Settings.open(at: database.path(schema: schema.schema), logger: .silent)
    }

    /// Opens the settings for a command that changes values, and creates the database if necessary.
    func openForWriting() throws -> Settings {
        let path = try database.path(schema: schema.schema)
        let file = try schemaFile()
        if let settings = try existing(path, file) { return settings }
        guard let file else { return try openStored(path) }
        try DatabaseLocation.makeFolder(of: path)
        return try Settings.open(
            file.schema, labels: file.labels, at: path, locks: locks, watches: false,
            logger: .silent)
    }

    private func schemaFile() throws(SchemaError) -> SchemaFile? {
        guard let path = schema.schema else { return nil }
        return try SchemaFile.reporting(path: path)
    }

    /// Opens a database with its stored schema; `nil` if the file does not exist, or has no schema while
    /// `file` describes one.
    private func existing(
        _ path: String, _ file: SchemaFile?, _ isForReading: Bool = false
    ) throws(StoreError) -> Settings? {
        guard StoreAddress(path).exists else { return nil }
        let settings: Settings
        do throws(StoreError) {
            settings = try openStored(path, isForReading)
        } catch {
            if error.code == .noSchema, file != nil { return nil }
            throw error
        }
        if let file, settings.snapshot.schema.canonicalJSON != file.schema.canonicalJSON {
            StandardStreams.say(
                "'\(path)' contains another version of the schema, which this command uses. "
                    + "'faceplate evolve' migrates it to '\(file.path)'.")
        }
        return settings
    }

    private func openStored(
        _ path: String, _ isForReading: Bool = false
    ) throws(StoreError) -> Settings {
        let settings =
            isForReading
            ? try Settings.openForReading(at: path, locks: locks, logger: .silent)
            : try Settings.open(at: path, locks: locks, watches: false, logger: .silent)
        for finding in settings.findings { StandardStreams.say(finding) }
        return settings
    }
}

extension SchemaFile {
    /// Reads a schema file and reports label files that cannot be read.
    static func reporting(path: String) throws(SchemaError) -> SchemaFile {
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
        return file
    }
}

extension Logger {
    /// A logger that discards everything, for commands that print their own messages.
    static let silent = Logger(label: "faceplate") { _ in SwiftLogNoOpLogHandler() }

    /// Returns a logger that writes lines of at least a level to standard error.
    static func lines(from level: Logger.Level) -> Logger {
        var logger = Logger(label: "faceplate") {
            LineLogHandler(label: $0, writer: .standardError)
        }
        logger.logLevel = level
        return logger
    }
}
