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

    // MARK: - A prefix that a proxy removes

    private static let long = "/" + String(repeating: "a", count: 255)

    @Test(arguments: [
        ("/garden", "/garden/admin/"), ("/garden/", "/garden/admin/"),
        ("/api/hassio_ingress/x-Y_0.9~", "/api/hassio_ingress/x-Y_0.9~/admin/"),
        ("/a%20b", nil), ("/gr%C3%B6%C3%9Fe", "/gr%C3%B6%C3%9Fe/admin/"),
        ("/größe", "/gr%C3%B6%C3%9Fe/admin/"), ("/a@b:c", "/a%40b%3Ac/admin/"),
        (long, long + "/admin/"), (long + "a", nil), (nil, nil), ("", nil), ("/", nil),
        ("//", nil), ("//evil.example", nil), ("/a//b", nil), ("/a//", nil), ("garden", nil),
        ("https://evil.example", nil), ("/a/../b", nil), ("/..", nil), ("/./a", nil),
        ("/a/%2e%2E", nil), ("/%2Fevil.example", nil), ("/\\evil.example", nil),
        ("/%5Cevil.example", nil), ("/a\r\nSet-Cookie: a=b", nil), ("/a%0D%0Ab", nil),
        ("/a\u{0}", nil), ("/a\u{85}", nil), ("/a b", nil), ("/a\u{A0}b", nil), ("/\"a", nil),
        ("/'a", nil), ("/%22a", nil), ("/`a", nil), ("/<a>", nil), ("/a?b", nil), ("/a#b", nil),
        ("/a;Path=", nil), ("/a%3BPath=", nil), ("/%", nil), ("/%zz", nil), ("/%FF", nil),
        ("/a%252e", nil),
    ])
    func acceptsPlainPathsAsPrefixes(prefix: String?, root: String?) {
        let base = BasePath("/admin").behind(prefix)
        #expect(base.root == root ?? "/admin/")
        #expect(base.rootName + "/" == base.root)
        // The proxy has removed it.
        #expect(base.route("/admin/changes").name == .changes)
        #expect(base.route("/garden/admin/changes").name == .unknown)
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

    /// Returns the response to a request whose path has lost its first part.
    private func send(
        _ panel: TestPanel, _ target: String, method: String = "GET", behind prefix: String,
        _ fields: [(name: String, value: String)] = [("accept", "text/html")], body: String = ""
    ) async -> PanelResponse {
        var request = SimpleRequest(
            method, String(target.dropFirst(prefix.count)),
            fields: [("host", "localhost")] + fields, body: Array(body.utf8))
        request.pathPrefix = prefix
        return await panel.client.send(request)
    }

    /// Posts as a browser does.
    private func browse(
        _ panel: TestPanel, _ form: String, to target: String, behind prefix: String,
        accept: String = "text/html"
    ) async -> String? {
        let type = ("content-type", "application/x-www-form-urlencoded")
        return await send(
            panel, target, method: "POST", behind: prefix, [("accept", accept), type], body: form
        ).header("location")
    }

    /// Returns the URLs on a page.
    private func addresses(_ page: String) -> [String] {
        page.matches(of: /(?:href|src|action|data-events|data-keys)="([^"]*)"/).map {
            String($0.1).replacing("&amp;", with: "&").replacing("&#38;", with: "&")
        }
    }

    @Test(arguments: ["", "/garden", "/api/hassio_ingress/x"])
    func everyAddressOfEveryPageIsBelowTheBasePath(prefix: String) async throws {
        let panel = try mounted()
        let base = prefix + "/admin/settings/"
        // The pages without the prefix are known already.
        for path in ["", "pages/net", "changes"] {
            _ = await panel.visit("/admin/settings/" + path)
        }
        _ = await send(
            panel, base, method: "POST", behind: prefix,
            [("content-type", "multipart/form-data; boundary=b")],
            body: "--b\r\nContent-Disposition: form-data; name=\"logo\"; filename=\"a.txt\""
                + "\r\nContent-Type: text/plain\r\n\r\nA\r\n--b--\r\n")
        _ = await browse(panel, "name=ada", to: base, behind: prefix)
        var waiting = [base, base + "?details=name", base + "nowhere"]
        var seen: Set<String> = []
        while let address = waiting.popLast() {
            let target = String(address.prefix { $0 != "#" })
            guard seen.insert(target).inserted, seen.count < 300 else { continue }
            let answer = await send(panel, target, behind: prefix)
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

    @Test(arguments: ["", "/garden"])
    func redirectsStayBelowTheBasePath(prefix: String) async throws {
        let panel = try mounted()
        let base = prefix + "/admin/settings"
        let saved = await browse(panel, "name=bob", to: base + "/", behind: prefix)
        #expect(saved == base + "/?rev=1#s-name")
        let below = await browse(panel, "port=80", to: base + "/pages/net", behind: prefix)
        #expect(below == base + "/pages/net?rev=2#s-port")
        let asked = await browse(panel, "go=press", to: base, behind: prefix)
        #expect(asked == base + "/actions/go")
        let run = await browse(
            panel, "go=press", to: base + "/", behind: prefix, accept: "text/plain")
        #expect(run?.hasPrefix(base + "/actions/go/") == true)
        let undone = await browse(panel, "_undo=2", to: base + "/changes", behind: prefix)
        #expect(undone == base + "/changes?rev=3")
        let link = await send(panel, base + "/s/port", behind: prefix)
        #expect(link.header("location") == base + "/pages/net#s-port")
        let details = await send(panel, base + "/?details=name", behind: prefix).text
        #expect(details.contains("http://localhost\(base)/s/name"))
        #expect(details.contains("curl -d name=bob http://localhost\(base)/<"))
        let description = await send(panel, base + "/api/openapi.json", behind: prefix, [])
        #expect(description.text.contains(#""servers":[{"url":"\#(base)"}]"#))
    }

    @Test(arguments: ["", "/garden"])
    func cookiesAreLimitedToThePanel(prefix: String) async throws {
        let answer = try await send(
            mounted(), prefix + "/admin/settings/?lang=fr", behind: prefix)
        let cookie = try #require(answer.header("set-cookie"))
        #expect(cookie.contains("; Path=\(prefix)/admin/settings;"))
        let plain = try await send(TestPanel.of(Self.schema), prefix + "/?lang=fr", behind: prefix)
        let path = prefix.isEmpty ? "/" : prefix
        #expect(plain.header("set-cookie")?.contains("; Path=\(path);") == true)
    }

    @Test
    func aSignInStaysBehindTheProxy() async throws {
        let bench = try SignInBench.withPassword()
        let panel = TestPanel(settings: bench.settings, client: bench.client)
        let page = await send(panel, "/garden/changes", behind: "/garden")
        #expect(page.header("location") == "/garden/sign-in?to=%2Fchanges")
        let form = await send(panel, "/garden/sign-in?to=%2Fchanges", behind: "/garden")
        #expect(form.text.contains(#"action="/garden/sign-in""#))
        let done = await send(
            panel, "/garden/sign-in", method: "POST", behind: "/garden",
            [("content-type", "application/x-www-form-urlencoded")],
            body: "to=%2Fchanges&password=correct+horse+battery")
        #expect(done.header("location") == "/garden/changes")
        #expect(done.header("set-cookie")?.contains("; Path=/garden;") == true)
    }

    @Test
    func pagesBehindSeveralProxiesAreNotMixed() async throws {
        let panel = try mounted()
        var shown = ""
        // More than the caches keep, and each again.
        let prefixes = [""] + (0..<10).map { "/garden-\($0)" }
        for prefix in prefixes + prefixes {
            for path in ["/", "/?q=name", "/?part", "/pages/net", "/fragments/users"] {
                let answer = await send(
                    panel, prefix + "/admin/settings" + path, behind: prefix,
                    [("accept", "text/html"), (ShownParts.header, shown)])
                #expect(answer.status == 200)
                let others = addresses(answer.text).filter {
                    $0.hasPrefix("/") && !$0.hasPrefix(prefix + "/admin/settings/")
                }
                #expect(others.allSatisfy { $0 == "/users" }, "\(prefix) \(path): \(others)")
                if let version = answer.text.firstMatch(of: /data-v="([^"]*)"/) {
                    shown = String(version.1)
                }
            }
        }
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
