import ArgumentParser
import Faceplate
import FaceplateSchema
import Logging

struct EvolveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "evolve",
        abstract: "Migrate a database to a changed schema.",
        discussion: """
            Renames, converts or parks stored values as the schema requires, and prints each step. \
            A parked value is stored, but not used. Makes a backup next to the database before it \
            converts or parks a value. 'serve' migrates automatically when it starts, and while it \
            runs.

            Examples:
              faceplate evolve garden.json --dry-run
              faceplate evolve garden.json --database garden.sqlite
            """)

    @Argument(help: "The schema file.")
    var schema: String

    @Flag(help: "Show the changes without saving them.")
    var dryRun = false

    @OptionGroup var adoption: AdoptionOptions
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let path = try database.path(schema: schema)
        let file = try SchemaFile.reporting(path: schema)
        let adoption = adoption.adoption(of: file)
        let plan = try Settings.plan(
            file.schema, labels: file.labels, at: path, adoption: adoption)
        if !dryRun {
            try DatabaseLocation.makeFolder(of: path)
            let settings = try Settings.open(
                file.schema, labels: file.labels, at: path, adoption: adoption, watches: false,
                logger: .lines(from: .notice))
            settings.close()
        }
        show(plan)
    }

    private func show(_ plan: EvolutionPlan) {
        let steps = plan.steps.map { step in
            [
                "step": .text(step.name), "key": step.key.map(JSONValue.text) ?? nil,
                "text": .text(step.description),
            ] as JSONValue
        }
        output.show(
            ["steps": .array(steps), "dryRun": .boolean(dryRun)],
            or: plan.isEmpty ? ["No changes."] : plan.steps.map(\.description))
        if dryRun, !plan.isEmpty {
            StandardStreams.say("Nothing was changed: this was a dry run.")
        }
    }
}
