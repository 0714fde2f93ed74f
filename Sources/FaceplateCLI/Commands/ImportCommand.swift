import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

struct ImportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import values from a file.",
        discussion: """
            Reads values by key: an export of Faceplate, a JSON object such as the output of \
            'list --json', a property list of UserDefaults (XML, binary or text), YAML, TOML, INI \
            or environment variables. The ending of the name selects YAML, TOML, INI and .env; use \
            --format for other names. To convert a settings bundle, use 'convert'.

            The setting decides how its value is read: 1 and YES are true, an integer can select \
            an option by position (from 0), and name0, name1, ... become the elements of the list \
            'name'.

            Prints changed, unchanged, skipped, rejected and unknown keys. Unknown keys are \
            ignored. If a value is rejected, nothing is saved and the exit code is 1; use \
            --partial to import the rest. The import is one revision; 'undo' undoes it. If nothing \
            changes, there is no revision. Values of secrets are imported but never printed.

            Examples:
              faceplate import garden.yaml --dry-run --database garden.sqlite
              faceplate import org.example.garden.plist --partial --database garden.sqlite
              defaults export org.example.garden - | faceplate import - --schema garden.json
            """)

    @Argument(help: "The file of values; '-' reads standard input.")
    var file: String

    @Flag(help: "Show the changes without saving them.")
    var dryRun = false

    @Flag(help: "Import the accepted values even if other values are rejected.")
    var partial = false

    @OptionGroup var format: ValuesFormatOptions

    @Option(
        help: ArgumentHelp(
            "The file with the pass phrase of the secrets in the file of values.",
            valueName: "file"))
    var passPhraseFile: String?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let values = try values()
        let panel = try panel.open(dryRun ? .changing : .writing)
        defer { panel.close() }
        let report = try await ImportReport(
            of: values.plan(for: panel.snapshot.schema), on: panel,
            note: file == "-" ? nil : FileArgument.name(of: file), isDryRun: dryRun,
            isPartial: partial)
        report.show(asJSON: output.json)
        if values.hasSealedSecrets {
            StandardStreams.say(
                "The encrypted secrets in the file are skipped. Add --pass-phrase-file FILE to "
                    + "import them.")
        }
        if !report.isAccepted { throw ExitCode.refused }
    }

    private func values() throws -> ImportedValues {
        var values: ImportedValues
        if file == "-" {
            let limit = ImportedValues.maximumSize + 1
            let data = (try? FileHandle.standardInput.read(upToCount: limit)) ?? Data()
            values = try ImportedValues(
                [UInt8](data), file: "standard input", format: format.format)
        } else {
            guard !PathParts(file).ending.lowercased().hasPrefix(".bundle") else {
                throw Failure(
                    .refused,
                    "'\(file)' is a settings bundle, which has no values. To convert it to a schema, "
                        + "run 'faceplate convert \(ShellWords.quoted(file))'.")
            }
            values = try ImportedValues(at: file, format: format.format)
        }
        if let passPhraseFile {
            try values.openSecrets(passPhrase: PassPhraseFile(passPhraseFile).passPhrase)
        }
        return values
    }
}
