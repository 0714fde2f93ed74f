import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate watch`.
struct WatchCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print changes as they are made.",
        discussion: """
            Prints each change of the settings named, or of all, as 'TIME ORIGIN KEY: old -> new', \
            whoever makes it, until SIGINT or SIGTERM. With --json a line is a whole revision. A \
            secret is only said to be set.

            Examples:
              faceplate watch --database reader.sqlite
              faceplate watch theme display_titles --json --database reader.sqlite
            """)

    @Argument(help: ArgumentHelp("The keys to watch; all where none is named.", valueName: "key"))
    var keys: [String] = []

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let stop = StopRequests(withParent: false)
        let settings = try SettingsSource(database: database, schema: schema).openForWatching()
        defer { settings.close() }
        let watched = try watchedKeys(settings.snapshot)
        let revisions = settings.revisions()
        let isJSON = output.json
        // A task of its own: who reads slowly must not keep the command from stopping.
        let printing = Task { [tell = stop.tell] in
            for await revision in revisions {
                let report = WatchReport(revision, watched, settings.snapshot.schema)
                guard isJSON ? report.printJSON() : report.printLines() else {
                    return tell("nobody reads")
                }
            }
        }
        StandardStreams.say("Watching '\(settings.path ?? "")'.")
        _ = await stop.next()
        printing.cancel()
    }

    /// The settings that the keys belong to: an option is watched by its group.
    private func watchedKeys(_ snapshot: Snapshot) throws -> Set<String>? {
        let unknown = keys.filter {
            snapshot.schema.reference($0) == nil && snapshot.value($0) == nil
        }
        guard unknown.isEmpty else { throw Failure.unknownKeys(unknown, in: snapshot) }
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
                    .map { "'\($0)' holds no value." })
        }
        return keys.isEmpty ? nil : Set(watched)
    }
}

/// What is printed of one revision.
private struct WatchReport {
    private let revision: Revision
    private let changes: [Change]
    private let schema: Schema

    /// - Parameter keys: the settings asked for; `nil` for all.
    init(_ revision: Revision, _ keys: Set<String>?, _ schema: Schema) {
        self.revision = revision
        self.schema = schema
        changes = revision.changes.filter { keys?.contains($0.key) ?? true }
            .map { $0.told(by: schema) }
    }

    /// A line a change; false when nobody reads any more.
    func printLines() -> Bool {
        changes.allSatisfy { change in
            let setting = schema.settings[change.key]
            return StandardStreams.result(
                "\(RevisionTime.text(revision.time)) \(revision.origin.rawValue) \(change.key): "
                    + "\(ShownText.of(change.old, setting, in: revision)) -> "
                    + ShownText.of(change.new, setting, in: revision))
        }
    }

    /// One line; false when nobody reads any more.
    func printJSON() -> Bool {
        guard !changes.isEmpty else { return true }
        let changed = changes.map { change in
            (change.key, JSONValue.object([("from", change.old.json), ("to", change.new.json)]))
        }
        return StandardStreams.result(
            .object(
                [
                    ("revision", .number(revision.number)),
                    ("time", .text(RevisionTime.text(revision.time))),
                    ("origin", .text(revision.origin.rawValue)),
                ] + (revision.actor.map { [("actor", .text($0))] } ?? [])
                    + [("changed", .object(changed))]))
    }
}
