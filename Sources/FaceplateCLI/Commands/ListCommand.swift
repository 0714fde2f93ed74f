import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation

/// `faceplate list`.
struct ListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print all settings with their values.",
        discussion: """
            Prints all settings by page and group: key, value, source (default, set, or locked \
            and by what) and the time of the last change, in UTC or, at a terminal, how long ago. \
            A setting is marked 'needs restart' if your program still uses an older value. With --json, prints an object by key with value, default, isSet, provenance \
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
            try show(found, settings)
        } else {
            try showGroups(settings)
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

    private func showGroups(_ settings: Settings) throws {
        let schema = settings.snapshot.schema
        let byGroup = Dictionary(grouping: schema.settings, by: \.groupKey)
        for group in schema.groups {
            guard let members = byGroup[group.key], !members.isEmpty else { continue }
            StandardStreams.result(Terminal.output.styled(Self.heading(of: group), .bold))
            try show(members, settings, indent: "  ")
        }
    }

    /// Prints a table; at a terminal, settings on their default are dim.
    private func show(
        _ shown: [Schema.Setting], _ settings: Settings, indent: String = ""
    ) throws {
        let terminal = Terminal.output
        let snapshot = settings.snapshot
        let rows = try shown.map { setting in
            [
                indent + setting.key, Self.text(setting, snapshot),
                ValueReport(key: setting.key, snapshot: snapshot).provenance,
            ] + (try Self.time(setting, settings).map { [terminal.time($0)] } ?? [])
        }
        for (line, setting) in zip(TextColumns(rows: rows).lines, shown) {
            let isDefault = snapshot.provenance(of: setting) == .onDefault
            StandardStreams.result(isDefault ? terminal.styled(line, .dim) : line)
        }
    }

    /// The time of the last change of a setting that is set.
    private static func time(_ setting: Schema.Setting, _ settings: Settings) throws -> Date? {
        guard case .set = settings.snapshot.provenance(of: setting) else { return nil }
        return try settings.lastChange(of: setting.key)?.time
    }

    /// The heading of a group: `net/proxy: limits` on a subpage, and only the key on the first page.
    private static func heading(of group: Schema.Group) -> String {
        group.pagePath.isEmpty
            ? group.key : group.pagePath.joined(separator: "/") + ": " + group.key
    }

    private static func text(_ setting: Schema.Setting, _ snapshot: Snapshot) -> String {
        guard !setting.isSecret else { return "(secret)" }
        let value = snapshot.value(setting.key)
        // A script reads the number of seconds, a person does not.
        if Terminal.output.isTerminal, case .duration = setting.rules.kind,
            let seconds = value.flatMap({ ExactDecimal($0.plainText) })
        {
            return DurationWords(.english).text(seconds: seconds)
        }
        return ShownText.of(value, setting)
    }
}
