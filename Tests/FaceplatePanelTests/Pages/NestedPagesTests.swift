import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct NestedPagesTests {
    private func make(port: String = "") throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en","fr"],"groups":[
              {"groupKey":"g","groupTitle":"Group","items":[
                {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"},
                {"itemKey":"net","itemTitle":"Network","itemControlType":"page","groups":[
                  {"groupKey":"lan","groupTitle":"LAN","items":[
                    {"itemKey":"port","itemTitle":"Port","itemControlType":"edit_text",
                     "itemMaximumLength":3\#(port)},
                    {"itemKey":"on","itemTitle":"Active","itemControlType":"switch",
                     "itemValue":"YES"},
                    {"itemKey":"proxy","itemTitle":"Proxy","itemControlType":"page",
                     "itemVisibleWhen":{"key":"on","equals":true},"groups":[
                      {"groupKey":"p","groupTitle":"P","items":[
                        {"itemKey":"host","itemTitle":"Host","itemControlType":"edit_text"}]}]}]}]}
            ]}]}
            """#)
    }

    @Test
    func areLinkedFromTheirRows() async throws {
        let panel = try make()
        #expect(await panel.row("net").contains(#"href="/pages/net""#))
        let row = TestPanel.row("proxy", in: await panel.page("/pages/net"))
        #expect(row.contains(#"href="/pages/net/proxy""#))
    }

    @Test(arguments: [
        ("name", "/#s-name"), ("port", "/pages/net#s-port"), ("host", "/pages/net/proxy#s-host"),
    ])
    func aLinkToASettingOpensItsPage(key: String, address: String) async throws {
        #expect(try await make().visit("/s/\(key)").header("location") == address)
    }

    @Test
    func aLinkIntoAHiddenPageReportsItsCondition() async throws {
        let panel = try make()
        try panel.set(["on": "NO"])
        let link = await panel.visit("/s/host").header("location")
        #expect(link == "/pages/net/proxy?open=host#s-host")
        // The page above shows why there is no such page now.
        let above = await panel.visit("/pages/net/proxy?open=host").header("location")
        #expect(above == "/pages/net?open=host")
        let page = await panel.page("/pages/net?open=host")
        let text = page.replacing("<bdi>", with: "").replacing("</bdi>", with: "")
        #expect(text.contains("“Host” is hidden now. It is shown when “Active” is On"))
    }

    @Test
    func haveATitleAndOnlyTheirRows() async throws {
        let page = try await make().page("/pages/net/proxy")
        #expect(page.contains("<title>Proxy – Harbour</title>"))
        #expect(page.contains("<h1>Proxy</h1>"))
        #expect(page.contains(#"name="host""#))
        #expect(!page.contains(#"name="port""#))
        #expect(page.contains(#"action="/pages/net/proxy""#))
        #expect(page.contains(#"id="discard" href="/pages/net/proxy""#))
    }

    @Test
    func linkToThePageAbove() async throws {
        let panel = try make()
        #expect(!(await panel.page().contains(#"class="back""#)))
        for (target, link) in [
            ("/pages/net", #"<a href="/">Overview</a>"#),
            ("/pages/net/proxy", #"<a href="/pages/net">Network</a>"#),
            ("/changes", #"<a href="/">Overview</a>"#), ("/nope", #"<a href="/">Overview</a>"#),
        ] {
            let back = TestPanel.element(#"class="back""#, in: await panel.visit(target).text)
            #expect(back == #"<nav class="back" aria-label="You are here">\#(link)</nav>"#)
        }
    }

    @Test
    func haveHeadingsInOrder() async throws {
        let page = try await make().page("/pages/net")
        let shown = try #require(page.split(separator: "<template").first)
        let levels = shown.matches(of: /<h([1-6])/).map { String($0.output.1) }
        #expect(levels == ["1", "2"])
    }

    @Test(arguments: [("/", "*"), ("/pages/net", "net"), ("/pages/net/proxy", "proxy")])
    func offerAResetOfTheirSettingsOnly(target: String, key: String) async throws {
        let panel = try make()
        try panel.set(["name": "a", "port": "b", "host": "c"])
        let page = await panel.page(target)
        let all = page.matches(of: /name="_reset" value="(\*|net|proxy)"/)
        #expect(all.map { String($0.output.1) } == [key])
    }

    // MARK: - Posts

    @Test
    func redirectToThePostedPage() async throws {
        let panel = try make()
        let saved = await panel.browse(["host": "a"], to: "/pages/net/proxy")
        #expect(saved.header("location") == "/pages/net/proxy?rev=1#s-host")
        let same = await panel.browse(["host": "a"], to: "/pages/net/proxy")
        #expect(same.header("location") == "/pages/net/proxy?same=1")
    }

    @Test
    func acceptAnyItemOfThePanel() async throws {
        let panel = try make()
        let saved = await panel.browse(["host": "a", "name": "b"], to: "/pages/net")
        #expect(saved.status == 303)
        #expect(panel.settings.value("host") == "a")
        #expect(panel.settings.value("name") == "b")
    }

    @Test
    func linkProblemsToFieldsOfOtherPages() async throws {
        let page = try await make().browse(["port": "too long", "name": "ok"])
        #expect(page.status == 422)
        #expect(page.text.contains(##"<a href="/pages/net#c-port">Port must be"##))
        let own = try await make().browse(["port": "too long"], to: "/pages/net")
        #expect(own.text.contains(##"<a href="#c-port">Port must be"##))
    }

    @Test
    func openTheLevelOfAFieldWithAProblem() async throws {
        let page = try await make(port: #","itemLevel":"advanced""#).browse(["port": "too long"])
        #expect(page.text.contains(##"<a href="/pages/net?level=advanced#c-port">"##))
    }

    // MARK: - URLs

    @Test(arguments: ["/pages/nope", "/pages/port", "/pages/net/nope", "/pages/g"])
    func areNotFoundUnderOtherNames(path: String) async throws {
        let panel = try make()
        #expect(await panel.visit(path).status == 404)
        #expect(await panel.browse(["port": "1"], to: path).status == 404)
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: [
        ("/pages/proxy", "/pages/net/proxy"),
        ("/pages/net/x/proxy?rev=1", "/pages/net/proxy?rev=1"),
    ])
    func redirectFromTheirFormerPath(old: String, new: String) async throws {
        let panel = try make()
        let moved = await panel.visit(old)
        #expect(moved.status == 303)
        #expect(moved.header("location") == new)
        let saved = await panel.browse(["host": "a"], to: "/pages/proxy")
        #expect(saved.header("location") == "/pages/net/proxy?rev=1#s-host")
    }

    @Test
    func redirectToTheParentWhileHidden() async throws {
        let panel = try make()
        let saved = await panel.browse(["on": "NO"], to: "/pages/net/proxy")
        #expect(saved.header("location") == "/pages/net/proxy?rev=1#s-on")
        let page = await panel.visit("/pages/net/proxy?rev=1")
        #expect(page.status == 303)
        #expect(page.header("location") == "/pages/net?rev=1")
        let row = TestPanel.row("proxy", in: await panel.page("/pages/net"))
        #expect(row.prefix { $0 != ">" }.contains(" hidden "))
    }

    // MARK: - Caching

    @Test
    func haveTagsOfTheirOwn() async throws {
        let panel = try make()
        let first = await panel.client.get("/").header("etag")
        let net = await panel.client.get("/pages/net").header("etag")
        let advanced = await panel.client.get(
            "/pages/net", fields: [("cookie", "faceplate_level=advanced")])
        #expect(first != nil && net != nil && first != net)
        #expect(advanced.header("etag") == net)
        let again = await panel.client.get(
            "/pages/net", fields: [("if-none-match", net ?? "")])
        #expect(again.status == 304)
        try panel.set(["port": "1"])
        let changed = await panel.client.get(
            "/pages/net", fields: [("if-none-match", net ?? "")])
        #expect(changed.status == 200)
    }

    @Test
    func returnTheHeadersOfGetForHead() async throws {
        let panel = try make()
        let get = await panel.client.get("/pages/net")
        let head = await panel.client.send(SimpleRequest("HEAD", "/pages/net"))
        #expect(head.status == 200)
        #expect(head.header("etag") == get.header("etag"))
        #expect(await panel.client.send(SimpleRequest("HEAD", "/pages/nope")).status == 404)
    }

    @Test
    func changeWithTheSchema() async throws {
        let panel = try make()
        #expect(await panel.visit("/pages/net").status == 200)
        try panel.settings.adopt(
            SchemaReader.read(
                Array(
                    #"""
                    {"panelKey":"harbour","groups":[{"groupKey":"g","items":[
                      {"itemKey":"a","itemTitle":"Other","itemControlType":"page","groups":[
                        {"groupKey":"h","items":[
                          {"itemKey":"net","itemTitle":"Net","itemControlType":"page","groups":[
                            {"groupKey":"i","items":[
                              {"itemKey":"port","itemControlType":"edit_text"}]}]}]}]}]}]}
                    """#.utf8), name: "test"), labels: LabelCatalog())
        #expect(await panel.visit("/pages/net/proxy").status == 404)
        #expect(await panel.visit("/pages/net").header("location") == "/pages/a/net")
        #expect(await panel.page("/pages/a/net").contains("<h1>Net</h1>"))
    }
}
