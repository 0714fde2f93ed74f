import Faceplate

/// The destination of a path.
enum Route: Sendable {
    /// A page of settings, by the keys of the pages that lead to it; empty for the first page.
    case page([String])
    /// The confirmation of an action, or the status of a run.
    case action(key: String, run: String?)
    /// A style sheet or script, by its whole path.
    case asset(String)
    /// A file of the host's folder.
    case publicFile(String)
    /// The file in a setting, by the setting's key.
    case file(String)
    /// The permanent link to a setting, by a current or former key.
    case link(String)
    case health
    /// The stream of changes.
    case events
    /// The history: each change with its author and its undo button.
    case changes
    /// The history as JSON.
    case changesData
    /// The page that shows every control in every state.
    case styleguide
    /// The page that leads users to `done` when they finish.
    case closed
    case unknown

    init(_ path: String) {
        switch path {
        case "/": self = .page([])
        case "/healthz": self = .health
        case "/api/events": self = .events
        case "/styleguide": self = .styleguide
        case "/closed": self = .closed
        case "/changes": self = .changes
        case "/api/changes": self = .changesData
        case _ where path.hasPrefix(Self.files):
            self = .file(String(path.dropFirst(Self.files.count)))
        case _ where path.hasPrefix(Self.links):
            self = .link(String(path.dropFirst(Self.links.count)))
        case _ where path.hasPrefix(Asset.folder): self = .asset(path)
        case _ where path.hasPrefix(Self.publicFiles):
            self = .publicFile(String(path.dropFirst(Self.publicFiles.count)))
        case _ where path.hasPrefix(Self.pages):
            let keys = path.dropFirst(Self.pages.count)
                .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            self = keys.allSatisfy { !$0.isEmpty } ? .page(keys) : .unknown
        case _ where path.hasPrefix(Self.actions):
            let parts = path.dropFirst(Self.actions.count)
                .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            self =
                parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
                ? .action(key: parts[0], run: parts.count == 2 ? parts[1] : nil) : .unknown
        default: self = .unknown
        }
    }

    private static let pages = "/pages/"
    private static let actions = "/actions/"
    private static let publicFiles = "/public/"
    private static let files = "/files/"
    private static let links = "/s/"

    /// Returns the segments of a page's URL.
    static func segments(of page: Schema.Page) -> [String] {
        page.path.isEmpty ? [] : ["pages"] + page.path
    }

    /// True when people visit this route in a browser.
    var isPage: Bool {
        switch self {
        case .page, .action, .link, .styleguide, .changes, .closed, .unknown: true
        case .asset, .publicFile, .file, .health, .events, .changesData: false
        }
    }

    var methods: [String] {
        switch self {
        case .page, .changes: ["GET", "HEAD", "POST"]
        default: ["GET", "HEAD"]
        }
    }
}
