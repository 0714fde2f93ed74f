import ArgumentParser
import Faceplate
import FaceplateSchema
import Logging

struct WatchCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes as they happen.",
        discussion: """
            Prints each change as 'TIME SOURCE KEY: old -> new', from any process. Stop with \
            Control-C. With --json, prints one line per revision. For a secret, prints only \
            that it was set.

            Like 'serve', it can store the values in a file (--write) and run a command after changes \
            (--on-change), without a server.

            Examples:
              faceplate watch --database garden.sqlite
              faceplate watch --on-change 'systemctl reload app' --database app.sqlite
              faceplate watch general_name general_summary --json --database garden.sqlite
            """)

    @Argument(
        help: ArgumentHelp("The keys to watch. (default: all)", valueName: "key"),
        completion: SettingCompletion.keys)
    var keys: [String] = []

    @OptionGroup(title: "Options for other programs") var programs: FollowOptions
    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let commands = RunningCommands()
        let stop = StopRequests(withParent: false, commands: commands)
        let (schema, files) = (panel.schema, panel.files)
        let panel = try panel.open(.watching)
        defer { panel.close() }
        let watched = try watchedKeys(panel.snapshot)
        let changes = try programs.follower(
            of: panel, besides: [schema, panel.path].compactMap(\.self) + files,
            folder: PathParts(panel.path ?? "").folder, commands, .lines(from: .warning))
        panel.onEnd { [tell = stop.tell] in tell("panel ended") }
        let revisions = panel.revisions()
        let isJSON = output.json
        // A separate task, so that a slow reader does not prevent the command from stopping.
        let printing = Task { [tell = stop.tell] in
            for await revision in revisions {
                let report = WatchReport(revision, watched, panel.snapshot.schema)
                guard isJSON ? report.printJSON() : report.printLines() else {
                    return tell("output closed")
                }
            }
        }
        StandardStreams.say("Watching '\(panel.place)'.")
        _ = await stop.next()
        printing.cancel()
        await changes?.stop()
        await commands.ended()
        if let failure = panel.ending { throw failure }
    }

    /// The key of an option selects its group.
    private func watchedKeys(_ snapshot: Snapshot) throws -> Set<String>? {
        try Failure.check(keys, in: snapshot)
        let watched = keys.compactMap { key -> String? in
            switch snapshot.schema.reference(key) {
            case .setting(let setting), .option(_, let setting): setting.key
            case .row: nil
            case nil: key
            }
        }
        guard watched.count == keys.count else {
            throw Failure(
                .refused,
                keys.filter { if case .row = snapshot.schema.reference($0) { true } else { false } }
                    .map { "'\($0)' has no value." })
        }
        return keys.isEmpty ? nil : Set(watched)
    }
}

private struct WatchReport {
    private let revision: Revision
    private let changes: [Change]
    private let schema: Schema

    init(_ revision: Revision, _ keys: Set<String>?, _ schema: Schema) {
        self.revision = revision
        self.schema = schema
        changes = revision.reported.filter { keys?.contains($0.key) ?? true }
            .map { $0.redacted(by: schema) }
    }

    /// False when the reader has closed the pipe.
    func printLines() -> Bool {
        changes.allSatisfy { change in
            let setting = schema.settings[change.key]
            return StandardStreams.result(
                "\(RevisionTime.text(revision.time)) \(revision.origin.rawValue) \(change.key): "
                    + "\(ShownText.of(change.old, setting, in: revision)) -> "
                    + ShownText.of(change.new, setting, in: revision))
        }
    }

    /// False when the reader has closed the pipe.
    func printJSON() -> Bool {
        guard !changes.isEmpty else { return true }
        return StandardStreams.result(
            .object(present: [
                ("revision", .number(revision.number)),
                ("time", .text(RevisionTime.text(revision.time))),
                ("origin", .text(revision.origin.rawValue)),
                ("actor", revision.actor.map(JSONValue.text)),
                ("changed", .object(changes.map(\.member))),
                ("unconfirmed", revision.unconfirmedJSON(in: schema)),
            ]))
    }
}
