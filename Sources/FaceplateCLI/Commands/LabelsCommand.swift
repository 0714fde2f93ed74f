import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate labels`.
struct LabelsCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "Print the labels of a panel, or those that a language lacks.",
        discussion: """
            Prints lines as a .strings file has them, so that --missing gives what is to be \
            translated, in the words of the panel's first language. It says how much there is and \
            where labels are looked up, and exits with 1 where some are missing.

            Examples:
              faceplate labels reader.json --locale fr
              faceplate labels reader.json --missing fr >> fr.lproj/reader.strings
            """)

    @Argument(help: "The schema file; without it the database's own schema and labels.")
    var schema: String?

    @Option(
        help: ArgumentHelp("Print the labels of this locale only.", valueName: "locale"),
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @Option(
        help: ArgumentHelp("Print the labels that this locale lacks.", valueName: "locale"),
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
        let settings = try Settings.open(
            at: database.path(schema: nil), watches: false, logger: .silent)
        defer { settings.close() }
        return (settings.snapshot.schema, settings.snapshot.labels)
    }

    private func show(_ locales: [LocaleTag], _ labels: LabelCatalog) {
        if output.json {
            let members = locales.map { locale in
                let texts = Self.sorted(labels[locale]).map { ($0.key, JSONValue.text($0.value)) }
                return (locale.description, JSONValue.object(texts))
            }
            StandardStreams.result(.object(members))
            return
        }
        for locale in locales {
            let texts = Self.sorted(labels[locale])
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
        if output.json {
            StandardStreams.result(
                .object([
                    ("locale", .text(locale.description)), ("total", .number(total)),
                    ("percentage", .number(percentage)),
                    ("missing", JSONValue(.array(missing.map { .text($0.name) }))),
                    ("files", JSONValue(.array(files.map(JSONValue.text)))),
                ]))
        } else {
            for entry in missing {
                StandardStreams.result(StringsLine.of(entry.name, entry.reference))
            }
        }
        StandardStreams.say(
            "'\(locale)' has \(total - missing.count) of \(total) labels (\(percentage) %).")
        guard !missing.isEmpty else { return }
        if !files.isEmpty {
            let names = files.map { "'\($0)'" }.joined(separator: ", ")
            StandardStreams.say("They are looked up in \(names), then in 'labels' of the schema.")
        }
        throw ExitCode.refused
    }

    private static func sorted(_ texts: [String: String]) -> [(key: String, value: String)] {
        texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}

extension LocaleTag {
    /// A locale as it stands on a command line.
    init(argument: String) throws {
        guard let tag = LocaleTag(argument) else {
            throw ValidationError("'\(argument)' is not a locale like 'en' or 'pt-BR'.")
        }
        self = tag
    }
}
