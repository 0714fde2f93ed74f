import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation
import Logging

/// Opens the settings that a command reads or changes.
///
/// A database is read by the schema that it holds. Where there is none yet, the schema file that
/// was named describes it: reading answers the defaults and makes no file.
struct SettingsSource {
    let database: DatabaseOptions
    let schema: SchemaOptions
    /// What holds settings at values of its own: the environment's, so that a command sees what a
    /// server in the same environment sees.
    var locks = Settings.Locks.ofEnvironment

    /// For a command that only reads: it waits for no writer.
    func openForReading() throws -> Settings { try openExisting(isForReading: true) }

    /// For a command that makes no database where there is none.
    func openExisting(isForReading: Bool = false) throws -> Settings {
        let path = try database.path(schema: schema.schema)
        let file = try schemaFile()
        if let settings = try existing(path, file, isForReading) { return settings }
        guard let file else { return try openStored(path, isForReading) }
        return try Settings.inMemory(
            file.schema, labels: file.labels, locks: locks, logger: .silent)
    }

    /// For a command that follows what others change.
    func openForWatching() throws -> Settings {
        try Settings.open(at: database.path(schema: schema.schema), logger: .silent)
    }

    /// For a command that changes values.
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

    /// A database by its own schema; `nil` where there is none yet, or one without a schema.
    private func existing(
        _ path: String, _ file: SchemaFile?, _ isForReading: Bool = false
    ) throws(StoreError) -> Settings? {
        guard access(path, F_OK) == 0 else { return nil }
        let settings: Settings
        do throws(StoreError) {
            settings = try openStored(path, isForReading)
        } catch {
            if error.code == .noSchema, file != nil { return nil }
            throw error
        }
        if let file, settings.snapshot.schema.canonicalJSON != file.schema.canonicalJSON {
            StandardStreams.say(
                "'\(path)' holds another state of the schema, by which it is used. "
                    + "'faceplate evolve' brings it to '\(file.path)'.")
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
    /// Reads a schema file and says which of its label files cannot be read.
    static func reporting(path: String) throws(SchemaError) -> SchemaFile {
        guard !SettingsBundle.isBundle(path) else {
            let command = "faceplate convert \(ShellWords.quoted(path)) --output schema.json"
            throw SchemaError(
                file: path,
                problems: [
                    SchemaProblem(
                        path: "$", position: TextPosition(line: 1, column: 1),
                        message: "It is no schema. If it is a settings bundle, '\(command)' makes "
                            + "one of it.")
                ])
        }
        let file = try SchemaFile(path: path)
        for problem in file.labelProblems { StandardStreams.say("\(problem)") }
        return file
    }
}

extension Logger {
    /// For commands that say themselves what happened.
    static let silent = Logger(label: "faceplate") { _ in SwiftLogNoOpLogHandler() }

    /// Lines on standard error, from a level on.
    static func lines(from level: Logger.Level) -> Logger {
        var logger = Logger(label: "faceplate") {
            LineLogHandler(label: $0, writer: .standardError)
        }
        logger.logLevel = level
        return logger
    }
}
