import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "End all sign-in sessions.",
        discussion: """
            A session ends 12 hours after its last use, 30 days after the sign-in, and when the password \
            changes.

            Example:
              faceplate sessions end --database garden.sqlite
            """,
        subcommands: [SessionsEndCommand.self])
}

struct SessionsEndCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "end",
        abstract: "End all sessions, and all sign-in links that were not used yet.",
        discussion: "Tokens stay valid. Pages that are open ask their users to sign in again.")

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openForWriting(locks: [])
        defer { settings.close() }
        let count = try PanelCredentials(settings).endSessions()
        output.show(
            ["ended": .number(count)], or: ["\(ShownText.count(count, "session")) ended."])
    }
}
