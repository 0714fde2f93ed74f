/// What an address leads to.
enum Route: Sendable {
    /// A page of settings.
    case page
    case asset(Asset)
    case health
    case unknown

    init(_ path: String) {
        switch path {
        case "/": self = .page
        case "/healthz": self = .health
        default:
            self = Asset.all.first { $0.path == path }.map(Route.asset) ?? .unknown
        }
    }

    /// Whether people visit it.
    var isPage: Bool {
        switch self {
        case .page, .unknown: true
        case .asset, .health: false
        }
    }

    var methods: [String] {
        if case .page = self { ["GET", "HEAD", "POST"] } else { ["GET", "HEAD"] }
    }
}
