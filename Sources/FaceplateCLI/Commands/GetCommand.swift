import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate get`.
struct GetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the values of settings.",
        discussion: """
            Prints one value a line, in the order asked for: true or false, a text as it is, \
            lengths of time in seconds, lists, tables and files as JSON; an empty line where there \
            is no value yet. The options of a select group are read by the group's key, or each by its own. A secret \
            is never printed, only whether it is set. With --json an object by key as 'list' prints \
            it: the value, and whether it is the default, set or locked, and by what.

            Example:
              faceplate get theme display_titles --database reader.sqlite
            """)

    @Argument(help: ArgumentHelp("The keys to read.", valueName: "key"))
    var keys: [String]

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema).openForReading()
        defer { settings.close() }
        let snapshot = settings.snapshot
        let unknown = keys.filter {
            snapshot.schema.reference($0) == nil && snapshot.value($0) == nil
        }
        guard unknown.isEmpty else { throw Failure.unknownKeys(unknown, in: snapshot) }
        let mute = keys.filter { !Self.isSetting($0, snapshot) && snapshot.value($0) == nil }
        guard mute.isEmpty else {
            throw Failure(.refused, mute.map { "'\($0)' holds no value." })
        }
        if output.json {
            StandardStreams.result(
                .object(keys.map { ($0, ValueReport(key: $0, snapshot: snapshot).json) }))
        } else {
            for key in keys {
                StandardStreams.result(ValueReport(key: key, snapshot: snapshot).text)
            }
        }
    }

    private static func isSetting(_ key: String, _ snapshot: Snapshot) -> Bool {
        if case .setting = snapshot.schema.reference(key) { true } else { false }
    }
}
