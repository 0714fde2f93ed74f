import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The parts of the API that the command line uses: the whole panel, batches, and the history since a revision.
struct BatchAPITests {
    private static let schema = #"""
        {"panelKey":"harbour","panelChecks":[
            {"require":{"key":"low","less":{"key":"high"}},"message":"Low must be less than high"}],
         "groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemControlType":"edit_text","itemValue":"Pier","itemRestart":true,
             "itemMaximumLength":10,"itemRenamedFrom":["title"],
             "itemVisibleWhen":{"key":"code","equals":"xyzzy"}},
            {"itemKey":"low","itemControlType":"edit_integer","itemValue":1},
            {"itemKey":"high","itemControlType":"edit_integer","itemValue":9},
            {"itemKey":"pin","itemControlType":"edit_password"},
            {"itemKey":"code_copy","itemControlType":"edit_text","itemAccess":["owners"],
             "itemValue":"frotz"},
            {"itemKey":"names","itemControlType":"edit_list"},
            {"itemKey":"size","itemControlType":"edit_integer","itemValue":7,"itemReadOnly":true},
            {"itemKey":"go","itemControlType":"button","itemAction":["./secret-command"]}]},
          {"groupKey":"theme","items":[
            {"itemKey":"theme_light","itemControlType":"select","itemValue":"YES"},
            {"itemKey":"theme_dark","itemControlType":"select","itemValue":"NO"}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemControlType":"edit_text","itemValue":"xyzzy"}]}]}
        """#

    private func make() throws -> TestPanel {
        try TestPanel.of(Self.schema) { configuration in
            configuration.identify = { request in
                let group = request.header("x-groups") ?? "owners"
                return Requester(
                    name: "ada", access: group == "looker" ? .view : .edit, groups: [group])
            }
        }
    }

    private func send(
        _ panel: TestPanel, _ method: String, _ path: String, _ body: String? = nil,
        as group: String = "owners"
    ) async -> PanelResponse {
        let fields = [
            ("host", "localhost"), ("content-type", "application/json"), ("x-groups", group),
        ]
        return await panel.client.send(
            SimpleRequest(method, path, fields: fields, body: Array((body ?? "").utf8)))
    }

    private func json(_ answer: PanelResponse) throws -> JSONObject {
        try #require(try JSONReader.read(answer.body).object)
    }

    // MARK: - The panel

    @Test
    func mirrorsValuesAndTheirSources() async throws {
        let panel = try make()
        try panel.settings.markApplied()
        try panel.set(["name": "Quay", "pin": "pl4nted", "theme": "theme_dark", "names": #"["a"]"#])
        let answer = await send(panel, "GET", "/api/panel")
        #expect(answer.status == 200)
        #expect(answer.header("etag")?.hasPrefix("\"\(panel.settings.revision)-") == true)
        #expect(!answer.text.contains("pl4nted") && !answer.text.contains("secret-command"))
        let mirror = try #require(try SnapshotMirror(JSONReader.read(answer.body)))
        let (found, real) = (mirror.snapshot, panel.settings.snapshot)
        #expect(found.revision == real.revision)
        #expect(found.schema.settings.map(\.key) == real.schema.settings.map(\.key))
        for setting in real.schema.settings {
            let key = setting.key
            #expect(found.value(key) == real.value(key))
            #expect(found.provenance(key) == real.provenance(key))
            #expect(found.needsRestart(key) == real.needsRestart(key))
            #expect(found.lastChange(of: key) == real.lastChange(of: key))
        }
        #expect(found.needsRestart("name") && found.value("title") == .text("Quay"))
        let pin = try #require(found.schema.settings["pin"])
        #expect(found.hasSecret(pin))
        let time = try #require(panel.settings.recentRevision(1)?.time)
        #expect(mirror.times["name"].map(RevisionTime.text) == RevisionTime.text(time))
        #expect(mirror.times["low"] == nil)
    }

    @Test
    func showsNothingWithheld() async throws {
        let panel = try make()
        try panel.set(["code": "plugh", "code_copy": "plover"])
        for path in [
            "/api/panel", "/api/changes?detailed=1", "/api/settings?search=code&detailed=1",
        ] {
            let answer = await send(panel, "GET", path, as: "visitors")
            #expect(answer.status == 200)
            for word in ["plugh", "xyzzy", "plover", "frotz", "owners", "safe", "\"code"] {
                #expect(!answer.text.contains(word), "\(path) \(word)")
            }
        }
        let answer = await send(panel, "GET", "/api/panel", as: "visitors")
        let mirror = try #require(try SnapshotMirror(JSONReader.read(answer.body)))
        #expect(mirror.snapshot.schema.settings["name"] != nil)
    }

    @Test
    func findsSettingsByTextAndFilter() async throws {
        let panel = try make()
        try panel.set(["name": "Quay"])
        let found = try json(
            await send(panel, "GET", "/api/settings?detailed=1&search=@modified%20@nope"))
        #expect(found["settings"]?.object?.members.map(\.name) == ["name"])
        #expect(found["problems"]?.array?.count == 1)
        #expect(await send(panel, "GET", "/api/settings?search=hig").text == #"{"high":9}"#)
    }

    /// The labels in the first language of the schema rank before those in others.
    @Test(
        arguments: [
            (#""fr","en""#, #"{"quay":"","dock":""}"#),
            (#""en","fr""#, #"{"dock":"","quay":""}"#),
        ])
    func ranksTheFirstLanguageOfTheSchemaFirst(locales: String, json: String) async throws {
        let labels =
            #""labels":{"en":{"DOCK":"Port","QUAY":"Harbour"},"fr":{"DOCK":"Havre","QUAY":"Port"}}"#
        let items = ["dock", "quay"].map { #"{"itemKey":"\#($0)","itemControlType":"edit_text"}"# }
        let panel = try TestPanel.of(
            #"{"panelLocales":[\#(locales)],\#(labels),"groups":[{"groupKey":"g","items":["#
                + items.joined(separator: ",") + "]}]}")
        for language in ["en", "fr"] {
            let answer = await panel.client.get(
                "/api/settings?search=port", fields: [("accept-language", language)])
            #expect(answer.text == json)
        }
    }

    // MARK: - Batches

    @Test(arguments: [
        (#"{"changes":[{"key":"low","text":"3"},{"key":"theme_dark","text":"yes"}]}"#, "low theme"),
        (#"{"changes":[{"key":"low","value":3},{"key":"low","value":4}]}"#, "low"),
        (#"{"changes":[{"key":"names","text":"[\"a\"]"}]}"#, "names"),
        (#"{"changes":[{"key":"pin","text":"1234"}]}"#, "pin"),
        (#"{"changes":[{"key":"size","value":8}],"import":null}"#, nil),
        (#"{"changes":[{"key":"name","text":"Pier"}]}"#, "name"),
        (#"{"changes":[]}"#, ""), ("{}", ""),
    ])
    func changesTheNamedSettings(body: String, keys: String?) async throws {
        let panel = try make()
        let answer = await send(panel, "POST", "/api/changes", body)
        #expect(answer.status == (keys == nil ? 422 : 200), "\(answer.text)")
        let changed = try json(answer)["changed"]?.object?.members.map(\.name)
        #expect(changed?.joined(separator: " ") == keys)
        #expect(panel.settings.revision == (keys ?? "" == "" ? 0 : 1))
    }

    @Test(arguments: [
        "[]", #"{"change":[]}"#, #"{"changes":{}}"#, #"{"changes":[1]}"#,
        #"{"changes":[{"key":"low"}]}"#, #"{"changes":[{"key":1,"text":"1"}]}"#,
        #"{"changes":[{"key":"low","text":1}]}"#, #"{"changes":[{"key":"low","reset":false}]}"#,
        #"{"changes":[{"key":"low","text":"1","value":1}]}"#, #"{"undo":"1"}"#,
        #"{"undo":1,"restore":1}"#, #"{"restore":"yesterday"}"#, #"{"key":"low"}"#,
        #"{"restore":1,"key":"low"}"#, #"{"undo":1,"force":1}"#, #"{"undo":1,"import":null}"#,
        #"{"undo":1,"changes":[{"key":"low","text":"1"}]}"#, #"{"changes":[],"import":1}"#,
        #"{"import":null,"profile":"Day"}"#, #"{"profile":"Day","import":null}"#,
    ])
    func rejectsAMalformedBatch(body: String) async throws {
        let panel = try make()
        let answer = await send(panel, "POST", "/api/changes", body)
        #expect(answer.status == 400)
        #expect(try json(answer)["code"] == "malformed")
        #expect(panel.settings.revision == 0)
    }

    @Test
    func limitsTheNumberOfChanges() async throws {
        let panel = try make()
        let limit = panel.client.panel.bodyLimits(forLength: 0).fields
        for (count, status) in [(limit, 200), (limit + 1, 413)] {
            let changes = Array(repeating: #"{"key":"low","text":"2"}"#, count: count)
            let answer = await send(
                panel, "POST", "/api/changes",
                #"{"changes":[\#(changes.joined(separator: ","))]}"#)
            #expect(answer.status == status)
        }
    }

    @Test
    func sendsTheParametersOfTheMessageOfAProblem() async throws {
        let panel = try make()
        let answer = await send(
            panel, "POST", "/api/changes",
            #"{"changes":[{"key":"name","text":"12345678901"},{"key":"low","text":"10"}]}"#)
        #expect(answer.status == 422)
        let errors = try #require(try json(answer)["errors"]?.array?.compactMap(\.object))
        let long = try #require(errors.first { $0["key"] == "name" })
        #expect(long["parameters"]?.object?["maximum"] == "10")
        #expect(long["kind"] == "text")
        let check = try await json(
            send(panel, "POST", "/api/changes", #"{"changes":[{"key":"low","text":"10"}]}"#))
        let failed = try #require(check["errors"]?.array?.first?.object)
        #expect(failed["parameters"]?.object?["text"] == "Low must be less than high")
    }

    @Test
    func storesTheNameOfAnImportInHistory() async throws {
        let panel = try make()
        _ = await send(
            panel, "POST", "/api/changes",
            #"{"changes":[{"key":"low","value":2}],"import":"a.yaml"}"#)
        let revision = try #require(panel.settings.recentRevision(1))
        #expect(revision.origin == .import)
        #expect([revision.note, revision.actor] == ["a.yaml", "ada"])
    }

    @Test(arguments: [
        (#"{"changes":[{"key":"code","text":"x"}]}"#, 403),
        (#"{"changes":[{"key":"code_copy","reset":true}]}"#, 403),
        (#"{"undo":1}"#, 403), (#"{"restore":0}"#, 403), (#"{"undo":1,"force":true}"#, 403),
        (#"{"changes":[{"key":"open","reset":true},{"key":"*","reset":true}]}"#, 200),
    ])
    func changesNothingWithheld(body: String, status: Int) async throws {
        let panel = try make()
        try panel.set(["code": "xyzzy", "code_copy": "plover", "low": "2"])
        let answer = await send(panel, "POST", "/api/changes", body, as: "visitors")
        #expect(answer.status == status, "\(answer.text)")
        #expect(!answer.text.contains("plover"))
        #expect(panel.settings.text("code_copy") == "plover")
        #expect(panel.settings.integer("low") == (status == 200 ? 1 : 2))
        let looker = await send(panel, "POST", "/api/changes", body, as: "looker")
        #expect(looker.status == 403)
    }

    // MARK: - History

    @Test
    func readsOnlyRevisionsAfterTheGivenOne() async throws {
        let panel = try make()
        for number in 2...6 { try panel.set(["low": "\(number)"]) }
        for (query, numbers, next) in [
            ("after=3", [5, 4], nil as Int64?), ("after=3&limit=1", [5], 5), ("after=5", [], nil),
            ("after=3&before=5", [4], nil), ("after=9", [], nil),
            ("after=0&limit=5", [5, 4, 3, 2, 1], nil),
        ] {
            let found = try json(await send(panel, "GET", "/api/changes?\(query)"))
            let revisions = found["revisions"]?.array?.compactMap {
                $0.object?["revision"]?.number?.integer
            }
            #expect(revisions == numbers.map { Int64($0) }, "\(query)")
            #expect(found["next"]?.number?.integer == next, "\(query)")
            #expect(found["digest"] == nil)
        }
        let detailed = try json(await send(panel, "GET", "/api/changes?after=4&detailed=1"))
        #expect(detailed["digest"]?.string?.isEmpty == false)
        let first = try json(await send(panel, "GET", "/api/changes?before=2&detailed=1"))
        let revision = try #require(first["revisions"]?.array?.first?.object)
        #expect(revision["defaults"] == ["low": 1])
    }

    @Test(.timeLimit(.hung))
    func waitsForTheNextRevision() async throws {
        let panel = try make()
        async let waiting = send(panel, "GET", "/api/changes?after=0&wait=60")
        while panel.client.panel.waits.count == 0 { await Task.yield() }
        try panel.set(["low": "2"])
        #expect(try json(await waiting)["revisions"]?.array?.count == 1)
    }
}
