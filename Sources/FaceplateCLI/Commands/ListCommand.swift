import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema

/// `faceplate list`.
struct ListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print all settings with their values.",
        discussion: """
            Prints all settings by page and group: key, value and source (default, set, or locked \
            and by what). A setting is marked 'needs restart' if your program still uses an older \
            value. With --json, prints an object by key with value, default, isSet, provenance \
            (default, set, locked), revision, lockedBy and needsRestart.

            --search filters like the search of the page, best match first. It searches labels, \
            help, keys, options and values in every language, and accepts the filters @modified, \
            @locked, @restart, @error, @id:KEY and @page:KEY. Hidden settings are not found.

            Examples:
              faceplate list --database garden.sqlite
              faceplate list --database garden.sqlite --search '@modified name'
            """)

    @Option(help: ArgumentHelp("Print only settings that match this search.", valueName: "text"))
    var search: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForReading()
        defer { settings.close() }
        let snapshot = settings.snapshot
        let found = search.map { Self.found($0, snapshot) }
        if output.json {
            let shown = found ?? Array(snapshot.schema.settings)
            StandardStreams.result(
                .object(shown.map { ($0.key, ValueReport(key: $0.key, snapshot: snapshot).json) }))
        } else if let found {
            let rows = found.map { Self.row($0, snapshot) }
            for line in TextColumns(rows: rows).lines { StandardStreams.result(line) }
        } else {
            show(snapshot)
        }
    }

    private static func found(_ text: String, _ snapshot: Snapshot) -> [Schema.Setting] {
        let query = SearchQuery(text)
        let index = SearchIndex(schema: snapshot.schema, labels: snapshot.labels)
        for problem in index.problems(query) { StandardStreams.say("faceplate: \(problem)") }
        let locale = snapshot.schema.fallbackLocale(with: snapshot.labels)
        let found = index.keys(query, in: snapshot, locale: locale)
            .compactMap { snapshot.schema.settings[$0] }
        if found.isEmpty { StandardStreams.say("Nothing was found for '\(query.text)'.") }
        return found
    }

    private func show(_ snapshot: Snapshot) {
        let byGroup = Dictionary(grouping: snapshot.schema.settings, by: \.groupKey)
        for group in snapshot.schema.groups {
            let rows = (byGroup[group.key] ?? []).map {
                Self.row($0, snapshot, indent: "  ")
            }
            guard !rows.isEmpty else { continue }
            StandardStreams.result(Self.heading(of: group))
            for line in TextColumns(rows: rows).lines { StandardStreams.result(line) }
        }
    }

    private static func row(
        _ setting: Schema.Setting, _ snapshot: Snapshot, indent: String = ""
    ) -> [String] {
        [
            indent + setting.key, text(setting, snapshot),
            ValueReport(key: setting.key, snapshot: snapshot).provenance,
        ]
    }

    /// The heading of a group: `net/proxy: limits` on a subpage, and only the key on the first page.
    private static func heading(of group: Schema.Group) -> String {
        group.pagePath.isEmpty
            ? group.key : group.pagePath.joined(separator: "/") + ": " + group.key
    }

    private static func text(_ setting: Schema.Setting, _ snapshot: Snapshot) -> String {
        setting.isSecret ? "(secret)" : ShownText.of(snapshot.value(setting.key), setting)
    }
}
