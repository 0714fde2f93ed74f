import ArgumentParser
import Faceplate
import FaceplateSchema

/// `faceplate parked`.
struct ParkedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "parked",
        abstract: "Print values that the schema no longer uses.",
        discussion: """
            When a schema change makes a value unusable, the value is parked: stored, but not \
            used. It is restored when a schema has its key again. Prints each key, its value and \
            the reason.

            Example:
              faceplate parked --database garden.sqlite
            """)

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var schema: SchemaOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try SettingsSource(database: database, schema: schema, locks: [])
            .openForReading()
        defer { settings.close() }
        let parked = try settings.parked()
        if output.json {
            StandardStreams.result(JSONValue.array(parked.map(Self.json)))
        } else if parked.isEmpty {
            StandardStreams.say("Nothing is parked.")
        } else {
            let rows = parked.map { [$0.key, Self.text($0), $0.reason] }
            for line in TextColumns(rows: rows).lines { StandardStreams.result(line) }
        }
    }

    private static func text(_ parked: ParkedValue) -> String {
        if case .object = parked.value.content { return "(secret)" }
        return Value(json: parked.value).map { ShownText.of($0) } ?? JSONWriter().text(parked.value)
    }

    private static func json(_ parked: ParkedValue) -> JSONValue {
        .object([
            ("key", .text(parked.key)), ("value", parked.value), ("reason", .text(parked.reason)),
            ("revision", .number(parked.revision)),
        ])
    }
}
