public import ArgumentParser
import Faceplate
public import FaceplateImport
import FaceplateSchema

struct ExportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write values to a file that 'import' reads.",
        discussion: """
            Prints the values in the order of the schema, so that equal values are equal files. \
            Secrets are left out and named on standard error; --secrets includes them, encrypted \
            with a pass phrase. --portable leaves out the values of this machine: settings with \
            itemScope 'machine', read-only settings and locked ones. --comments writes the title \
            of each setting before its value, and the first line of its help if that is short.

            Examples:
              faceplate export --format yaml --database garden.sqlite > garden.yaml
              faceplate export --changed --portable --output garden.toml --database garden.sqlite
              faceplate export --format yaml --comments --locale de --database garden.sqlite
              faceplate export --secrets --pass-phrase-file phrase.txt --database garden.sqlite
            """)

    @OptionGroup var format: ValuesFormatOptions

    @Flag var selection = ExportedValues.Selection.all

    @Flag(help: "Leave out the values of this machine.")
    var portable = false

    @Flag(help: "Write titles as comments: yaml, toml, plist, ini, env.")
    var comments = false

    @Option(
        help: "The language of the comments. (default: English, or else that of the schema)",
        transform: LocaleTag.init(argument:))
    var locale: LocaleTag?

    @Flag(help: "Include the secrets, encrypted with the pass phrase.")
    var secrets = false

    @Option(
        help: ArgumentHelp(
            "The file with the pass phrase for --secrets, one line.", valueName: "file"))
    var passPhraseFile: String?

    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "Write this file instead of standard output. The ending selects the format.",
            valueName: "file"))
    var file: String?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard secrets == (passPhraseFile != nil) else {
            throw ValidationError("Write --secrets and --pass-phrase-file FILE together.")
        }
        if let file, format.format == nil, ValuesFormat(path: file) == nil {
            let endings = ValuesFormat.allCases.flatMap(\.endings).joined(separator: ", ")
            throw ValidationError(
                "'\(file)' has no known format. Use one of the endings \(endings), or --format.")
        }
        if output.json, file != nil || format.format != nil {
            throw ValidationError("--json excludes --format and --output.")
        }
        if comments, output.json || fileFormat == .json {
            throw ValidationError(
                "JSON has no comments. Use --format yaml, toml, plist, ini or env.")
        }
        if locale != nil, !comments { throw ValidationError("--locale needs --comments.") }
    }

    private var fileFormat: ValuesFormat {
        format.format ?? file.flatMap(ValuesFormat.init(path:)) ?? .json
    }

    /// The same export as a request to a panel.
    private var query: [(name: String, value: String)] {
        [
            ("format", fileFormat.rawValue), ("comments", "1"),
            ("changed", selection == .set ? "1" : "0"), ("portable", portable ? "1" : "0"),
        ] + (locale.map { [("lang", $0.description)] } ?? [])
    }

    private func language(of snapshot: Snapshot) -> LocaleTag {
        let (schema, labels) = (snapshot.schema, snapshot.labels)
        return LocaleMatching.lookUp(locale ?? .english, among: schema.locales(with: labels))
            ?? schema.fallbackLocale(with: labels)
    }

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        var values = ExportedValues(
            panel.snapshot, selection: selection, isPortable: portable,
            comments: comments ? language(of: panel.snapshot) : nil)
        if let passPhraseFile {
            try panel.seal(&values, passPhrase: PassPhraseFile(passPhraseFile).passPhrase)
        }
        let format = fileFormat
        let text = try panel.text(of: values, as: format, commented: comments ? query : nil)
        if output.json {
            StandardStreams.result(Self.json(values))
        } else if let file {
            try ValuesFile(path: file, format: format).replace(with: text)
        } else {
            _ = StandardStreams.write(text, to: StandardStreams.output)
        }
        say(
            "Secrets are left out", values.secrets,
            hint: " Add --secrets to include them encrypted.")
        say("Values of this machine are left out", values.machineKeys)
        say(
            "Values are left out, because \(format.limitation)", values.unwritable(as: format))
    }

    private func say(_ sentence: String, _ keys: [String], hint: String = "") {
        guard !keys.isEmpty else { return }
        StandardStreams.say("\(sentence): \(keys.joined(separator: ", ")).\(hint)")
    }

    private static func json(_ values: ExportedValues) -> JSONValue {
        [
            "values": .object(values.rows.map { ($0.key, $0.value?.json ?? nil) }),
            "secrets": .array(values.secrets.map(JSONValue.text)),
            "machine": .array(values.machineKeys.map(JSONValue.text)),
        ]
    }
}

extension ExportedValues.Selection: EnumerableFlag {
    /// The name of a flag, without hyphens.
    public static func name(for selection: Self) -> NameSpecification {
        selection == .set ? .customLong("changed") : .long
    }

    /// The description of a flag.
    public static func help(for selection: Self) -> ArgumentHelp? {
        switch selection {
        case .all: "Every setting, with its default if it is not set. (default)"
        case .set: "Only settings that are set or locked."
        }
    }
}
