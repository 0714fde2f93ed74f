import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate reset`.
struct ResetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Return settings to their defaults.",
        discussion: """
            Prints each change as 'KEY: old -> new'. The key of a group stands for all its \
            settings, that of a page for all on it and below. --all, a group and a page leave \
            secrets as they are, and what is read-only or locked; a secret is removed when its \
            own key is named.

            Examples:
              faceplate reset theme --database reader.sqlite
              faceplate reset network --database reader.sqlite
              faceplate reset --all --database reader.sqlite
            """)

    @Argument(help: ArgumentHelp("Keys of settings, groups and pages.", valueName: "key"))
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
        let settings = try SettingsSource(database: database, schema: schema).openExisting()
        defer { settings.close() }
        try await ChangeReport(settings: settings, isDryRun: dryRun, isJSON: output.json)
            .apply((keys + (all ? ["*"] : [])).map { Assignment($0, .reset) })
    }
}
