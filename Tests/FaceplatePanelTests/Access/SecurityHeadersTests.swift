import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct SecurityHeadersTests {
    /// Returns one response of every kind, with its expected status.
    private static func answers(_ panel: TestPanel) async -> [(Int, PanelResponse)] {
        let client = panel.client
        let tag = await client.get().entityTag ?? ""
        return [
            (200, await client.get()), (200, await client.get("/?same=1")),
            (200, await client.get("/?lang=en")), (200, await client.get("/healthz")),
            (200, await client.get(Asset.style.path)), (200, await client.get(Asset.script.path)),
            (304, await client.get(fields: [("if-none-match", tag)])),
            (200, await panel.json(["k": "YES"])), (303, await panel.browse(["k": "NO"])),
            (422, await panel.json(["k": "x"])), (422, await panel.browse(["k": "x"])),
            (422, await panel.post(["k": "x"])),
            (409, await panel.browse(["k": "YES", "_revision": "0"])),
            (400, await client.get("/?%zz")), (400, await panel.post(["_revision": "x"])),
            (404, await client.get("/nope")),
            (404, await client.get("/nope", fields: [("accept", "application/json")])),
            (404, await client.get("/nope", fields: [("accept", "text/html")])),
            (405, await client.send(SimpleRequest("DELETE", "/"))),
            (403, await client.get("/healthz", fields: [("sec-fetch-site", "cross-site")])),
            (421, await client.get(fields: [("host", "evil.com")])),
            (415, await client.send(SimpleRequest("POST", "/"))),
        ]
    }

    @Test
    func areInEveryResponse() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        for (status, response) in await Self.answers(panel) {
            #expect(response.status == status, "\(response.text)")
            for (name, value) in SecurityHeaders.all {
                let values = response.headers.filter { $0.name == name }.map(\.value)
                #expect(values == [value], "\(status) \(name)")
            }
            #expect(response.header("Server") == nil)
            #expect(response.header("Access-Control-Allow-Origin") == nil)
            #expect(response.header("Content-Type") != nil)
            #expect(response.header("Cache-Control") != nil)
        }
    }

    @Test(arguments: [
        ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"), ("Referrer-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(), microphone=(), geolocation=(), usb=(), serial=()"
        ),
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'; require-trusted-types-for 'script'"
        ),
    ])
    func haveTheExpectedValues(name: String, value: String) {
        #expect(SecurityHeaders.all.first { $0.name == name }?.value == value)
    }

    @Test
    func allowCachingOfAssetsOnly() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let asset = await panel.client.get(Asset.style.path)
        #expect(asset.header("cache-control") == "public, max-age=31536000, immutable")
        let page = await panel.client.get()
        #expect(page.header("cache-control") == "private, no-cache")
        let health = await panel.client.get("/healthz")
        #expect(health.header("cache-control") == "no-store")
    }
}
