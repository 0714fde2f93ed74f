import ArgumentParser
import Faceplate

/// `faceplate undo`.
struct UndoCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back what a revision changed.",
        discussion: """
            Each setting goes back to what it was before the revision; that is a revision of its \
            own, which can be undone in turn. A setting that was changed again since is named, and \
            nothing is undone without --force. The old value of a secret is not kept: the rest is \
            undone, and the secret is named.

            Examples:
              faceplate undo 7 --database reader.sqlite
              faceplate undo 7 theme --dry-run --database reader.sqlite
            """)

    @Argument(help: ArgumentHelp("The number of the revision.", valueName: "n"))
    var revision: Int

    @Argument(help: ArgumentHelp("Only its change of this key.", valueName: "key"))
    var key: String?

    @Flag(help: "Undo also what was changed again since.")
    var force = false

    @Flag(help: "Show what would change, and save nothing.")
    var dryRun = false

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openExisting()
        defer { settings.close() }
        try await ChangeReport(settings: settings, isDryRun: dryRun, isJSON: output.json)
            .apply(Reversal(.undo(revision, key: key), isForced: force))
    }
}
