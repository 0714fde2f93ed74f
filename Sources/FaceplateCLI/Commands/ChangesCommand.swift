import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct ChangesCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Print the change history.",
        discussion: """
            Prints the newest revisions, newest first: number, time in UTC or, at a terminal, how \
            long ago, source (browser, script, cli, ...), and each change as 'KEY: old -> new'. Values of secrets are not \
            shown, and values of more than 64 KiB are only named. For a list or table, prints the added, changed, removed and moved entries. With a key, \
            prints only revisions that changed it.

            Examples:
              faceplate changes --database garden.sqlite
              faceplate changes general_summary --limit 5 --database garden.sqlite
              faceplate changes --origin browser --text summary --database garden.sqlite
            """)

    @Argument(
        help: ArgumentHelp("Print only revisions that changed this key.", valueName: "key"),
        completion: SettingCompletion.keys)
    var key: String?

    @Option(help: ArgumentHelp("Maximum number of revisions.", valueName: "n"))
    var limit = 20

    @Option(help: ArgumentHelp("Print only revisions before this one.", valueName: "n"))
    var before: Int?

    @Option(
        help: ArgumentHelp(
            "Print only revisions from this source: \(Self.origins.joined(separator: ", ")).",
            valueName: "source"),
        completion: .list(Self.origins), transform: Self.origin)
    var origin: Origin?

    @Option(
        help: ArgumentHelp(
            "Print only revisions with this text in a key, value, name or note.", valueName: "text")
    )
    var text: String?

    @Option(
        help: ArgumentHelp(
            "Print both values of the key's change in this revision, also large ones, as JSON.",
            valueName: "n"))
    var revision: Int?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    private static let origins = Origin.allCases.map(\.rawValue)

    private static func origin(_ name: String) throws -> Origin {
        guard let origin = Origin(rawValue: name) else {
            throw ValidationError("--origin must be one of \(origins.joined(separator: ", ")).")
        }
        return origin
    }

    func validate() throws {
        guard (1...100_000).contains(limit) else {
            throw ValidationError("--limit must be between 1 and 100000.")
        }
        guard revision == nil || key != nil else {
            throw ValidationError("--revision needs a key, like 'changes map --revision 7'.")
        }
    }

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        let snapshot = panel.snapshot
        if let revision, let key {
            guard let change = try panel.change(of: key, in: revision) else {
                throw Failure(
                    .refused,
                    "The history does not have a change of '\(key)' in revision \(revision).")
            }
            StandardStreams.result(RevisionChange(change, in: revision).json)
            return
        }
        let scan = try panel.scanRevisions(before: before, limit: limit, of: key) {
            isWanted($0, snapshot.schema) ? $0 : nil
        }
        if let key, scan.last == nil, before == nil, snapshot.schema.reference(key) == nil,
            !snapshot.isSet(key), !snapshot.isRetired(key)
        {
            throw Failure.unknownKeys([key], in: snapshot)
        }
        let revisions = scan.revisions
        let next = scan.hasMore ? scan.last : nil
        let oldest = try panel.oldestRevision()
        if output.json {
            StandardStreams.result(
                HistoryReport(
                    revision: snapshot.revision, oldest: oldest, limit: snapshot.schema.history,
                    revisions: revisions.map { RevisionReport($0, in: snapshot.schema) }, next: next
                ).json)
        } else {
            for revision in revisions { show(revision, snapshot.schema) }
            if revisions.isEmpty { StandardStreams.say("There are no changes.") }
        }
        if let next {
            StandardStreams.say("There are older changes. Add --before \(next) to see them.")
        } else if let oldest, oldest > 1 {
            StandardStreams.say(Self.removed(snapshot.schema.history))
        }
    }

    /// Upper and lower case are equal.
    private func isWanted(_ revision: Revision, _ schema: Schema) -> Bool {
        guard origin == nil || origin == revision.origin else { return false }
        guard let text else { return true }
        let changes = revision.changes.map { ShownText.of($0, in: revision, schema) }
        return (Self.source(of: revision, schema) + changes)
            .contains { $0.range(of: text, options: .caseInsensitive) != nil }
    }

    private static func source(of revision: Revision, _ schema: Schema) -> [String] {
        let isUnconfirmed = !revision.unconfirmed(in: schema).isEmpty
        return [revision.actor, revision.note, isUnconfirmed ? "not confirmed in time" : nil]
            .compactMap(\.self)
    }

    private func show(_ revision: Revision, _ schema: Schema) {
        let parts = [revision.origin.rawValue] + Self.source(of: revision, schema)
        let source = parts.map { ShownText.of(.text($0)) }.joined(separator: "  ")
        let terminal = Terminal.output
        StandardStreams.result(
            "\(terminal.styled("\(revision.number)", .bold))  \(terminal.time(revision.time))  \(source)"
        )
        for change in revision.changes {
            StandardStreams.result("  " + ShownText.of(change, in: revision, schema))
        }
    }

    private static func removed(_ limit: Schema.HistoryLimit) -> String {
        let limits = [
            ShownText.count(limit.revisions, "revision"),
            limit.days.map { ShownText.count($0, "day") }, "\(limit.bytes) bytes of values",
        ].compactMap(\.self)
        return "Older changes were deleted: the history limit is "
            + "\(limits.dropLast().joined(separator: ", ")) and \(limits.last ?? "")."
    }
}
