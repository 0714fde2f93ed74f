import ArgumentParser
import Faceplate
import FaceplateSchema

struct AppliedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "applied",
        abstract: "Mark the stored values as in use.",
        discussion: """
            Run this in the script that starts your program. It records that the program uses the \
            stored values of settings with itemRestart. Until the next restart, the page and \
            'list' mark settings that have changed since. Swift apps call markApplied() instead. \
            Prints the keys that still need a restart, one per line.

            Example:
              faceplate applied --database garden.sqlite && exec garden
            """)

    @Argument(help: ArgumentHelp("Only these settings.", valueName: "key"))
    var keys: [String] = []

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openForWriting()
        defer { settings.close() }
        do throws(ApplyError) {
            try settings.markApplied(keys.isEmpty ? nil : keys)
        } catch {
            throw Failure(error, in: settings.snapshot)
        }
        let restart = settings.snapshot.needingRestart
        output.show(["restart": .array(restart.map(JSONValue.text))], or: restart)
    }
}
