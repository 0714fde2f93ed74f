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
            itemScope 'machine', read-only settings and locked ones.

            Examples:
              faceplate export --format yaml --database garden.sqlite > garden.yaml
              faceplate export --changed --portable --output garden.toml --database garden.sqlite
              faceplate export --secrets --pass-phrase-file phrase.txt --database garden.sqlite
            """)

    @OptionGroup var format: ValuesFormatOptions

    @Flag var selection = ExportedValues.Selection.all

    @Flag(help: "Leave out the values of this machine.")
    var portable = false

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
    }

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        var values = ExportedValues(
            panel.snapshot, selection: selection, isPortable: portable)
        if let passPhraseFile {
            try panel.seal(&values, passPhrase: PassPhraseFile(passPhraseFile).passPhrase)
        }
        let format = format.format ?? file.flatMap(ValuesFormat.init(path:)) ?? .json
        let text = values.text(as: format)
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
