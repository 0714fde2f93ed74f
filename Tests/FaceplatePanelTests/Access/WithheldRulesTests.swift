import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Rules that test a setting which is withheld from the viewer whose change they reject.
struct WithheldRulesTests {
    private static let json = #"""
        {"panelKey":"mill","panelLocales":["en"],"panelChecks":[
          {"require":{"key":"low","less":{"key":"zenith"}},"message":"Keep below the zenith"},
          {"require":{"key":"few","atMost":{"key":"quota"}},"message":"Too many","items":["quota"]},
          {"require":{"key":"from","less":{"key":"until"}},"message":"Begin before the end"}],
         "groups":[
          {"groupKey":"open","items":[
            {"itemKey":"low","itemTitle":"Low","itemControlType":"edit_integer","itemValue":1},
            {"itemKey":"few","itemTitle":"Few","itemControlType":"edit_integer","itemValue":1},
            {"itemKey":"strict","itemTitle":"Strict","itemControlType":"switch","itemValue":"NO"},
            {"itemKey":"letter","itemTitle":"Letter","itemControlType":"switch","itemValue":"NO"},
            {"itemKey":"from","itemTitle":"From","itemControlType":"edit_integer","itemValue":1},
            {"itemKey":"until","itemTitle":"Until","itemControlType":"edit_integer","itemValue":9},
            {"itemKey":"grind","itemTitle":"Grind","itemControlType":"button"}]},
          {"groupKey":"safe","groupTitle":"Strongroom","groupAccess":["owners"],
           "groupChecks":[{"require":{"key":"until","atMost":100},"message":"Strongroom closes"}],
           "items":[
            {"itemKey":"zenith","itemTitle":"Zenith","itemControlType":"edit_integer","itemValue":10},
            {"itemKey":"quota","itemTitle":"Quota","itemControlType":"edit_integer","itemValue":5},
            {"itemKey":"cipher","itemTitle":"Cipher","itemControlType":"edit_text",
             "itemRequiredWhen":"strict"},
            {"itemKey":"wax","itemTitle":"Wax","itemControlType":"edit_text",
             "itemVisibleWhen":"letter","itemRequiredWhen":{"not":"strict"}}]}]}
        """#

    private static let sentence = "This value does not fit a setting that you cannot see"

    /// Values that a rule over a withheld setting rejects: a check shown at both settings, a check shown at the
    /// withheld one alone, and a required value.
    private static let rejected = [["low": "50"], ["few": "7"], ["strict": "YES"]]

    /// A check of a withheld group that tests a visible setting alone.
    @Test(arguments: ["text/html", "application/json", "text/plain"], ["0", "1"])
    func aCheckOfAWithheldGroupHasNoMessage(type: String, review: String) async throws {
        let panel = try make()
        let response = await panel.client.post(
            [("until", "101"), ("_review", review)], fields: [("accept", type)])
        expectNothingTold(response, 422)
    }

    private func make(
        groups: Set<String> = [], patience: Duration = .seconds(60),
        action: @escaping ActionHandler = { _ in ActionResult(values: ["low": 50]) }
    ) throws -> TestPanel {
        try TestPanel.of(Self.json) { configuration in
            configuration.identify = { _ in Requester(groups: groups) }
            configuration.actionPatience = patience
            configuration.actions["grind"] = action
        }
    }

    /// A field of the panel and an unknown key are not withheld.
    @Test(
        arguments: [
            (["_sync": "now"], "_sync"), (["_sync": "now", "low": "2"], "_sync"),
            (["_add": "nosuch"], "nosuch"), (["_add": "nosuch", "low": "2"], "nosuch"),
            (["nosuch": "1"], "nosuch"), (["_reset": "nosuch"], "nosuch"),
        ] as [([String: String], String)])
    func namesAnUnknownField(form: [String: String], key: String) async throws {
        let panel = try make()
        let response = await panel.client.post(
            form.map { ($0.key, $0.value) }, fields: [("accept", "application/json")])
        #expect(response.status == 422)
        #expect(
            response.text.contains(#"{"key":"\#(key)","code":"unknown_key""#), "\(response.text)")
        #expect(!response.text.contains("withheld_rule"))
    }

    private func expectNothingTold(_ response: PanelResponse, _ status: Int) {
        #expect(response.status == status)
        let text = response.text
        #expect(text.contains(Self.sentence), "\(text)")
        for secret in ["enith", "uota", "ipher", "wax", "Wax", "Strongroom", "safe", "Too many"] {
            #expect(!text.contains(secret), "\(secret): \(text)")
        }
    }

    @Test(
        arguments: rejected, ["text/html", "application/json", "text/plain"])
    func aRejectedPostNamesNoWithheldSetting(form: [String: String], type: String) async throws {
        let panel = try make()
        for more in [[:], ["_dry_run": "1"], ["_review": "1"], ["from": "20"]] {
            let fields = form.merging(more) { $1 }.map { (name: $0.key, value: $0.value) }
            let answer = await panel.client.post(fields, fields: [("accept", type)])
            expectNothingTold(answer, 422)
            // A check of visible settings is still explained.
            #expect(answer.text.contains("Begin before the end") == (more["from"] != nil))
        }
        #expect(panel.settings.revision == 0)
    }

    @Test(arguments: rejected)
    func aPreviewNamesNoWithheldSetting(form: [String: String]) async throws {
        let panel = try make()
        let fields = form.map { (name: $0.key, value: $0.value) } + [("_preview", "check")]
        expectNothingTold(await panel.client.post(fields, fields: [("accept", "text/html")]), 200)
    }

    /// The row that the user changed explains the error.
    @Test(arguments: rejected)
    func theProblemIsAtTheSentSetting(form: [String: String]) async throws {
        let panel = try make()
        let answer = await panel.client.post(
            form.map { ($0.key, $0.value) }, fields: [("accept", "application/json")])
        let keys = answer.text.matches(of: /"key":"([^"]*)"/).map { String($0.1) }
        #expect(keys == Array(form.keys))
        #expect(answer.text.contains(#""code":"withheld_rule""#))
    }

    /// A value that fits is not blamed for another one that was sent with it.
    @Test(arguments: [["few": "7"], ["strict": "YES"]])
    func theProblemIsNotAtAnotherSentSetting(form: [String: String]) async throws {
        let panel = try make()
        let answer = await panel.client.post(
            [("low", "2")] + form.map { ($0.key, $0.value) },
            fields: [("accept", "application/json")])
        let keys = answer.text.matches(of: /"key":"([^"]*)"/).map { String($0.1) }
        #expect(keys == Array(form.keys))
    }

    /// The value makes a withheld setting appear, which is required for another reason.
    @Test func anUnexplainedProblemIsAtTheFirstSentSetting() async throws {
        let panel = try make()
        let answer = await panel.client.post(
            [("letter", "YES")], fields: [("accept", "application/json")])
        expectNothingTold(answer, 422)
        #expect(answer.text.contains(#""key":"letter""#))
    }

    @Test(arguments: zip(rejected, [#"{"low":50}"#, #"{"few":7}"#, #"{"strict":true}"#]))
    func theJSONInterfaceRevealsNoMore(form: [String: String], json: String) async throws {
        let panel = try make()
        let key = try #require(form.keys.first)
        let type = [("content-type", "application/json"), ("accept", "application/json")]
        let value = String(json.drop { $0 != ":" }.dropFirst().dropLast())
        for (method, target, body, status) in [
            ("PATCH", "/api/settings", json, 422), ("PATCH", "/api/settings?dry_run=1", json, 422),
            ("PUT", "/api/settings/\(key)", value, 422), ("POST", "/api/import", json, 422),
            ("POST", "/api/import?dry_run=1", json, key == "low" ? 200 : 422),
            ("POST", "/api/import?partial=1", json, 422),
        ] {
            let answer = await panel.client.send(
                SimpleRequest(
                    method, target, fields: type + [("host", "localhost")],
                    body: Array(body.utf8)))
            expectNothingTold(answer, status)
        }
    }

    @Test(arguments: rejected)
    func thePreviewOfAnImportNamesNoWithheldSetting(form: [String: String]) async throws {
        let panel = try make()
        let text = form.map { "\"\($0.key)\": \($0.value == "YES" ? "true" : $0.value)" }
        let answer = await panel.client.post(
            [("_text", "{\(text.joined())}"), ("_format", "json")], to: "/import",
            fields: [("accept", "text/html")])
        expectNothingTold(answer, form["low"] != nil ? 200 : 422)
    }

    @Test func thePreviewOfAProfileNamesNoWithheldSetting() async throws {
        let panel = try make()
        try panel.set(["zenith": "100", "low": "50"])
        try panel.settings.profiles.save(named: "Day", keys: ["low"])
        try panel.set(["zenith": "10", "low": "1"])
        let page = await panel.client.get("/profiles/Day", fields: [("accept", "text/html")])
        expectNothingTold(page, 200)
    }

    @Test(arguments: ["text/html", "application/json"])
    func anActionNamesNoWithheldSetting(type: String) async throws {
        let panel = try make()
        let answer = await panel.client.post(
            [("grind", "press")], fields: [("accept", type)])
        expectNothingTold(answer, 422)
    }

    /// The result of an action that outlasts the patience of its sender is read later.
    @Test(.timeLimit(.hung), arguments: ["text/html", "application/json"])
    func theResultOfALongActionNamesNoWithheldSetting(type: String) async throws {
        let panel = try make(patience: .zero)
        let sent = await panel.client.post([("grind", "press")], fields: [("accept", type)])
        let address = try #require(sent.header("location"))
        func result() async -> PanelResponse {
            await panel.client.get(address, fields: [("accept", "application/json")])
        }
        while await result().text.contains(#""status":"running""#) { await Task.yield() }
        let run = try #require(address.split(separator: "/").last)
        let page = await panel.client.get("/?run=\(run)", fields: [("accept", "text/html")])
        expectNothingTold(page, 200)
        expectNothingTold(await result(), 200)
    }

    /// The handler of an action can name any setting.
    @Test(arguments: ["text/html", "application/json", "text/plain"])
    func aFailedActionNamesNoWithheldSetting(type: String) async throws {
        let failure = ActionResult.failure(
            "No grain", problems: ["zenith": "The zenith is reached", "low": "Too low"])
        let panel = try make { _ in failure }
        let answer = await panel.client.post([("grind", "press")], fields: [("accept", type)])
        #expect(answer.status == 422 && answer.text.contains("Too low"))
        #expect(!answer.text.contains("zenith"), "\(answer.text)")
        let owners = try make(groups: ["owners"]) { _ in failure }
        let own = await owners.client.post([("grind", "press")], fields: [("accept", type)])
        #expect(own.text.contains("The zenith is reached"))
    }

    @Test(arguments: zip(rejected, ["Keep below the zenith", "Too many", "“Cipher” is missing"]))
    func ownersSeeTheReason(form: [String: String], reason: String) async throws {
        let panel = try make(groups: ["owners"])
        let answer = await panel.client.post(
            form.map { ($0.key, $0.value) }, fields: [("accept", "application/json")])
        #expect(answer.status == 422 && answer.text.contains(reason), "\(answer.text)")
    }

    @Test(arguments: [([], false), (["owners"], true)] as [(Set<String>, Bool)])
    func anActionReportsNoChangeOfAWithheldSetting(
        groups: Set<String>, isNamed: Bool
    ) async throws {
        let panel = try make(groups: groups) { _ in
            ActionResult(values: ["zenith": 12, "low": 2])
        }
        let answer = await panel.json(["grind": "press"])
        #expect(answer.status == 200)
        #expect(answer.text.contains(#""low":{"from":null,"to":2}"#), "\(answer.text)")
        #expect(answer.text.contains("zenith") == isNamed)
        #expect(panel.settings.snapshot.value("zenith") == 12)
    }
}
