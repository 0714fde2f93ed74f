import ArgumentParser
import Faceplate
import FaceplateSchema

struct ParkedCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "parked",
        abstract: "Print values that the schema no longer uses.",
        discussion: """
            When a schema change makes a value unusable, the value is parked: stored, but not \
            used. It is restored when a schema takes it again. Prints each key, its value and the \
            reason.

            Example:
              faceplate parked --database garden.sqlite
            """)

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openExisting(locks: [], isForReading: true)
        defer { settings.close() }
        let parked = try settings.parked()
        let rows = parked.map { [$0.key, Self.text($0), $0.reason] }
        output.show(.array(parked.map(Self.json)), or: TextColumns(rows: rows).lines)
        if parked.isEmpty, !output.json { StandardStreams.say("Nothing is parked.") }
    }

    private static func text(_ parked: ParkedValue) -> String {
        if parked.isSecret { return "(secret)" }
        return Value(json: parked.value).map { ShownText.of($0) } ?? JSONWriter().text(parked.value)
    }

    private static func json(_ parked: ParkedValue) -> JSONValue {
        [
            "key": .text(parked.key), "value": parked.value, "reason": .text(parked.reason),
            "revision": .number(parked.revision),
        ]
    }
}
