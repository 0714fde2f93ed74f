import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate applied`.
struct AppliedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "applied",
        abstract: "Say that the program works with the values of now.",
        discussion: """
            For a script that starts the program: settings that take effect after a restart \
            (itemRestart) are marked as in use, so that the page, 'list' and answers to scripts \
            tell which of them have another value since. A program in Swift says so itself, with \
            markApplied. Prints the keys of those that still need a restart, a line each.

            Example:
              faceplate applied --database reader.sqlite && exec reader
            """)

    @Argument(help: ArgumentHelp("Only these settings.", valueName: "key"))
    var keys: [String] = []

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForWriting()
        defer { settings.close() }
        do throws(ApplyError) {
            try settings.markApplied(keys.isEmpty ? nil : keys)
        } catch {
            throw Failure(error, in: settings.snapshot)
        }
        let restart = settings.snapshot.needingRestart
        if output.json {
            StandardStreams.result(
                .object([("restart", JSONValue(.array(restart.map(JSONValue.text))))]))
        } else {
            for key in restart { StandardStreams.result(key) }
        }
    }
}
