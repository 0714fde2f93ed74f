import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PanelPagesTests {
    private func make() throws -> TestPanel {
        try TestPanel.of(
            #"{"panelLocales":["en","fr"],"groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "," + TestPanel.item("edit_password", key: "pw")
                + "]}]}")
    }

    private func tag(_ panel: TestPanel, _ target: String = "/") async -> String? {
        await panel.client.get(target).entityTag
    }

    @Test
    func keepTheirTagWhileUnchanged() async throws {
        let panel = try make()
        let first = await tag(panel)
        _ = await panel.post(["k": "x"])
        _ = await panel.json(["_reset": "k"])
        _ = await panel.page("/?lang=fr")
        #expect(await tag(panel) == first)
        #expect(try await tag(make()) == first)
    }

    @Test
    func changeTheirTagWithEverythingShown() async throws {
        let panel = try make()
        var tags: [String?] = [await tag(panel)]
        try panel.set(["k": "YES"])
        tags.append(await tag(panel))
        try panel.set(["pw": "x"])
        tags.append(await tag(panel))
        panel.settings.report(["broken"])
        tags.append(await tag(panel))
        panel.settings.report(["also broken"])
        tags.append(await tag(panel))
        try panel.settings.adopt(
            SchemaReader.read(
                Array(#"[{"groupKey":"g","items":[\#(TestPanel.item("info"))]}]"#.utf8),
                name: "test"),
            labels: LabelCatalog())
        tags.append(await tag(panel))
        tags.append(await panel.client.get(fields: [("accept-language", "fr")]).entityTag)
        tags.append(await tag(panel, "/?same=1"))
        #expect(!tags.contains(nil))
        // The last schema has one language, so the request in French gets the same page as the one
        // before it.
        #expect(Set(tags).count == tags.count - 1)
    }

    /// Each response is the same as from a panel that has had no other requests.
    @Test
    func areTheRequestedOnesInAnyOrderOfRequests() async throws {
        let panel = try make()
        let locale = "\(Panel.localeCookie)=fr"
        let visits: [[(name: String, value: String)]] = [
            [], [("accept-language", "fr")], [("cookie", locale)], [("accept-language", "en")],
            [("cookie", locale), ("accept-language", "en")],
            [("cookie", "\(Panel.levelCookie)=advanced")],
        ]
        for value in ["YES", "NO"] {
            for _ in 0..<2 {
                for visit in visits {
                    let fresh = TestPanel(
                        settings: panel.settings, client: PanelClient(panel.settings))
                    let (answer, expected) = (
                        await panel.client.get(fields: visit), await fresh.client.get(fields: visit)
                    )
                    #expect(answer.text == expected.text && answer.text.contains("<main"))
                }
            }
            try panel.set(["k": value])
        }
    }

    @Test
    func showContentThatIsProvidedLater() async throws {
        let panel = try TestPanel.make(TestPanel.item("info"))
        for _ in 0..<2 { #expect(await !panel.page().contains("42 minutes")) }
        var content = ProvidedContent()
        content.values["k"] = { .text("42 minutes") }
        try panel.settings.content.provide(content)
        #expect(await panel.page().contains("42 minutes"))
    }

    @Test
    func beginTheirTagWithTheRevision() async throws {
        let panel = try make()
        #expect(await tag(panel)?.hasPrefix("\"0-") == true)
        try panel.set(["k": "YES"])
        #expect(await tag(panel)?.hasPrefix("\"1-") == true)
    }

    @Test(arguments: [
        ("%", 304), ("W/%", 304), ("\"x\", %", 304), ("\"x\",W/%", 304), ("*", 304), ("\"x\"", 200),
        ("", 200), ("x%", 200),
    ])
    func return304ForAKnownTag(header: String, status: Int) async throws {
        let panel = try make()
        let page = await panel.client.get()
        let known = header.replacing("%", with: page.entityTag ?? "")
        let response = await panel.client.get(fields: [("if-none-match", known)])
        #expect(response.status == status)
        #expect(response.body.isEmpty == (status == 304))
        for name in ["ETag", "Cache-Control", "Vary", "Content-Language"] {
            #expect(response.header(name) == page.header(name))
        }
    }

    @Test
    func areCachedPerRights() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text")) {
            $0.identify = { Requester(access: $0.header("x-view") == nil ? .edit : .view) }
        }
        func row(_ fields: (String, String)...) async -> String {
            TestPanel.row(
                in: await panel.client.get("/", fields: [("accept", "text/html")] + fields).text)
        }
        for _ in 1...2 {
            #expect(await row().contains("<input"))
            let shown = await row(("x-view", "1"))
            #expect(!shown.isEmpty && !shown.contains("<input"))
        }
    }

    @Test
    func sendTheSameResponseToAllViewers() async throws {
        let panel = try make()
        let first = await panel.client.get()
        #expect(await panel.client.get() === first)
        #expect(await panel.client.get(fields: [("accept-language", "fr")]) !== first)
        #expect(await panel.client.get() === first)
        try panel.set(["k": "YES"])
        #expect(await panel.client.get() !== first)
    }

    @Test(arguments: ["/", "/healthz", "/nope", "/?same=1"])
    func returnTheHeadersOfGetForHead(target: String) async throws {
        let panel = try make()
        let get = await panel.client.get(target)
        let head = await panel.client.send(SimpleRequest("HEAD", target))
        #expect(head.status == get.status)
        #expect(
            head.headers.map { "\($0.name): \($0.value)" }
                == get.headers.map { "\($0.name): \($0.value)" })
    }

    @Test(arguments: [
        ("/", "PUT", "GET, HEAD, POST"), ("/", "DELETE", "GET, HEAD, POST"),
        ("/", "get", "GET, HEAD, POST"), ("/healthz", "POST", "GET, HEAD"),
        ("/nope", "POST", "GET, HEAD"),
    ])
    func return405ForOtherMethods(target: String, method: String, allowed: String) async throws {
        let response = try await make().client.send(SimpleRequest(method, target))
        #expect(response.status == 405)
        #expect(response.header("allow") == allowed)
        #expect(response.text == "Use \(allowed) here.\n")
    }

    @Test(arguments: ["/?%zz", "/?a=%FF", "/?lang=%"])
    func rejectABrokenQuery(target: String) async throws {
        #expect(try await make().client.get(target).status == 400)
    }

    @Test(arguments: [(100, 200), (101, 413)])
    func limitTheFieldsOfTheirQuery(count: Int, status: Int) async throws {
        let query = Array(repeating: "a=1", count: count).joined(separator: "&")
        #expect(try await make().client.get("/?" + query).status == status)
    }

    @Test(arguments: [
        "/?", "/?unknown=1", "/?rev=99", "/?rev=x", "/?run=nobody", "/?same=2", "/?lang=xx",
    ])
    func ignoreMeaninglessQueries(target: String) async throws {
        let response = try await make().client.get(target)
        #expect(response.status == 200)
        #expect(response.text.contains(#"<div id="status" role="status"></div>"#))
        #expect(response.header("set-cookie") == nil)
    }

    @Test
    func reportHealthAndProblems() async throws {
        let panel = try make()
        #expect(
            await panel.client.get("/healthz").text
                == #"{"status":"ok","revision":0,"problems":[]}"#)
        panel.settings.report(["a \"b\""])
        let response = await panel.client.get("/healthz")
        #expect(response.status == 200)
        #expect(response.text == #"{"status":"degraded","revision":0,"problems":["a \"b\""]}"#)
    }

    @Test
    func serveAssetsByTheirDigestOnly() async throws {
        // Its button needs a module of its own.
        let panel = try TestPanel.inAllLanguages(TestPanel.item("edit_shortcut"))
        for asset in Asset.all {
            let response = await panel.client.get(asset.path)
            #expect(response.status == 200)
            #expect(response.text.isEmpty == false)
            let isNamed = await panel.page().contains("\"\(asset.path)\"")
            #expect(isNamed)
        }
        for path in [
            "/assets/panel.css", "/assets/", "/assets/../panel.css",
            "/assets/panel.000000000000.css", "/etc/passwd", "/..;/", "//",
        ] {
            #expect(await panel.client.get(path).status == 404, "\(path)")
        }
    }
}
