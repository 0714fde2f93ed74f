import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema

struct LinkCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Print a link that signs one person in.",
        discussion: """
            The link is for a panel that is served with '--access link' or '--access password'. It works \
            once, within 10 minutes. Anyone who has the link can use it, so send it over a channel that \
            you trust.

            Examples:
              faceplate link --database garden.sqlite
              faceplate link --url https://panel.example.org/ --database garden.sqlite
            """)

    @Option(
        help: ArgumentHelp(
            "The URL of the panel in the browser. (default: the one at which it was last served)",
            valueName: "url"))
    var url: String?

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") else { return }
        throw ValidationError(
            "'\(url)' is not the URL of a panel. Write http://NAME:PORT/ or https://NAME/.")
    }

    func perform() async throws {
        let settings = try source.openForWriting(locks: [])
        defer { settings.close() }
        let credentials = PanelCredentials(settings)
        guard let url = url ?? credentials.url else {
            throw Failure(
                .refused,
                "The panel was not served with --access yet, so its URL is not known. Name it with --url."
            )
        }
        let link = try credentials.makeSignInLink(at: url)
        output.show(["url": .text(link)], or: [link])
    }
}
