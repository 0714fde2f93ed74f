import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate list`.
struct ListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print every setting with its value.",
        discussion: """
            Prints, page by page and group by group, each key, its value, and where that comes \
            from: default, set, or locked and by what. With --json an object by key of value, \
            default, isSet, provenance (default, set, locked), revision and lockedBy.

            Example:
              faceplate list --database reader.sqlite
            """)

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForReading()
        defer { settings.close() }
        let snapshot = settings.snapshot
        if output.json {
            StandardStreams.result(
                .object(
                    snapshot.schema.settings.map {
                        ($0.key, ValueReport(key: $0.key, snapshot: snapshot).json)
                    }))
            return
        }
        let byGroup = Dictionary(grouping: snapshot.schema.settings, by: \.groupKey)
        for group in snapshot.schema.groups {
            let rows = (byGroup[group.key] ?? []).map {
                [
                    "  " + $0.key, Self.text($0, snapshot),
                    ValueReport(key: $0.key, snapshot: snapshot).provenance,
                ]
            }
            guard !rows.isEmpty else { continue }
            StandardStreams.result(Self.heading(of: group))
            for line in TextColumns(rows: rows).lines { StandardStreams.result(line) }
        }
    }

    /// `net/proxy: limits` for a group on a page of its own, the key alone on the first.
    private static func heading(of group: Schema.Group) -> String {
        group.pagePath.isEmpty
            ? group.key : group.pagePath.joined(separator: "/") + ": " + group.key
    }

    private static func text(_ setting: Schema.Setting, _ snapshot: Snapshot) -> String {
        setting.isSecret ? "(secret)" : ShownText.of(snapshot.value(setting.key), setting)
    }
}
