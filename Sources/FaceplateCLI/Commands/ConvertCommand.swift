import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

struct ConvertCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a JSON Schema, GSettings, a schema or an Apple Settings.bundle to JSON.",
        discussion: """
            Writes canonical JSON (sorted keys, no comments) to --output FILE.json, or prints it. \
            Replaces an existing file.

            From a JSON Schema of a program's settings, creates a schema with the same keys: the \
            path of a property, such as 'server.port'. Objects become pages and groups. What no \
            control shows is edited as JSON, and reported on standard error. 'serve' and the other \
            commands read a JSON Schema as it is, and the settings in the package.json of an \
            extension of Visual Studio Code, with the texts beside it. They also read the \
            .gschema.xml of GSettings, with the translations in po/LOCALE.po or installed ones.

            From a Settings.bundle, creates a schema with the bundle's defaults, a page for each \
            child pane, and labels in all languages. --output names NAME.json or a folder; the \
            labels go to LOCALE.lproj/NAME.strings in the same folder. Without --output, prints \
            JSON that includes the labels. Features without an equivalent are reported on \
            standard error with their place, key and title. Most bundles have no title: add one \
            with --title.

            Examples:
              faceplate convert garden.json --output canonical.json
              faceplate convert app.schema.json --output app.json
              faceplate convert org.gnome.nautilus.gschema.xml --output nautilus.json
              faceplate convert Settings.bundle --title Reader --output reader.json
              faceplate serve reader.json
            """)

    @Argument(
        help: ArgumentHelp(
            "The schema file or Settings.bundle. (default: the schema stored in the database)",
            valueName: "schema"))
    var schema: String?

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "The .json file to write; for a bundle also a folder.", valueName: "file"))
    var destination: String?

    @Option(
        help: "The panel title for a Settings.bundle. (default: the title of its first pane)")
    var title: String?

    @Option(
        help:
            "The language of the text in a Settings.bundle. (default: the language it names, or en)",
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    static let ending = ".json"

    func validate() throws {
        if title != nil, schema == nil || !isBundle && !isMissing {
            throw ValidationError("--title is for a Settings.bundle; a schema has 'panelTitle'.")
        }
        if locale != nil, schema == nil || !isBundle && !isMissing {
            throw ValidationError("--locale is for a Settings.bundle; a schema has 'panelLocales'.")
        }
        // If the schema does not exist, `perform` reports that instead: it is the better message.
        guard let destination, !Self.isFile(destination), !isBundle, !isMissing else { return }
        throw ValidationError("'\(destination)' does not end with \(Self.ending).")
    }

    func perform() async throws {
        if let schema, isMissing { throw Self.missing(schema) }
        if let schema, isBundle {
            // The panel key comes from the name of the schema file, as for any schema.
            let name = destination.map(PathParts.init)
                .flatMap { $0.ending == Self.ending ? $0.stem : nil }
            let bundle = try SettingsBundle(
                at: schema, name: name, title: title, locale: locale)
            let conversion = BundleConversion(
                bundle: bundle, destination: destination, isJSON: output.json)
            return try conversion.run()
        }
        let json = try JSONReader.read(readSchema().canonicalJSON)
        let text = JSONWriter(.indented, order: .sorted).text(json)
        guard let destination else { return output.show(["schema": json], or: [text]) }
        do {
            try Data((text + "\n").utf8).write(to: URL(filePath: destination), options: .atomic)
        } catch {
            throw Failure(.unavailable, "'\(destination)' cannot be written.")
        }
        if output.json {
            StandardStreams.result(["file": .text(destination)])
        } else {
            StandardStreams.say("Wrote '\(destination)'.")
        }
    }

    private var isBundle: Bool { schema.map(SettingsBundle.isBundle) ?? false }

    private var isMissing: Bool {
        schema.map { !FileManager.default.fileExists(atPath: $0) } ?? false
    }

    static func isFile(_ path: String) -> Bool { PathParts(path).ending == ending }

    private static func missing(_ path: String) -> Failure {
        let parts = PathParts(path)
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: parts.folder)) ?? []
        let hint = NearestWord.suggestion(for: parts.stem + parts.ending, among: beside)
        return Failure(.refused, "There is no file or folder '\(path)'.\(hint)")
    }

    private func readSchema() throws -> Schema {
        guard let schema else { return try database.snapshot().schema }
        return try SchemaFile.reporting(path: schema, listsNotes: true).schema
    }
}
