import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation

struct ListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print all settings with their values.",
        discussion: """
            Prints all settings by page and group: key, value, source (default, set, or locked \
            and by what) and the time of the last change, in UTC or, at a terminal, how long ago. \
            Marks settings with 'needs restart' if your program still uses an older value. Shows the \
            time left of temporary values. With --json, prints an object by key with value, default, \
            isSet, provenance (default, set, locked), revision, lockedBy, until and needsRestart.

            --search filters like the search of the page, best match first. It searches labels, \
            help, keys, options and values in every language, and accepts the filters @modified, \
            @locked, @restart, @error, @temporary, @id:KEY and @page:KEY. Hidden settings are not found.

            Examples:
              faceplate list --database garden.sqlite
              faceplate list --database garden.sqlite --search '@modified name'
            """)

    @Option(help: ArgumentHelp("Print only settings that match this search.", valueName: "text"))
    var search: String?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        let snapshot = panel.snapshot
        let found = try search.map { try Self.found($0, panel) }
        if output.json {
            let shown = found ?? Array(snapshot.schema.settings)
            StandardStreams.result(
                .object(shown.map { ($0.key, ValueReport(key: $0.key, snapshot: snapshot).json) }))
        } else if let found {
            try show(found, panel)
        } else {
            try showGroups(panel)
        }
    }

    private static func found(
        _ text: String, _ panel: any CommandPanel
    ) throws -> [Schema.Setting] {
        let (keys, problems) = try panel.search(text)
        for problem in problems { StandardStreams.say("faceplate: \(problem)") }
        let found = keys.compactMap { panel.snapshot.schema.settings[$0] }
        if found.isEmpty {
            StandardStreams.say("Nothing was found for '\(SearchQuery(text).text)'.")
        }
        return found
    }

    private func showGroups(_ panel: any CommandPanel) throws {
        let schema = panel.snapshot.schema
        let byGroup = Dictionary(grouping: schema.settings, by: \.groupKey)
        for group in schema.groups {
            guard let members = byGroup[group.key], !members.isEmpty else { continue }
            StandardStreams.result(Terminal.output.styled(Self.heading(of: group), .bold))
            try show(members, panel, indent: "  ")
        }
    }

    /// At a terminal, settings on their default are dim.
    private func show(
        _ shown: [Schema.Setting], _ panel: any CommandPanel, indent: String = ""
    ) throws {
        let terminal = Terminal.output
        let snapshot = panel.snapshot
        let rows = try shown.map { setting in
            [
                indent + setting.key, Self.text(setting, snapshot),
                ValueReport(key: setting.key, snapshot: snapshot).provenance,
            ] + (try Self.time(setting, panel).map { [terminal.time($0)] } ?? [])
        }
        for (line, setting) in zip(TextColumns(rows: rows).lines, shown) {
            let isDefault = snapshot.provenance(of: setting) == .onDefault
            StandardStreams.result(isDefault ? terminal.styled(line, .dim) : line)
        }
    }

    private static func time(
        _ setting: Schema.Setting, _ panel: any CommandPanel
    ) throws -> Date? {
        guard case .set = panel.snapshot.provenance(of: setting) else { return nil }
        return try panel.time(ofLastChangeOf: setting.key)
    }

    /// The heading of a group: `net/proxy: limits` on a subpage, and only the key on the first page.
    private static func heading(of group: Schema.ItemGroup) -> String {
        group.pagePath.isEmpty
            ? group.key : group.pagePath.joined(separator: "/") + ": " + group.key
    }

    private static func text(_ setting: Schema.Setting, _ snapshot: Snapshot) -> String {
        guard !setting.isSecret else { return "(secret)" }
        let value = snapshot.value(setting.key)
        // A script reads the number of seconds or bytes, a person does not.
        if Terminal.output.isTerminal, let value {
            switch setting.rules.kind {
            case .duration:
                if let seconds = value.number {
                    return ProblemWords.english.durations.text(seconds: seconds)
                }
            case .size(let rules):
                if let amount = rules.amount(of: value) {
                    return ProblemWords.english.sizes.text(amount)
                }
            default: break
            }
        }
        return ShownText.of(value, setting)
    }
}
