import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate reset`.
struct ResetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Return settings to their defaults.",
        discussion: """
            Prints each change as 'KEY: old -> new'. --all leaves secrets as they are, and \
            settings that are read-only; a secret is removed when its key is named.

            Examples:
              faceplate reset theme --database reader.sqlite
              faceplate reset --all --database reader.sqlite
            """)

    @Argument(help: ArgumentHelp("The keys to reset.", valueName: "key"))
    var keys: [String] = []

    @Flag(help: "Reset every setting but secrets.")
    var all = false

    @Flag(help: "Show what would change, and save nothing.")
    var dryRun = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !keys.isEmpty || all else {
            throw ValidationError("Nothing is named to reset. Name keys, or add --all.")
        }
    }

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForReading()
        defer { settings.close() }
        let snapshot = settings.snapshot
        let everything = snapshot.schema.settings.filter {
            !$0.isSecret && !$0.isReadOnly && snapshot.isSet($0.key)
        }.map(\.key)
        let wanted = keys + (all ? everything : [])
        try await ChangeReport(settings: settings, isDryRun: dryRun, isJSON: output.json)
            .apply(wanted.map { Assignment($0, .reset) })
    }
}
