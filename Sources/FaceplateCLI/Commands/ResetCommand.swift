import ArgumentParser
import Faceplate
import FaceplateSchema

struct ResetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Reset settings to their defaults.",
        discussion: """
            Prints each change as 'KEY: old -> new'. A group key resets all settings of the group; \
            a page key resets the page and its subpages. Groups, pages and --all skip secrets, \
            read-only and locked settings. To remove a secret, name its key.

            With --end, restores the values from before 'set --for' now. Without \
            --end, sets the defaults, and temporary values end, too.

            Examples:
              faceplate reset general_name --database garden.sqlite
              faceplate reset general --database garden.sqlite
              faceplate reset --all --database garden.sqlite
              faceplate reset --end log_level --database app.sqlite
            """)

    @Argument(
        help: ArgumentHelp("Keys of settings, groups and pages.", valueName: "key"),
        completion: SettingCompletion.keys)
    var keys: [String] = []

    @Flag(help: "Reset all settings except secrets.")
    var all = false

    @Flag(help: "Only end temporary values.")
    var end = false

    @OptionGroup var change: ChangeArguments

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !keys.isEmpty || all else {
            throw ValidationError("There is nothing to reset. Name keys, or add --all.")
        }
        guard !end || !all else {
            throw ValidationError("--end needs the keys of settings, so --all does not fit.")
        }
    }

    func perform() async throws {
        let assignments = (keys + (all ? ["*"] : []))
            .map { Assignment($0, end ? .goBack : .reset) }
        try await panel.apply(Batch(assignments, change.options()), output)
    }
}
