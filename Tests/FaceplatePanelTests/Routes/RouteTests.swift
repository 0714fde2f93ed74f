import Testing

@testable import FaceplatePanel

struct RouteTests {
    private func name(_ route: Route) -> String {
        switch route {
        case .page(let keys): "page " + keys.joined(separator: " ")
        case .action(let key, let run): "action \(key) \(run ?? "-")"
        case .asset(let path): "asset \(path)"
        case .publicFile(let path): "public \(path)"
        case .file(let key): "file \(key)"
        case .link(let key): "link \(key)"
        case .styleguide: "styleguide"
        case .health: "health"
        case .events: "events"
        case .changes: "changes"
        case .changesData: "changes data"
        case .closed: "closed"
        case .unknown: "unknown"
        }
    }

    @Test(
        arguments: [
            ("/", "page "), ("/pages/a", "page a"), ("/pages/a/b/c.d", "page a b c.d"),
            ("/pages", "unknown"), ("/pages/", "unknown"), ("/pages//a", "unknown"),
            ("/pages/a/", "unknown"), ("/actions", "unknown"), ("/actions/", "unknown"),
            ("/actions/go", "action go -"), ("/actions/go/7", "action go 7"),
            ("/actions/go/", "unknown"), ("/actions//7", "unknown"),
            ("/actions/go/7/8", "unknown"), ("/healthz", "health"), ("/healthz/", "unknown"),
            ("/assets/panel.css", "asset /assets/panel.css"), ("/public/a/b.png", "public a/b.png"),
            ("/files/logo", "file logo"), ("/s/net.port", "link net.port"), ("/s/", "link "),
            ("/s", "unknown"), ("/styleguide", "styleguide"), ("", "unknown"),
            ("/api/events", "events"), ("/api/events/", "unknown"), ("/api/Events", "unknown"),
            ("//", "unknown"), ("/changes", "changes"), ("/changes/", "unknown"),
            ("/api/changes", "changes data"), ("/api", "unknown"), ("/closed", "closed"),
            ("/closed/", "unknown"),
        ])
    func leadsWhereTheAddressSays(path: String, place: String) {
        #expect(name(Route(path)) == place)
    }

    @Test(arguments: [
        ("/", true), ("/pages/a", true), ("/actions/go", false), ("/x", false),
        ("/changes", true), ("/api/changes", false),
    ])
    func takesPostsOnPagesAlone(path: String, isTaken: Bool) {
        #expect(Route(path).methods.contains("POST") == isTaken)
    }
}
