import Faceplate

/// What an address leads to.
enum Route: Sendable {
    /// A page of settings, by the keys of the pages that lead to it; empty for the first one.
    case page([String])
    /// The question before an action, or how a run of it goes.
    case action(key: String, run: String?)
    /// A style sheet or script, by its whole path.
    case asset(String)
    /// A file of the host's folder.
    case publicFile(String)
    /// The file that a setting holds, by its key.
    case file(String)
    /// The permanent link to a setting, by a key that it has or had.
    case link(String)
    case health
    /// The changes as they are made.
    case events
    /// What was changed, by whom, and the way back.
    case changes
    /// The same in JSON.
    case changesData
    /// Every control in every state.
    case styleguide
    /// Where who is done comes by.
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

    /// The segments of a page's address.
    static func segments(of page: Schema.Page) -> [String] {
        page.path.isEmpty ? [] : ["pages"] + page.path
    }

    /// Whether people visit it.
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
