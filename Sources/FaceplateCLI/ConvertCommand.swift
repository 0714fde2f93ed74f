import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

/// `faceplate convert`.
struct ConvertCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a schema in Swift, or in JSON one way.",
        discussion: """
            Writes what builds the equal schema: Swift for a file named .swift, and JSON with \
            sorted members, without comments, for one named .json. Without --output the Swift is \
            printed. An existing file is replaced.

            Example:
              faceplate convert reader.json --output ReaderSchema.swift
            """)

    @Argument(
        help: ArgumentHelp(
            "The schema file; without one the schema that the database holds.",
            valueName: "schema"))
    var schema: String?

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("The file to write: .swift or .json.", valueName: "file"))
    var destination: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    private enum Form {
        case swift, json
    }

    func validate() throws {
        guard let destination, form == nil else { return }
        throw ValidationError(
            "'\(destination)' is named neither .swift nor .json, so its form is not known.")
    }

    func perform() async throws {
        let text = try text(of: readSchema())
        guard let destination else {
            if output.json {
                StandardStreams.result(.object([("swift", .text(text))]))
            } else {
                StandardStreams.result(text.dropFinalLineBreak)
            }
            return
        }
        do {
            try Data(text.utf8).write(to: URL(filePath: destination), options: .atomic)
        } catch {
            throw Failure(.unavailable, "'\(destination)' cannot be written.")
        }
        if output.json {
            StandardStreams.result(.object([("file", .text(destination))]))
        } else {
            StandardStreams.say("Wrote '\(destination)'.")
        }
    }

    /// `nil` for an ending that says nothing.
    private var form: Form? {
        guard let destination else { return .swift }
        switch PathParts(destination).ending {
        case ".swift": return .swift
        case ".json": return .json
        default: return nil
        }
    }

    private func readSchema() throws -> Schema {
        if let schema { return try SchemaFile.reporting(path: schema).schema }
        let settings = try Settings.open(
            at: database.path(schema: nil), watches: false, logger: .silent)
        defer { settings.close() }
        return settings.snapshot.schema
    }

    private func text(of schema: Schema) throws -> String {
        guard form == .json else { return schema.swiftSource() }
        let json = try JSONReader.read(schema.canonicalJSON)
        return JSONWriter(.indented, order: .sorted).text(json) + "\n"
    }
}
