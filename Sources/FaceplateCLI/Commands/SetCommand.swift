import ArgumentParser
import Faceplate

struct SetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change values.",
        discussion: """
            Prints each change as 'KEY: old -> new'. If any value is rejected, nothing is saved. \
            Use '-' to read a value from standard input; a secret then does not appear in the \
            process list. Use '@FILE' to set a file.

            With --for, the values are temporary. The previous values are restored when the time is \
            over; if no server runs then, by the next command. 'set' without --for makes a value \
            permanent, 'reset --end' restores the previous value now.

            A schema can require that a change is confirmed in time (itemKeepWithin). The new value \
            is in use at once. The previous value is restored, unless you confirm the change with \
            'faceplate keep'. '--for always' sets and confirms a value together.

            Examples:
              faceplate set general_name=Ada general_messages=no --database garden.sqlite
              faceplate set timeout=5m 'hosts=["a","b"]' logo=@logo.png --database app.sqlite
              faceplate set account_password=- --database app.sqlite < password.txt
              faceplate set --for 2h log_level=debug --database app.sqlite
            """)

    @Argument(
        help: ArgumentHelp("A key and its new value.", valueName: "key=value"),
        completion: SettingCompletion.pairs)
    var pairs: [String]

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The time for which the values are set: 1s to 366d, for example 2h or 1h30m; or 'always', "
                + "which also confirms the changes. (default: permanently)", valueName: "duration"),
        transform: Self.lifetime)
    var lifetime: Lifetime?

    @OptionGroup var change: ChangeArguments

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let parsed = try pairs.map(KeyValuePair.init)
        guard parsed.filter({ $0.value == "-" }).count <= 1 else {
            throw ValidationError("Standard input can give one value only, so write '-' once.")
        }
    }

    func perform() async throws {
        let pairs = try pairs.map(KeyValuePair.init).map { pair in
            let isTyped = pair.value == "-"
            return (
                pair.key,
                isTyped ? try StandardStreams.input(prompt: "\(pair.key): ") : pair.value
            )
        }
        let panel = try panel.open(change.dryRun ? .changing : .writing)
        defer { panel.close() }
        let schema = panel.snapshot.schema
        let assignments = try pairs.map { try Assignment($0, Self.input($0, $1, schema)) }
        try await ChangeReport(panel: panel, isJSON: output.json)
            .apply(Batch(assignments, change.options(for: lifetime)))
    }

    private static func lifetime(_ argument: String) throws -> Lifetime {
        guard let lifetime = Lifetime(argument) else {
            throw ValidationError(
                "'\(argument)' is not a time of 1 second to 366 days, such as 2h or 1h30m, and not "
                    + "'always'.")
        }
        return lifetime
    }

    private static func input(
        _ key: String, _ text: String, _ schema: Schema
    ) throws(Failure) -> Assignment.Input {
        guard case .setting(let setting) = schema.reference(key),
            case .file(let rules) = setting.rules.kind, text.utf8.first == UInt8(ascii: "@")
        else { return .text(text) }
        let path = String(text.dropFirst())
        return .json(try FileArgument(path: path, maximumSize: rules.maximumSize).json)
    }
}
