import Faceplate
import FaceplateHTML
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct BasePathTests {
    @Test(
        arguments: [
            ("/", "/"), ("", "/"), ("//", "/"), ("/admin", "/admin/"), ("admin/", "/admin/"),
            ("/admin/settings/", "/admin/settings/"), ("/a/../b/./c", "/a/b/c/"),
            ("/é x", "/%C3%A9%20x/"), ("/a?b#c", "/a%3Fb%23c/"),
        ])
    func acceptsEverySpelling(text: String, root: String) {
        let base = BasePath(text)
        #expect(base.root == root)
        #expect(base.path("s", "k").text == root + "s/k")
        #expect(base.path(query: [("q", "1")]).text == root + "?q=1")
    }

    @Test(
        arguments: [
            ("/admin/settings", true), ("/admin/settings/", true), ("/admin/settings/s/k", true),
            ("/admin/settings/changes", true), ("/admin/settingsx", false), ("/admin", false),
            ("/", false), ("", false), ("/admin/setting", false), ("/Admin/settings/", false),
            ("/s/k", false), ("/admin/settings//", false),
        ])
    func doesNotMatchPathsOutside(path: String, isInside: Bool) {
        let route = BasePath("/admin/settings").route(path)
        #expect((route.name != .unknown) == isInside)
    }

    @Test(
        arguments: [
            ("/public/logo.png", "/admin/public/logo.png"), ("/s/k?x=1#y", "/admin/s/k?x=1#y"),
            ("/changes", "/admin/changes"), ("/", "/"), ("/users", "/users"),
            ("help", "help"), ("https://example.org/s/k", "https://example.org/s/k"),
        ])
    func resolvesURLsOfTheSchema(written: String, found: String) throws {
        let reference = try #require(URLReference(written))
        #expect(BasePath("/admin").resolving(reference).text == found)
        #expect(BasePath("/").resolving(reference).text == written)
    }

    // MARK: - Pages

    private static let schema = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","panelVersion":2,"panelLocales":["en","fr"],
         "groups":[{"groupKey":"g","groupTitle":"Group","items":[
           {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text",
            "itemMaximumLength":5},
           {"itemKey":"logo","itemTitle":"Logo","itemControlType":"edit_file"},
           {"itemKey":"go","itemTitle":"Go","itemControlType":"button","itemConfirm":"Sure?"},
           {"itemKey":"fine","itemTitle":"Fine","itemControlType":"switch",
            "itemLevel":"advanced","itemImage":"/public/fine.png"},
           {"itemKey":"users","itemTitle":"Users","itemControlType":"link","itemURL":"/users"},
           {"itemKey":"net","itemTitle":"Network","itemControlType":"page","groups":[
             {"groupKey":"lan","groupTitle":"LAN","items":[
               {"itemKey":"port","itemTitle":"Port","itemControlType":"edit_text",
                "itemMaximumLength":3}]}]}]}]}
        """#

    private func mounted() throws -> TestPanel {
        try TestPanel.of(Self.schema) { configuration in
            configuration.basePath = "/admin/settings"
            configuration.actionPatience = .zero
            configuration.actions["go"] = { _ in .success("gone") }
        }
    }

    /// Returns the URLs on a page.
    private func addresses(_ page: String) -> [String] {
        page.matches(of: /(?:href|src|action)="([^"]*)"/).map {
            String($0.1).replacing("&amp;", with: "&").replacing("&#38;", with: "&")
        }
    }

    @Test
    func everyAddressOfEveryPageIsBelowTheBasePath() async throws {
        let panel = try mounted()
        let base = "/admin/settings/"
        _ = await panel.client.send(
            SimpleRequest(
                "POST", base,
                fields: [
                    ("host", "localhost"), ("content-type", "multipart/form-data; boundary=b"),
                ],
                body: Array(
                    ("--b\r\nContent-Disposition: form-data; name=\"logo\"; filename=\"a.txt\""
                        + "\r\nContent-Type: text/plain\r\n\r\nA\r\n--b--\r\n").utf8)))
        _ = await panel.browse(["name": "ada"], to: base)
        var waiting = [base, base + "?details=name", base + "nowhere"]
        var seen: Set<String> = []
        while let address = waiting.popLast() {
            let target = String(address.prefix { $0 != "#" })
            guard seen.insert(target).inserted, seen.count < 300 else { continue }
            let answer = await panel.visit(target)
            if let next = answer.header("location") { waiting.append(next) }
            let isThere = !target.hasPrefix(base + "nowhere") && !target.contains(".png")
            #expect((answer.status != 404) == isThere, "\(target)")
            guard answer.header("content-type")?.hasPrefix("text/html") == true else { continue }
            for found in addresses(answer.text) {
                switch found.first {
                case "#", nil: break
                case "?": waiting.append(target.prefix { $0 != "?" } + found)
                case "/" where found == "/users": break
                case "/":
                    #expect(found.hasPrefix(base), "\(found) on \(target)")
                    waiting.append(found)
                default: #expect(found.hasPrefix("data:"))
                }
            }
        }
        for path in ["files/logo", "pages/net", "changes", "assets/panel.", "public/fine.png"] {
            #expect(seen.contains { $0.hasPrefix(base + path) }, "\(path)")
        }
    }

    @Test
    func redirectsStayBelowTheBasePath() async throws {
        let panel = try mounted()
        let base = "/admin/settings"
        let saved = await panel.browse(["name": "bob"], to: base + "/")
        #expect(saved.header("location") == base + "/?rev=1#s-name")
        let below = await panel.browse(["port": "80"], to: base + "/pages/net")
        #expect(below.header("location") == base + "/pages/net?rev=2#s-port")
        let asked = await panel.browse(["go": "press"], to: base)
        #expect(asked.header("location") == base + "/actions/go")
        let run = await panel.client.post([("go", "press")], to: base + "/")
        #expect(run.header("location")?.hasPrefix(base + "/actions/go/") == true)
        let undone = await panel.browse(["_undo": "2"], to: base + "/changes")
        #expect(undone.header("location") == base + "/changes?rev=3")
        let link = await panel.visit(base + "/s/port")
        #expect(link.header("location") == base + "/pages/net#s-port")
        let details = await panel.page(base + "/?details=name")
        #expect(details.contains("http://localhost\(base)/s/name"))
        #expect(details.contains("curl -d name=bob http://localhost\(base)/<"))
    }

    @Test
    func cookiesAreLimitedToThePanel() async throws {
        let answer = try await mounted().client.get("/admin/settings/?lang=fr")
        let cookie = try #require(answer.header("set-cookie"))
        #expect(cookie.contains("; Path=/admin/settings;"))
        let plain = try await TestPanel.of(Self.schema).client.get("/?lang=fr")
        #expect(plain.header("set-cookie")?.contains("; Path=/;") == true)
    }

    @Test
    func servesNothingOutsideTheBasePath() async throws {
        let panel = try mounted()
        for path in ["/", "/changes", "/healthz", "/api/events", "/admin", "/admin/settingsx"] {
            #expect(await panel.client.get(path).status == 404, "\(path)")
        }
        #expect(await panel.client.post([("name", "x")], to: "/").status == 405)
        #expect(panel.settings.revision == 0)
        #expect(await panel.client.get("/admin/settings").status == 200)
        #expect(await panel.client.get("/admin/settings/healthz").status == 200)
    }

    @Test
    func rejectsOtherOrigins() async throws {
        let panel = try mounted()
        let foreign = await panel.client.post(
            [("name", "x")], to: "/admin/settings/",
            fields: [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")])
        #expect(foreign.status == 403)
        let script = await panel.client.get(
            "/admin/settings/api/changes", fields: [("sec-fetch-site", "same-site")])
        #expect(script.status == 403)
        #expect(panel.settings.revision == 0)
    }
}
