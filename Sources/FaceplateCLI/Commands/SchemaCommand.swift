import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct SchemaCommand: Subcommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case jsonSchema = "json-schema"
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the settings as a JSON Schema.",
        discussion: """
            The JSON Schema (2020-12) describes an object of all settings by key, with titles, \
            defaults, options and limits, for editors, validators and other panels. 'serve' and \
            'convert' read it again. Rules that it cannot express are left out, or in '$comment'.

            Examples:
              faceplate schema garden.json --format json-schema --output garden.schema.json
              faceplate schema --database garden.sqlite
            """)

    @Argument(
        help: ArgumentHelp(
            "The schema file. (default: the schema stored in the database)", valueName: "schema"))
    var schema: String?

    @Option(help: "The format: json-schema.")
    var format = Format.jsonSchema

    @Option(
        help: "The language of titles and descriptions. (default: that of the schema)",
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp("The file to write. (default: print it)", valueName: "file"))
    var destination: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let (schema, labels) = try source()
        let locale = locale ?? schema.fallbackLocale(with: labels)
        let json = PanelJSONSchema(
            schema, labels: LabelResolver(schema: schema, catalog: labels, locale: locale)
        ).json
        let text = JSONWriter(.indented).text(json)
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

    private func source() throws -> (Schema, LabelCatalog) {
        guard let schema else {
            let snapshot = try database.snapshot()
            return (snapshot.schema, snapshot.labels)
        }
        let file = try SchemaFile.reporting(path: schema)
        return (file.schema, file.schema.catalog(with: file.labels))
    }
}
