import ArgumentParser
import FaceplatePanel
import FaceplateSchema

struct AccessOptions: ParsableArguments {
    private static let choices = Panel.Access.allCases.filter { $0 != .open }
    private static let names = choices.map(\.rawValue)

    @Option(
        help: ArgumentHelp(
            "How people sign in: link (printed at start), password, or token (programs only). Required for "
                + "addresses that other machines reach. Programs can always send a token. (default: "
                + "no sign-in)",
            valueName: "link|password|token"),
        transform: Self.access)
    var access: Panel.Access?

    private static func access(_ argument: String) throws -> Panel.Access {
        guard let access = Panel.Access(rawValue: argument), choices.contains(access) else {
            let hint = NearestWord.suggestion(for: argument, among: names)
            throw ValidationError(
                "'\(argument)' is not a way to sign in. Use link, password or token.\(hint)")
        }
        return access
    }

    /// Checks that an address of other machines is not served without a sign-in.
    func validate(_ network: NetworkOptions) throws {
        guard access == nil, let host = network.publicHost else { return }
        throw ValidationError(
            "'\(host)' can be reached from other machines. Choose who may use the panel with --access link, "
                + "--access password or --access token, or use 127.0.0.1 or ::1.")
    }
}
