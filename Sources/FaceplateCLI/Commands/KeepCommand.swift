import ArgumentParser
import Faceplate

/// `faceplate keep`.
struct KeepCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Confirm changes that return by themselves otherwise.",
        discussion: """
            A schema can demand that a change is confirmed in time (itemKeepWithin), such as that of \
            a network address. 'set' then prints the time at which the value from before returns. \
            'keep' confirms the change, 'reset --end' takes it back now. Without keys, 'keep' \
            confirms all changes that wait for it. A key can also name a value that was set for a \
            time ('set --for'), which becomes permanent.

            Examples:
              faceplate keep network_address --database device.sqlite
              faceplate keep --url http://192.168.1.20:8080
            """)

    @Argument(
        help: ArgumentHelp(
            "Keys of settings. (default: all whose change waits)", valueName: "key"),
        completion: SettingCompletion.keys)
    var keys: [String] = []

    @Flag(help: "Show the result without saving it.")
    var dryRun = false

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let assignments = (keys.isEmpty ? ["*"] : keys).map { Assignment($0, .keep) }
        try await panel.apply(Batch(assignments, origin: .cli, isDryRun: dryRun), output)
    }
}
