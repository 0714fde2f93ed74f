import ArgumentParser
import Faceplate
import FaceplateSchema

struct GetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print values.",
        discussion: """
            Prints one value per line, in the order of the keys. Booleans print as true or false, \
            durations in seconds, and lists, tables and files as JSON. A setting without a value \
            prints an empty line. The key of a select group prints the selected option; the key of \
            an option prints true or false. For a secret, prints whether it is set. With --json, \
            prints one object with a member for each key, like 'list --json'.

            Example:
              faceplate get general_name general_summary --database garden.sqlite
            """)

    @Argument(
        help: ArgumentHelp("The keys to read.", valueName: "key"),
        completion: SettingCompletion.keys)
    var keys: [String]

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        let snapshot = panel.snapshot
        try Failure.check(keys, in: snapshot)
        let mute = keys.filter { !Self.isSetting($0, snapshot) && snapshot.value($0) == nil }
        guard mute.isEmpty else {
            throw Failure(.refused, mute.map { "'\($0)' has no value." })
        }
        let reports = keys.map { ValueReport(key: $0, snapshot: snapshot) }
        output.show(.object(reports.map { ($0.key, $0.json) }), or: reports.map(\.text))
    }

    private static func isSetting(_ key: String, _ snapshot: Snapshot) -> Bool {
        if case .setting = snapshot.schema.reference(key) { true } else { false }
    }
}
