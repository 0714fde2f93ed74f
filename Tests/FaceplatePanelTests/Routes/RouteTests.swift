import Faceplate
import Testing

@testable import FaceplatePanel

struct RouteTests {
    @Test(
        arguments: [
            ("/", "firstPage"), ("/pages/a", "page a"), ("/pages/a/b/c.d", "page a b c.d"),
            ("/pages", "unknown"), ("/pages/", "unknown"), ("/pages//a", "unknown"),
            ("/pages/a/", "unknown"), ("/actions", "unknown"), ("/actions/", "unknown"),
            ("/actions/go", "action go"), ("/actions/go/7", "run go 7"),
            ("/actions/go/", "unknown"), ("/actions//7", "unknown"),
            ("/actions/go/7/8", "unknown"), ("/healthz", "health"), ("/healthz/", "unknown"),
            ("/assets/panel.css", "asset panel.css"), ("/public/a/b.png", "publicFile a/b.png"),
            ("/files/logo", "file logo"), ("/s/net.port", "link net.port"), ("/s/", "link "),
            ("/fragments/net.port", "fragment net.port"), ("/fragments", "unknown"),
            ("/fragments/a/b", "fragment a/b"), ("/s", "unknown"),
            ("", "unknown"),
            ("/api/events", "events"), ("/api/events/", "unknownData events/"),
            ("/api/Events", "unknownData Events"),
            ("/api/settings", "values"), ("/api/settings/net.port", "value net.port"),
            ("/api/settings/", "unknownData settings/"),
            ("/api/settings/a/b", "unknownData settings/a/b"), ("/api/actions/go", "press go"),
            ("/api/undo", "undo"), ("/api/schema", "valuesSchema"),
            ("/api/openapi.json", "description"), ("/api/panel", "panelData"),
            ("/api/panel/", "unknownData panel/"),
            ("/profiles", "profiles"), ("/profiles/Night 2", "profile Night 2"),
            ("/profiles/", "unknown"), ("/profiles/a/b", "unknown"),
            ("/api/profiles", "profilesData"), ("/api/profiles/a", "profileData a"),
            ("/api/profiles/a/apply", "profileSwitch a"), ("/api/profiles/a/diff", "profileDiff a"),
            ("/api/profiles/apply", "profileData apply"),
            ("/api/profiles//apply", "unknownData profiles//apply"),
            ("/api/profiles/a/apply/", "unknownData profiles/a/apply/"),
            ("/api/profiles/a/Apply", "unknownData profiles/a/Apply"),
            ("//", "unknown"), ("/changes", "changes"), ("/changes/", "unknown"),
            ("/api/changes", "changesData"), ("/api", "unknown"), ("/keys", "keys"),
            ("/closed", "closed"),
            ("/closed/", "unknown"), ("/sign-in", "signIn"), ("/sign-in/", "unknown"),
            ("/sign-out", "signOut"),
        ] as [(String, String)])
    func routesEachPath(path: String, place: String) {
        let route = Route(path)
        #expect((["\(route.name)"] + route.arguments).joined(separator: " ") == place)
    }

    @Test(arguments: [
        ("/", true), ("/pages/a", true), ("/actions/go", false), ("/x", false),
        ("/changes", true), ("/api/changes", true), ("/api/panel", false),
        ("/profiles/a", true), ("/api/profiles/a", false), ("/api/profiles/a/apply", true),
        ("/api/profiles/a/diff", false),
    ])
    func acceptsPostsOnlyForChanges(path: String, isTaken: Bool) {
        #expect(Route(path).row.methods.contains("POST") == isTaken)
    }

    /// A write needs the access to edit and reads a body; a read needs neither, and those who sign in write nothing.
    @Test(arguments: RouteName.allCases)
    func requiresTheAccessOfItsMethod(name: RouteName) {
        let row = RouteTable.row(of: name)
        #expect(!row.operations.isEmpty)
        for operation in row.operations {
            #expect((operation.access == .view) == (operation.method == .get || row.needsNoSignIn))
            #expect(operation.method != .get || operation.body == .none)
        }
    }

    @Test
    func hasEachPathOnce() {
        let paths = RouteTable.rows.compactMap { $0.row.path?.text }
        #expect(Set(paths).count == paths.count)
        #expect(paths.count == RouteName.allCases.count - 1)
    }
}
