import Faceplate
import FaceplateSchema
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Single items that only some users may see: everywhere as if they did not exist, as groups do.
struct ItemAccessTests {
    private static let json = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en"],"groups":[
          {"groupKey":"open","groupTitle":"Open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier"},
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
             "itemValue":"xyzzy","itemAccess":["owners","guards"]},
            {"itemKey":"tone","itemTitle":"Siren","itemControlType":"picker","itemAdds":true,
             "itemOptions":["horn"],"itemValue":"horn","itemAccess":["owners"]},
            {"itemKey":"lock","itemTitle":"Lock up","itemControlType":"button",
             "itemAccess":["owners"]},
            {"itemKey":"vault","itemTitle":"Vault","itemControlType":"page",
             "itemAccess":["owners"],"groups":[
              {"groupKey":"inside","groupTitle":"Inside","items":[
                {"itemKey":"gold","itemTitle":"Gold","itemControlType":"edit_integer",
                 "itemValue":79}]}]}]},
          {"groupKey":"more","groupTitle":"More","items":[
            {"itemReference":"code"},
            {"itemKey":"yard","itemTitle":"Yard","itemControlType":"page",
             "itemSummary":"{name} and {code}","groups":[]}]}]}
        """#
    private static let secrets = [
        "xyzzy", "plugh", "Code word", "Siren", "Lock up", "Vault", "Inside", "Gold", "gold",
        "tone",
    ]

    private func make() throws -> TestPanel {
        let panel = try TestPanel.of(Self.json) { configuration in
            configuration.identifyByHeaders()
            configuration.actions["lock"] = { _ in .success("locked") }
        }
        try panel.set(["code": "plugh", "gold": "80"])
        return panel
    }

    @Test(
        arguments: [
            "/", "/?view=text", "/?q=o", "/?q=@modified", "/changes", "/api/changes", "/?rev=1",
            "/api/settings", "/api/settings?detailed=1", "/api/schema", "/api/export", "/export",
            "/pages/yard", "/fragments/open",
        ])
    func noPageShowsWithheldItems(target: String) async throws {
        let panel = try make()
        for groups in ["visitors", ""] {
            let answer = await panel.visit(target, as: groups)
            #expect(answer.status == 200)
            for secret in Self.secrets { #expect(!answer.text.contains(secret), "\(secret)") }
        }
        #expect(await panel.visit("/", as: "owners").text.contains("plugh"))
        // Each item has user groups of its own.
        let guarded = await panel.visit("/", as: "guards").text
        #expect(guarded.contains("plugh") && !guarded.contains("Siren"))
    }

    @Test(
        arguments: [
            "/pages/vault", "/s/code", "/s/gold", "/s/tone", "/actions/lock", "/fragments/code",
            "/fragments/inside", "/api/settings/code", "/api/settings/tone.added",
        ])
    func addressesOfWithheldItemsReturn404(target: String) async throws {
        let panel = try make()
        let answer = await panel.visit(target, as: "visitors")
        #expect(answer.status == 404)
        for title in ["Code word", "Siren", "Lock up", "Vault", "Inside", "Gold"] {
            #expect(!answer.text.contains(title), "\(answer.text)")
        }
        #expect(await panel.visit(target, as: "owners").status != 404)
    }

    @Test(arguments: [
        ["code": "x"], ["name": "y", "gold": "1"], ["lock": "press"], ["_reset": "code"],
        ["tone[pick]": "own", "tone[own]": "bell"], ["_undo": "1"], ["_undo": "1:code"],
        ["_restore": "0"], ["_dry_run": "1", "code": "x"],
    ])
    func withheldItemsCannotBeChanged(form: [String: String]) async throws {
        let panel = try make()
        let answer = await panel.client.post(
            form.map { ($0.key, $0.value) },
            fields: [("accept", "application/json"), ("x-groups", "visitors")])
        #expect(answer.status == 403)
        #expect(panel.settings.revision == 1)
    }

    @Test(arguments: [("visitors", false), ("owners", true)])
    func aWithheldKeyIsNotSuggested(groups: String, isTold: Bool) async throws {
        let panel = try make()
        for accept in ["application/json", "text/html", "*/*"] {
            let answer = await panel.client.post(
                [("goldd", "1")], fields: [("accept", accept), ("x-groups", groups)])
            #expect(answer.status == 422)
            let text = answer.text.replacing("goldd", with: "")
            #expect(text.contains("gold") == isTold, "\(text)")
        }
    }

    /// A result in a cache is for viewers from whom the same items are withheld.
    @Test func viewsOfDifferentItemsAreNotMixed() async throws {
        let panel = try make()
        var tags: Set<String?> = []
        for groups in ["owners", "guards", "visitors"] {
            tags.insert(await panel.visit("/", as: groups).entityTag)
        }
        #expect(tags.count == 3)
        for groups in ["owners", "guards", "visitors", "guards", "owners"] {
            let search = await panel.visit("/?q=siren", as: groups).text
            #expect(search.contains("c-tone") == (groups == "owners"), "\(groups)")
            let code = await panel.visit("/?q=plugh", as: groups).text
            #expect(code.contains("c-code") == (groups != "visitors"), "\(groups)")
        }
    }

    /// Selectors and images of a style sheet have the keys of their rows.
    private static let styledParts = ["s-code", "\"lock\"", "s-inside", "123456", "234567"]
    private static var styledJSON: String {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' fill='currentColor'/>"
        let image = "data:image/svg+xml;base64," + Base64.text(of: Array(svg.utf8))
        return
            json
            .replacing(#""itemKey":"lock","#, with: #""itemKey":"lock","itemImage":"\#(image)","#)
            .replacing(
                #""itemKey":"code","#,
                with: ##""itemKey":"code","itemStyle":{"mainColor":"#123456"},"##
            )
            .replacing(
                #""groupKey":"inside","#,
                with: ##""groupKey":"inside","groupStyle":{"textColor":"#234567"},"##)
    }

    private func styleSheet(of page: PanelResponse) throws -> String {
        try String(#require(page.text.firstMatch(of: /\/assets\/[\w.]+css/)).output)
    }

    @Test(arguments: ["", "owners"])
    func onlyViewersOfARowGetItsStyles(groups: String) async throws {
        let panel = try TestPanel.of(Self.styledJSON) { $0.identifyByHeaders() }
        let sheet = try styleSheet(of: await panel.visit("/", as: groups))
        let css = await panel.visit(sheet, as: groups).text
        for part in Self.styledParts {
            #expect(css.contains(part) == !groups.isEmpty, "\(part)")
        }
    }

    /// The sign-in page has a style sheet too.
    @Test(arguments: [false, true])
    func stylesOfWithheldRowsNeedASignIn(isSignedIn: Bool) async throws {
        let bench = try SignInBench(.link, schema: Self.styledJSON)
        let session = isSignedIn ? try await bench.session() : ("cookie", "none=1")
        let page = await bench.visit(isSignedIn ? "/" : "/sign-in", session)
        let css = await bench.visit(try styleSheet(of: page), session)
        #expect(css.status == 200)
        for part in Self.styledParts {
            #expect(css.text.contains(part) == isSignedIn, "\(part)")
        }
    }

    /// The reason names the setting, unless it is withheld.
    @Test(arguments: [("", false), ("owners", true)])
    func aReasonNamesNoWithheldSetting(groups: String, isNamed: Bool) async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[
              {"itemKey":"name","itemControlType":"edit_text","itemEnabledWhen":"siren"},
              {"itemKey":"siren","itemTitle":"Siren","itemControlType":"switch",
               "itemAccess":["owners"]}]}]}
            """#
        ) { $0.identifyByHeaders() }
        let row = TestPanel.row("name", in: await panel.visit("/", as: groups).text)
        #expect(row.contains("Siren") == isNamed)
        #expect(row.contains(#"class="note lock why""#), "\(row)")
    }

    /// Sentences about problems can name settings.
    @Test(arguments: [("visitors", false), ("owners,guards", true)])
    func onlyUnlimitedViewersSeeProblems(groups: String, isTold: Bool) async throws {
        let panel = try make()
        try panel.settings.content.provide(
            {
                var content = ProvidedContent()
                content.initialValues = { ["tone": .integer(7)] }
                return content
            }())
        let answer = await panel.visit("/healthz", as: groups)
        #expect(answer.text.contains(#""status":"degraded""#), "\(answer.text)")
        #expect(answer.text.contains("tone") == isTold, "\(answer.text)")
    }

    @Test(arguments: ["open", "*"])
    func aResetLeavesWithheldItems(key: String) async throws {
        let panel = try make()
        try panel.set(["name": "Jetty"])
        let answer = await panel.client.post(
            [("_reset", key)], fields: [("accept", "application/json"), ("x-groups", "visitors")])
        #expect(answer.status == 200 && !answer.text.contains("code"))
        #expect(panel.settings.text("name") == "Pier" && panel.settings.text("code") == "plugh")
    }

    @Test func eventsLeaveOutWithheldItems() async throws {
        let panel = try make()
        let answer = await panel.client.get("/api/events", fields: [("x-groups", "visitors")])
        var stream = try #require(answer.events).makeAsyncIterator()
        _ = await stream.next()
        try panel.set(["code": "plughh", "name": "Quay"])
        let told = String(decoding: try #require(await stream.next()), as: UTF8.self)
        #expect(told.contains(#""changed":{"name":{"from":null,"to":"Quay"}}"#))
        panel.client.panel.stopEvents()
    }

    /// The response to a change does not list the restart that a withheld setting needs.
    @Test
    func aResponseOmitsTheRestartOfAWithheldItem() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelKey":"harbour","groups":[{"groupKey":"open","items":[
              {"itemKey":"name","itemControlType":"edit_text","itemRestart":true},
              {"itemKey":"code","itemControlType":"edit_text","itemRestart":true,
               "itemAccess":["owners"]}]}]}
            """#
        ) { $0.identifyByHeaders() }
        try panel.settings.markApplied()
        try panel.set(["code": "plugh"])
        let answer = await panel.client.post(
            [("name", "Quay")],
            fields: [("accept", "application/json"), ("x-groups", "guests")])
        #expect(answer.status == 200 && !answer.text.contains("code"))
        #expect(answer.text.contains(#""restart":["name"]"#), "\(answer.text)")
    }

    /// A rule clears what it hides for as long as the change of what it tests waits.
    @Test
    func aResponseOmitsTheTimeOfAWithheldItem() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelKey":"harbour","groups":[{"groupKey":"open","items":[
              {"itemKey":"flag","itemControlType":"switch","itemValue":true,"itemKeepWithin":60},
              {"itemKey":"code","itemControlType":"edit_text","itemAccess":["owners"],
               "itemVisibleWhen":"flag","itemWhenHidden":"clear"}]}]}
            """#
        ) { $0.identifyByHeaders() }
        try panel.set(["code": "plugh"])
        let answer = await panel.client.post(
            [("flag", "NO")], fields: [("accept", "application/json"), ("x-groups", "guests")])
        #expect(answer.status == 200 && answer.text.contains(#""until":{"flag":"#))
        #expect(!answer.text.contains("code") && panel.settings.snapshot.until("code") != nil)
    }
}
