import ArgumentParser
import Faceplate

struct KeepCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Confirm changes before they are undone automatically.",
        discussion: """
            A schema can require that a change is confirmed in time (itemKeepWithin), for example a \
            network address. Otherwise the previous value is restored. 'set' prints the deadline. \
            'keep' confirms the change, 'reset --end' undoes it now. Without keys, 'keep' confirms \
            all unconfirmed changes. A key can also name a temporary value ('set --for'), which \
            becomes permanent.

            Examples:
              faceplate keep network_address --database device.sqlite
              faceplate keep --url http://192.168.1.20:8080
            """)

    @Argument(
        help: ArgumentHelp(
            "Keys of settings. (default: all unconfirmed changes)", valueName: "key"),
        completion: SettingCompletion.keys)
    var keys: [String] = []

    @Flag(help: "Show the result without saving it.")
    var dryRun = false

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let assignments = (keys.isEmpty ? ["*"] : keys).map { Assignment($0, .keep) }
        try await panel.apply(Batch(assignments, ChangeOptions(isDryRun: dryRun)), output)
    }
}
