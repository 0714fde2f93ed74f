import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

/// `faceplate import`.
struct ImportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import values from UserDefaults or JSON.",
        discussion: """
            Reads values by key: a property list of UserDefaults (XML, binary or text), or a JSON \
            object, for example the output of 'list --json'. The setting decides how its value is \
            read: 1 and YES are true, an integer can select an option by position (from 0), and \
            name0, name1, ... become the elements of the list 'name'.

            Prints changed, unchanged, skipped, rejected and unknown keys. Unknown keys are \
            ignored. If a value is rejected, nothing is saved and the exit code is 1; use \
            --partial to import the rest. The import is one revision; 'undo' reverts it. Values of \
            secrets are imported but never printed.

            Examples:
              faceplate import org.example.garden.plist --dry-run --database garden.sqlite
              faceplate import org.example.garden.plist --partial --database garden.sqlite
              defaults export org.example.garden - | faceplate import - --schema garden.json
            """)

    @Argument(help: "The file of values; '-' reads standard input.")
    var file: String

    @Flag(help: "Show the changes without saving them.")
    var dryRun = false

    @Flag(help: "Import the accepted values even if other values are rejected.")
    var partial = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let values = try values()
        let source = SettingsSource(database: database, schema: schema)
        let settings = dryRun ? try source.openExisting() : try source.openForWriting()
        defer { settings.close() }
        var trial = ImportTrial(
            values.plan(for: settings.snapshot.schema), settings: settings,
            note: file == "-" ? nil : FileArgument.name(of: file))
        let preview = try await trial.preview()
        let isAccepted = trial.refused.isEmpty || partial && !trial.assignments.isEmpty
        let outcome = isAccepted && !dryRun ? try await trial.apply() : preview
        ImportReport(
            trial: trial, outcome: outcome, snapshot: settings.snapshot, isDryRun: dryRun,
            isAccepted: isAccepted
        ).show(asJSON: output.json)
        if !isAccepted { throw ExitCode.refused }
    }

    private func values() throws -> ImportedValues {
        guard file == "-" else { return try ImportedValues(at: file) }
        let limit = ImportedValues.maximumSize + 1
        let data = (try? FileHandle.standardInput.read(upToCount: limit)) ?? Data()
        return try ImportedValues([UInt8](data), file: "standard input")
    }
}

/// Finds the values of an import that the settings accept, and applies them.
struct ImportTrial {
    /// A rejected value, with a message for people and details for scripts.
    struct Refused {
        let key: String
        let message: String
        let json: JSONValue
    }

    let plan: ImportPlan
    private let settings: Settings
    private let note: String?
    /// The assignments that are not rejected so far.
    private(set) var assignments: [Assignment]
    private(set) var refused: [Refused]

    init(_ plan: ImportPlan, settings: Settings, note: String?) {
        self.plan = plan
        self.settings = settings
        self.note = note
        assignments = plan.entries.map { Assignment($0.key, .json($0.value)) }
        refused = plan.refusals.map { refusal in
            Refused(
                key: refusal.key, message: "'\(refusal.source)': \(refusal.message)",
                json: .object([
                    ("key", .text(refusal.key)), ("source", .text(refusal.source)),
                    ("message", .text(refusal.message)),
                ]))
        }
    }

    /// Removes rejected assignments until the rest is accepted, and saves nothing.
    mutating func preview() async throws -> Outcome {
        while true {
            do throws(ApplyError) {
                return try await settings.apply(batch(isDryRun: true))
            } catch .refused(let problems) {
                let keys = Set(problems.map(\.key))
                let rest = assignments.filter { !keys.contains($0.key) }
                // A failed check may name only settings that are not part of the import.
                guard rest.count < assignments.count else {
                    throw Failure(problems, in: settings.snapshot)
                }
                assignments = rest
                refused += problems.map { refusal(of: $0) }
            } catch {
                throw Failure(error, in: settings.snapshot)
            }
        }
    }

    func apply() async throws -> Outcome {
        do throws(ApplyError) {
            return try await settings.apply(batch(isDryRun: false))
        } catch {
            throw Failure(error, in: settings.snapshot)
        }
    }

    private func batch(isDryRun: Bool) -> Batch {
        Batch(assignments, origin: .import, note: note, isDryRun: isDryRun)
    }

    private func refusal(of problem: KeyProblem) -> Refused {
        let failure = Failure([problem], in: settings.snapshot)
        return Refused(
            key: problem.key, message: failure.messages.joined(separator: " "),
            json: failure.details.first ?? .object([("key", .text(problem.key))]))
    }
}
