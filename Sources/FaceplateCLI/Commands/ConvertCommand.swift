import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

/// `faceplate convert`.
struct ConvertCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a schema in Swift or JSON; make one of an Apple Settings.bundle.",
        discussion: """
            Writes what builds the equal schema: Swift for a file named .swift, and JSON with \
            sorted members, without comments, for one named .json. Without --output the Swift is \
            printed. An existing file is replaced.

            Of an Apple Settings.bundle it makes a schema with the bundle's defaults, a page for \
            each child pane and labels in all its languages: NAME.json in the folder that --output \
            names, or the file, with LOCALE.lproj/NAME.strings beside it. Without --output the \
            JSON is printed with the labels inside. Standard error lists what has no counterpart, \
            with its place, key and title, and what the schema holds in the end. --title gives the \
            panel a name, which most bundles have not.

            Examples:
              faceplate convert reader.json --output ReaderSchema.swift
              faceplate convert Settings.bundle --title Reader --output reader.json
              faceplate serve reader.json
            """)

    @Argument(
        help: ArgumentHelp(
            "The schema file, or a Settings.bundle; without one the schema that the database holds.",
            valueName: "schema"))
    var schema: String?

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The file to write: .swift or .json; of a bundle also a folder.", valueName: "file"))
    var destination: String?

    @Option(
        help: "The panel's name, for a Settings.bundle; without it, the title of its first pane.")
    var title: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    enum Form {
        case swift, json

        /// `nil` for an ending that says nothing.
        init?(ending: String) {
            switch ending {
            case ".swift": self = .swift
            case ".json": self = .json
            default: return nil
            }
        }
    }

    func validate() throws {
        if title != nil, schema == nil || !isBundle && !isMissing {
            throw ValidationError("--title is for a Settings.bundle; a schema has 'panelTitle'.")
        }
        // Which of them is wrong, the name that does not exist says better than the other.
        guard let destination, form == nil, !isBundle, !isMissing else { return }
        throw ValidationError(
            "'\(destination)' is named neither .swift nor .json, so its form is not known.")
    }

    func perform() async throws {
        if let schema, isMissing { throw Self.missing(schema) }
        if let schema, isBundle {
            // The panel's key is its file's name, as that of any schema.
            let name = destination.map(PathParts.init)
                .flatMap { Form(ending: $0.ending) == nil ? nil : $0.stem }
            let bundle = try SettingsBundle(at: schema, name: name, title: title)
            let conversion = BundleConversion(
                bundle: bundle, destination: destination, isJSON: output.json)
            return try conversion.run()
        }
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
        destination.map { Form(ending: PathParts($0).ending) } ?? .swift
    }

    private var isBundle: Bool { schema.map(SettingsBundle.isBundle) ?? false }

    /// True when the schema or bundle that is named does not exist.
    private var isMissing: Bool {
        schema.map { !FileManager.default.fileExists(atPath: $0) } ?? false
    }

    private static func missing(_ path: String) -> Failure {
        let parts = PathParts(path)
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: parts.folder)) ?? []
        let hint = NearestWord.suggestion(for: parts.stem + parts.ending, among: beside)
        return Failure(.refused, "There is no file or folder '\(path)'.\(hint)")
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
