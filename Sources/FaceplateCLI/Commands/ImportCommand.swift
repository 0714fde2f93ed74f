import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema
import Foundation

/// `faceplate import`.
struct ImportCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over the values of another system's store.",
        discussion: """
            Reads values by key: a property list of UserDefaults (XML, binary or text), or a JSON \
            object, also as 'list --json' prints it. Each value is read by the rules of its \
            setting: 1 and YES are true, a whole number may stand for the option at that place, \
            name0, name1, ... are the elements of a list.

            Shows what changes, what is so already, what is refused and which keys no setting \
            has; those are left out. Where a value is refused nothing is saved, and the exit code \
            is 1; --partial imports the others. What is imported is one revision, which 'undo' \
            takes back. Secrets are taken and never shown.

            Examples:
              faceplate import org.example.reader.plist --dry-run --database reader.sqlite
              faceplate import org.example.reader.plist --partial --database reader.sqlite
              defaults export org.example.reader - | faceplate import - --schema reader.json
            """)

    @Argument(help: "The file of values; '-' reads standard input.")
    var file: String

    @Flag(help: "Show what would change, and save nothing.")
    var dryRun = false

    @Flag(help: "Import what is accepted, also where other values are refused.")
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

/// Finds out what the settings accept of an import, and applies that.
struct ImportTrial {
    /// A value that is refused, in words and for scripts.
    struct Refused {
        let key: String
        let message: String
        let json: JSONValue
    }

    let plan: ImportPlan
    private let settings: Settings
    private let note: String?
    /// What is accepted, as far as it is known.
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

    /// Leaves out what is refused until the rest is accepted, and saves nothing.
    mutating func preview() async throws -> Outcome {
        while true {
            do throws(ApplyError) {
                return try await settings.apply(batch(isDryRun: true))
            } catch .refused(let problems) {
                let keys = Set(problems.map(\.key))
                let rest = assignments.filter { !keys.contains($0.key) }
                // What does not go together may be told of settings that are not imported.
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
