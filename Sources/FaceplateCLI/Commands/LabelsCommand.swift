import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema

struct LabelsCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Print labels, or labels that a language is missing.",
        discussion: """
            Prints lines in .strings format. --missing prints the labels to translate, with the \
            text of the panel's first language, and reports the translated share and the search \
            paths on standard error. Exits with 1 if labels are missing.

            Examples:
              faceplate labels garden.json --locale fr
              faceplate labels garden.json --missing fr >> fr.lproj/garden.strings
            """)

    @Argument(help: "The schema file. (default: the schema stored in the database)")
    var schema: String?

    @Option(
        help: ArgumentHelp("Print only the labels of this locale.", valueName: "locale"),
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @Option(
        help: ArgumentHelp("Print the labels missing in this locale.", valueName: "locale"),
        transform: LocaleTag.init(argument:))
    var missing: LocaleTag?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if locale != nil, missing != nil {
            throw ValidationError("--locale and --missing exclude each other. Choose one.")
        }
    }

    func perform() async throws {
        let (schema, labels) = try panel()
        if let missing {
            try show(missing, LabelInventory(schema, labels: labels))
        } else {
            show(locale.map { [$0] } ?? labels.locales, labels)
        }
    }

    private func panel() throws -> (Schema, LabelCatalog) {
        if let schema {
            let file = try SchemaFile.reporting(path: schema)
            return (file.schema, file.schema.catalog(with: file.labels))
        }
        let snapshot = try database.snapshot()
        return (snapshot.schema, snapshot.labels)
    }

    private func show(_ locales: [LocaleTag], _ labels: LabelCatalog) {
        if output.json {
            let members = locales.map { locale in
                let texts = labels[locale].sortedByBytes.map { ($0.key, JSONValue.text($0.value)) }
                return (locale.description, JSONValue.object(texts))
            }
            StandardStreams.result(.object(members))
            return
        }
        for locale in locales {
            let texts = labels[locale].sortedByBytes
            if texts.isEmpty { StandardStreams.say("There are no labels for '\(locale)'.") }
            if self.locale == nil { StandardStreams.result("/* \(locale) */") }
            for (key, text) in texts { StandardStreams.result(StringsLine.of(key, text)) }
        }
    }

    private func show(_ locale: LocaleTag, _ inventory: LabelInventory) throws {
        let missing = inventory.missing(in: locale)
        let total = inventory.entries.count
        let percentage = inventory.percentage(in: locale)
        let files = schema.map { SchemaFile.catalogs(of: $0, for: locale) } ?? []
        output.show(
            [
                "locale": .text(locale.description), "total": .number(total),
                "percentage": .number(percentage),
                "missing": .array(missing.map { .text($0.name) }),
                "files": .array(files.map(JSONValue.text)),
            ], or: missing.map { StringsLine.of($0.name, $0.reference) })
        StandardStreams.say(
            "'\(locale)' has \(total - missing.count) of \(total) labels (\(percentage) %).")
        guard !missing.isEmpty else { return }
        if !files.isEmpty {
            let names = files.map { "'\($0)'" }.joined(separator: ", ")
            StandardStreams.say("Labels are read from \(names), then from 'labels' of the schema.")
        }
        throw ExitCode.refused
    }
}

extension LocaleTag {
    init(argument: String) throws {
        guard let tag = LocaleTag(argument) else {
            throw ValidationError("'\(argument)' is not a locale like 'en' or 'pt-BR'.")
        }
        self = tag
    }
}
