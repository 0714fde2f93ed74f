import ArgumentParser
import Faceplate

struct UndoCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo one revision.",
        discussion: """
            Restores each setting to its value before the revision. The undo is a new revision, so \
            you can undo it, too. If a setting was changed again later, nothing is undone unless \
            you add --force. Old values of secrets are not stored; undo skips secrets and reports \
            them.

            Examples:
              faceplate undo 7 --database garden.sqlite
              faceplate undo 7 general_name --dry-run --database garden.sqlite
            """)

    @Argument(
        help: ArgumentHelp("The number of the revision.", valueName: "n"),
        completion: SettingCompletion.revisions)
    var revision: Int

    @Argument(
        help: ArgumentHelp("Undo only the change of this key.", valueName: "key"),
        completion: SettingCompletion.keys)
    var key: String?

    @Flag(help: "Also undo settings that were changed again later.")
    var force = false

    @OptionGroup var change: ChangeArguments

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let reversal = Reversal(.undo(revision, key: key), isForced: force)
        try await panel.apply(
            Batch([], change.options(), reversal: reversal), output)
    }
}
