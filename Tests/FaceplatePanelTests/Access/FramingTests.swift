import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct FramingTests {
    private func make(_ origins: String...) throws -> TestPanel {
        try TestPanel.of(
            #"{"panelKey":"p","groups":[{"groupKey":"g","items":[\#(TestPanel.item("switch"))]}]}"#
        ) { $0.frameAncestors = origins }
    }

    private func policy(_ response: PanelResponse) -> String {
        response.header("content-security-policy") ?? ""
    }

    @Test(
        arguments: [
            ("https://host.example", true), ("http://localhost:3000", true),
            ("https://a-b.c9.example:8443", true), ("http://[::1]:80", true), ("*", false),
            ("https://*.example", false), ("https://host.example/", false), ("host.example", false),
            ("https://host.example; script-src *", false), ("https://a b", false), ("", false),
            ("'self'", false), ("https:", false), ("https://", false), ("data:", false),
            ("https://host.example\r\nX: y", false), ("HTTPS://host.example", false),
            ("https://höst.example", false), ("https://host.example:", false),
        ])
    func acceptsOnlyExactOrigins(origin: String, isTaken: Bool) throws {
        #expect(Framing.isExact(origin) == isTaken)
    }

    @Test
    func allowsFramesOfTheNamedOrigins() async throws {
        let panel = try make("https://host.example", "nonsense", "http://localhost:3000")
        let page = await panel.client.get()
        let open = "; frame-ancestors https://host.example http://localhost:3000; require-"
        #expect(policy(page).contains(open))
        #expect(page.header("x-frame-options") == nil)
        let tag = try #require(page.entityTag)
        let same = await panel.client.get(fields: [("if-none-match", tag)])
        #expect(same.status == 304)
        #expect(policy(same).contains(open))
        // The page is rendered once.
        #expect(await panel.client.get() === page)
        for target in ["/nope", "/?lang=en", "/changes"] {
            #expect(policy(await panel.visit(target)).contains(open), "\(target)")
        }
        for target in ["/healthz", Asset.style.path, "/api/changes"] {
            let other = await panel.client.get(target)
            #expect(policy(other).contains("frame-ancestors 'none'"), "\(target)")
            #expect(other.header("x-frame-options") == "DENY")
        }
    }

    /// The page that asks for a token is shown in the frame, too.
    @Test
    func allowsFramesOfARejectedVisit() async throws {
        let bench = try SignInBench(.token) { $0.frameAncestors = ["https://host.example"] }
        var pages = [await bench.visit("/")]
        // A server asks before it reads the body.
        let request = SimpleRequest(
            "GET", "/", fields: [("host", "localhost"), ("accept", "text/html")])
        if case .refuse(let page) = bench.client.panel.admit(request) { pages.append(page) }
        #expect(pages.count == 2)
        for page in pages {
            #expect(page.status == 401)
            #expect(policy(page).contains("; frame-ancestors https://host.example; require-"))
            #expect(page.header("x-frame-options") == nil)
        }
    }

    @Test
    func allowsNoFrameWithoutANamedOrigin() async throws {
        for panel in [try make(), try make("*", "https://host.example/")] {
            let page = await panel.client.get()
            #expect(policy(page).contains("frame-ancestors 'none'"))
            #expect(page.header("x-frame-options") == "DENY")
        }
    }

    @Test
    func aFrameCanVisitOnlyPages() async throws {
        let panel = try make("https://host.example")
        let frame: [(name: String, value: String)] = [
            ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
            ("sec-fetch-dest", "iframe"),
        ]
        for (path, status) in [("/", 200), ("/changes", 200), ("/healthz", 403)] {
            #expect(await panel.client.get(path, fields: frame).status == status, "\(path)")
        }
        #expect(await panel.client.post([("k", "YES")], fields: frame).status == 403)
        let embed = frame.dropLast() + [("sec-fetch-dest", "embed")]
        #expect(await panel.client.get("/", fields: Array(embed)).status == 403)
        let script = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]
        #expect(await panel.client.get("/", fields: script).status == 403)
    }
}
