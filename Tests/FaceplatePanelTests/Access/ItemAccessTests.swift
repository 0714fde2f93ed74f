import Faceplate
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
            configuration.identify = { request in
                let groups = (request.header("x-groups") ?? "").split(separator: ",")
                return Requester(groups: Set(groups.map(String.init)))
            }
            configuration.actions["lock"] = { _ in .success("locked") }
        }
        try panel.set(["code": "plugh", "gold": "80"])
        return panel
    }

    private func visit(
        _ panel: TestPanel, _ target: String, as groups: String,
        accepting type: String = "text/html"
    ) async -> PanelResponse {
        await panel.client.get(target, fields: [("accept", type), ("x-groups", groups)])
    }

    @Test(
        arguments: [
            "/", "/?view=text", "/?q=o", "/?q=@modified", "/changes", "/api/changes", "/?rev=1",
            "/api/settings", "/api/settings?detailed=1", "/api/schema", "/api/export", "/export",
            "/pages/yard", "/fragments/open",
        ])
    func whatIsWithheldIsNowhere(target: String) async throws {
        let panel = try make()
        for groups in ["visitors", ""] {
            let answer = await visit(panel, target, as: groups)
            #expect(answer.status == 200)
            for secret in Self.secrets { #expect(!answer.text.contains(secret), "\(secret)") }
        }
        #expect(await visit(panel, "/", as: "owners").text.contains("plugh"))
        // Each item has user groups of its own.
        let guarded = await visit(panel, "/", as: "guards").text
        #expect(guarded.contains("plugh") && !guarded.contains("Siren"))
    }

    @Test(
        arguments: [
            "/pages/vault", "/s/code", "/s/gold", "/s/tone", "/actions/lock", "/fragments/code",
            "/fragments/inside", "/api/settings/code", "/api/settings/tone.added",
        ])
    func addressesOfWhatIsWithheldLeadNowhere(target: String) async throws {
        let panel = try make()
        #expect(await visit(panel, target, as: "visitors").status == 404)
        #expect(await visit(panel, target, as: "owners").status != 404)
    }

    @Test(arguments: [
        ["code": "x"], ["name": "y", "gold": "1"], ["lock": "press"], ["_reset": "code"],
        ["tone[pick]": "own", "tone[own]": "bell"], ["_undo": "1"], ["_undo": "1:code"],
        ["_restore": "0"], ["_dry_run": "1", "code": "x"],
    ])
    func whatIsWithheldCannotBeChanged(form: [String: String]) async throws {
        let panel = try make()
        let answer = await panel.client.post(
            form.map { ($0.key, $0.value) },
            fields: [("accept", "application/json"), ("x-groups", "visitors")])
        #expect(answer.status == 403)
        #expect(panel.settings.revision == 1)
    }

    /// Sentences about problems can name settings.
    @Test(arguments: [("visitors", false), ("owners,guards", true)])
    func problemsAreForThoseWhoMayReadEverything(groups: String, isTold: Bool) async throws {
        let panel = try make()
        try panel.settings.provide(
            {
                var content = ProvidedContent()
                content.initialValues = { ["tone": .integer(7)] }
                return content
            }())
        let answer = await visit(panel, "/healthz", as: groups)
        #expect(answer.text.contains(#""status":"degraded""#), "\(answer.text)")
        #expect(answer.text.contains("tone") == isTold, "\(answer.text)")
    }

    @Test(arguments: ["open", "*"])
    func aResetLeavesWhatIsWithheld(key: String) async throws {
        let panel = try make()
        try panel.set(["name": "Jetty"])
        let answer = await panel.client.post(
            [("_reset", key)], fields: [("accept", "application/json"), ("x-groups", "visitors")])
        #expect(answer.status == 200 && !answer.text.contains("code"))
        #expect(panel.settings.text("name") == "Pier" && panel.settings.text("code") == "plugh")
    }

    @Test func eventsLeaveOutWhatIsWithheld() async throws {
        let panel = try make()
        let answer = await panel.client.get("/api/events", fields: [("x-groups", "visitors")])
        var stream = try #require(answer.events).makeAsyncIterator()
        _ = await stream.next()
        try panel.set(["code": "plughh", "name": "Quay"])
        let told = String(decoding: try #require(await stream.next()), as: UTF8.self)
        #expect(told.contains(#""changed":{"name":{"from":null,"to":"Quay"}}"#))
        panel.client.panel.stopEvents()
    }
}
