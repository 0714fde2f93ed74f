import ArgumentParser
import Faceplate
import Foundation

struct RestoreCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore all settings to an earlier state.",
        discussion: """
            Undoes all changes after a revision, or after a time (RFC 3339, like \
            2026-11-20T07:30:00Z); 0 is the state before the first change. Creates one revision, \
            which you can undo. Settings that cannot be restored stay unchanged and are reported: \
            old values of secrets are not stored, and the current schema may reject an old value.

            Examples:
              faceplate restore 7 --dry-run --database garden.sqlite
              faceplate restore 2026-11-20T07:30:00Z --database garden.sqlite
            """)

    @Argument(
        help: ArgumentHelp("The number of a revision, or a time.", valueName: "n|time"),
        completion: SettingCompletion.revisions, transform: Self.extent)
    var target: Reversal.Extent

    @OptionGroup var change: ChangeArguments

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let reversal = Reversal(target, isForced: true)
        try await panel.apply(
            Batch([], change.options(), reversal: reversal), output)
    }

    private static func extent(_ text: String) throws -> Reversal.Extent {
        guard let extent = Reversal.Extent(restoring: text) else {
            throw ValidationError(
                "'\(text)' is neither the number of a revision nor a time like "
                    + "2026-11-20T07:30:00Z.")
        }
        return extent
    }
}
