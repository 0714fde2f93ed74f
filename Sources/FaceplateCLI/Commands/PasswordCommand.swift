import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Set the sign-in password.",
        discussion: """
            The password is for 'serve --access password'. The database contains only its hash.

            Examples:
              faceplate password set --database garden.sqlite
              faceplate password set --database garden.sqlite < password.txt
            """,
        subcommands: [PasswordSetCommand.self])
}

struct PasswordSetCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the password, and end all sessions.",
        discussion: """
            Reads the password from the terminal without showing it, or from standard input. It must \
            have 8 to 1024 bytes. Signed-in users must sign in again.
            """)

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let password = try StandardStreams.input(prompt: "New password: ")
        if Terminal.input.isTerminal,
            try StandardStreams.input(prompt: "The same again: ") != password
        {
            throw Failure(.refused, "The passwords differ. Nothing was changed.")
        }
        let settings = try source.openForWriting(locks: [])
        defer { settings.close() }
        try PanelCredentials(settings).setPassword(password)
        output.show(["password": ["set": true]], or: ["The password is set."])
    }
}
