import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import Faceplate
@testable import FaceplatePanel

/// Settings that are, were or become withheld: on no way does anything of them reach a viewer who must not see them.
@Suite(.timeLimit(.hung))
struct FormerSettingsTests {
    /// Every word of the withheld settings has one of these marks: `zqx` in keys, `plugh` in all other texts.
    private static let front = #"""
        {"groupKey":"open","groupTitle":"Open","items":[
          {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier"},
          {"itemKey":"list","itemTitle":"List","itemControlType":"edit_list"},
          {"itemKey":"go","itemTitle":"Go","itemControlType":"button"},
          {"itemKey":"seen","itemTitle":"Seen","itemControlType":"edit_text"}\#(more)]}
        """#
    private static let more = #"""
        ,{"itemKey":"way","itemControlType":"edit_text","itemPage":"zqxpage"},
        {"itemKey":"zqxcode","itemTitle":"Plugh code","itemControlType":"edit_text",
         "itemAccess":["staff"]},
        {"itemKey":"tied","itemTitle":"Tied","itemControlType":"edit_text",
         "itemEnabledWhen":{"key":"zqxpin","equals":"plugh a"}},
        {"itemKey":"bound","itemTitle":"Bound","itemControlType":"edit_text","itemValue":"x",
         "itemRequiredWhen":{"key":"zqxmode","equals":"plugh2"},
         "itemVisibleWhen":{"not":{"key":"zqxpin","equals":"plugh z"}}},
        {"itemKey":"share","itemTitle":"Share","itemControlType":"edit_integer","itemMaximum":9,
         "itemBoundsWhen":[{"when":{"key":"zqxpin","equals":"plugh y"},"itemMaximum":5}]},
        {"itemKey":"depth","itemTitle":"Depth","itemControlType":"edit_integer",
         "itemValueWhen":[{"when":{"key":"zqxpin","equals":"plugh w"},"itemValue":5}]},
        {"itemReference":"seen","itemVisibleWhen":{"not":{"key":"zqxpin","equals":"plugh x"}}}
        """#
    private static let later = #"""
        {"groupKey":"later","groupTitle":"Later","items":[
          {"itemKey":"rate","itemTitle":"Rate","itemControlType":"edit_text"}]}
        """#
    private static let staff = #"""
        {"groupKey":"zqxstaff","groupTitle":"Plugh room","groupFooter":"plugh footer",
         "groupHeader":"plugh header","groupFooterWhen":[{"when":"zqxsync","footer":"plugh when"}],
         "groupChecks":[{"require":{"not":{"key":"zqxpin","equals":"plugh 9"}},"message":"plugh check"}],
         "groupAccess":["staff"],"items":[
          {"itemKey":"zqxpin","itemTitle":"Plugh pin","itemHelp":"plugh help",
           "itemControlType":"edit_text","itemValue":"plugh default","itemSubtitle":"plugh second",
           "itemPlaceholder":"plugh empty","itemDeprecated":"plugh instead",
           "itemStyle":{"mainColor":"#123456"}},
          {"itemKey":"zqxmode","itemTitle":"Plugh mode","itemControlType":"picker","itemAdds":true,
           "itemOptions":["plugh1",{"value":"plugh2","label":"Plugh two","help":"plugh why"}],
           "itemRenamedFrom":["zqxold"]},
          {"itemKey":"zqxsplit","itemTitle":"Plugh split","itemControlType":"segment",
           "itemOptions":[{"value":"plugh3","label":"Plugh three","short":"Plugh 3"},"plugh4"]},
          {"itemKey":"zqxkind","itemTitle":"Plugh kind","itemControlType":"edit_alternatives",
           "itemNullable":true,"itemAlternatives":[
             {"itemControlType":"edit_text","itemTitle":"Plugh word","itemValue":"plugh"}]},
          {"itemKey":"zqxload","itemTitle":"Plugh load","itemControlType":"slider","itemMinimum":0,
           "itemMaximum":9,"itemUnit":"plughs","itemMinimumLabel":"plugh low",
           "itemMaximumLabel":"plugh high"},
          {"itemKey":"zqxlist","itemTitle":"Plugh list","itemControlType":"edit_list"},
          {"itemKey":"zqxboot","itemTitle":"Plugh boot","itemControlType":"button",
           "itemConfirm":"plugh sure","itemSynonyms":"plughsyn","itemData":{"plugh":1},
           "itemInputs":[{"itemKey":"zqxask","itemTitle":"Plugh ask","itemControlType":"edit_text"}]},
          {"itemKey":"zqxlamp","itemTitle":"Plugh lamp","itemControlType":"button",
           "itemStates":[{"state":"plughoff","title":"Plugh off"},
             {"state":"plughon","title":"Plugh on","confirm":"plugh really"}]},
          {"itemKey":"zqxtable","itemTitle":"Plugh table","itemControlType":"edit_table",
           "itemColumns":[{"itemKey":"zqxcol","itemTitle":"Plugh col","itemControlType":"edit_text"}],
           "itemValue":[{"zqxcol":"plugh cell"}]},
          {"itemKey":"zqxkey","itemTitle":"Plugh key","itemControlType":"edit_password"},
          {"itemKey":"zqxlink","itemTitle":"Plugh link","itemControlType":"link",
           "itemURL":"https://plugh.example/"},
          {"itemKey":"zqxsync","itemTitle":"Plugh sync","itemControlType":"switch"},
          {"itemKey":"zqxpage","itemTitle":"Plugh page","itemControlType":"page","groups":[
            {"groupKey":"zqxin","groupTitle":"Plugh in","items":[
              {"itemKey":"zqxgold","itemTitle":"Plugh gold","itemControlType":"edit_text"}]}]}]}
        """#

    private static func schema(_ groups: String..., head: String = "") throws -> Schema {
        try SchemaReader.read(
            Array(
                #"{"panelKey":"pier","panelLocales":["en"]\#(head),"groups":[\#(groups.joined(separator: ","))]}"#
                    .utf8), name: "test")
    }

    /// The schema to which the panel changes before it is read.
    enum Now: String, CaseIterable {
        case same, fewer, none, more
    }

    private static func schema(_ now: Now) throws -> Schema {
        let bare = front.replacing(more, with: "")
        let kept = #"""
            {"groupKey":"zqxstaff","groupTitle":"Plugh room","groupAccess":["staff"],"items":[
              {"itemKey":"zqxsync","itemTitle":"Plugh sync","itemControlType":"switch"}]}
            """#
        switch now {
        case .same:
            return try schema(
                front, later, staff, head: #","panelRestart":"zqxboot","panelSyncSwitch":"zqxsync""#
            )
        case .fewer: return try schema(bare, later, kept)
        case .none: return try schema(bare, later)
        case .more:
            return try schema(
                bare, later.replacing(#""items""#, with: #""groupAccess":["staff"],"items""#))
        }
    }

    private struct Bench {
        let panel: TestPanel
        let events: PanelEvents.AsyncIterator
    }

    /// Returns a panel in which withheld settings were set in all ways, and then a schema was adopted.
    private func make(_ now: Now) async throws -> Bench {
        let first = try Self.schema(.same)
        let settings = try Settings.inMemory(first)
        var configuration = Panel.Configuration()
        configuration.identifyByHeaders()
        configuration.actions["zqxboot"] = { _ in .success("plugh done") }
        configuration.actions["go"] = { _ in .success("gone") }
        let panel = TestPanel(
            settings: settings, client: PanelClient(settings, configuration: configuration))
        let events = PanelEvents(
            cursor: Self.cursor(panel)
        ).makeAsyncIterator()
        try panel.set(["zqxpin": "plugh a", "zqxgold": "plugh b", "zqxcode": "plugh c"])
        try panel.set(["zqxpin": "plugh d", "zqxmode": "plugh2", "name": "Quay"])
        try settings.applyAndWait(
            Batch(
                [Assignment("zqxpin", .text("plugh e"))], origin: .import, note: "plugh.json"))
        try settings.applyAndWait(
            Batch([Assignment("zqxpin", .text("plugh f"))], origin: .program, note: "plugh reason"))
        try panel.set(["rate": "xyzzy"])
        try settings.profiles.save(named: "Both", keys: ["name", "zqxpin", "zqxgold"])
        if now != .same { try settings.adopt(Self.schema(now)) }
        try panel.set(["name": "Mole"])
        return Bench(panel: panel, events: events)
    }

    /// Removes what the request itself has named.
    private func without(_ asked: String, _ text: String) -> String {
        asked.matches(of: /zqx[a-z]+/).reduce(text.replacing("ZQX-PIN", with: "")) {
            $0.replacing(String($1.output), with: "")
        }
    }

    private func expectNothing(
        _ answer: PanelResponse, _ asked: String, _ now: Now, _ form: String
    ) {
        let whole = answer.text + answer.headers.map { "\($0.name): \($0.value)" }.joined()
        let text = without(asked, whole).lowercased()
        for mark in ["zqx", "plugh", "#123456"] + (now == .more ? ["xyzzy"] : []) {
            guard let place = text.firstRange(of: mark) else { continue }
            let context =
                text[..<place.lowerBound].suffix(80) + text[place.lowerBound...].prefix(80)
            Issue.record("\(now) \(form) \(asked): \(context)")
        }
    }

    private static let queries: [RouteName: [String]] = [
        .firstPage: [
            "?q=lug", "?q=@modified", "?q=@id:zqxpin", "?view=text", "?details=zqxpin", "?rev=3",
            "?rev=4", "?open=zqxpin", "?level=advanced", "?run=7",
        ],
        .changes: ["?key=zqxpin", "?text=lug", "?before=5", "?origin=migration", "?rev=3"],
        .changesData: [
            "?key=zqxpin", "?text=lug", "?detailed=1", "?origin=migration", "?after=0&limit=1000",
        ],
        .values: ["?detailed=1", "?search=lug", "?search=lug&detailed=1"],
        .exportData: ["?format=yaml", "?format=env&changed=1"],
        .profiles: ["?compare=Both"],
    ]

    /// The paths of a route, with the keys of shown and of withheld settings.
    private static func targets(_ name: RouteName) -> [String] {
        let path = RouteTable.row(of: name).path?.text ?? "/nowhere"
        let keys = [
            "name", "zqxpin", "zqxmode", "zqxold", "zqxboot", "zqxcode", "zqxstaff", "zqxu",
        ]
        let filled = keys.map { key in
            path.replacing("*", with: "").replacing("+", with: "")
                .replacing("{key}", with: key).replacing("{run}", with: "7")
                .replacing("{page}", with: key == "name" ? "zqxpage" : key)
                .replacing("{name}", with: "Both").replacing("{file}", with: "panel.css")
                .replacing("{rest}", with: "x")
        }
        let all = Array(Set(filled)).sorted()
        return all + (queries[name] ?? []).map { (all.first ?? "/") + $0 }
    }

    @Test(arguments: Now.allCases)
    func removedSettingsStayWithheldOnEveryRoute(now: Now) async throws {
        let bench = try await make(now)
        for name in RouteName.allCases where name != .events {
            for target in Self.targets(name) {
                for type in ["text/html", "application/json", "text/plain"] {
                    let answer = await bench.panel.client.get(
                        target, fields: [("accept", type), ("x-groups", "visitors")])
                    expectNothing(answer, target, now, type)
                }
            }
        }
        // The members of the user group still see all of it, also in history.
        let told = await bench.panel.visit("/api/changes", as: "staff").text
        #expect(told.contains("plugh e") && told.contains("zqxgold"))
    }

    @Test(arguments: Now.allCases)
    func aWriteDoesNotRevealRemovedSettings(now: Now) async throws {
        let bench = try await make(now)
        let revision = bench.panel.settings.revision
        let undos = (1...revision).map { number -> (String, String, String) in
            ("POST", "/api/undo", #"{"revision":\#(number)}"#)
        }
        let others: [(String, String, String)] = [
            ("PUT", "/api/settings/zqxpin", #""x""#), ("DELETE", "/api/settings/zqxpin", ""),
            ("PATCH", "/api/settings", #"{"zqxpin":"x"}"#),
            ("PATCH", "/api/settings?dry_run=1", #"{"zqxmode":"x","zqxold":"y"}"#),
            ("POST", "/api/actions/zqxboot", "{}"),
            ("POST", "/api/undo", #"{"revision":2,"key":"zqxpin"}"#),
            ("POST", "/api/changes", #"{"restore":1}"#),
            ("POST", "/api/changes", #"{"undo":1,"key":"zqxpin"}"#),
            ("POST", "/api/changes", #"{"changes":[{"key":"zqxold","reset":true}]}"#),
            ("POST", "/api/import?dry_run=1", #"{"zqxold":1,"ZQX-PIN":"y","zqxu":3}"#),
            ("POST", "/api/import", #"{"zqxold":1}"#),
            ("POST", "/api/profiles/Both/apply?dry_run=1", "{}"),
            ("PUT", "/api/profiles/Both", #"{"replace":true}"#),
            ("PATCH", "/api/profiles/Both", #"{"name":"Other"}"#),
            ("DELETE", "/api/profiles/Both", ""),
        ]
        for (method, target, body) in undos + others {
            let answer = await bench.panel.client.send(
                SimpleRequest(
                    method, target,
                    fields: [
                        ("host", "localhost"), ("content-type", "application/json"),
                        ("x-groups", "visitors"),
                    ], body: Array(body.utf8)))
            expectNothing(
                answer, target + body, now, method)
        }
        let forms: [TestPanel.Fields] = [
            ["zqxpin": "x"], ["_add": "zqxlist"], ["_add": "zqxold"], ["_remove": "zqxlist[0]"],
            ["_keep[zqxold]": "mine", "_revision": "1"], ["_for[zqxold]": "5m"],
            ["_undo": "2:zqxpin"], ["_undo": "1"], ["_reset": "zqxstaff"], ["_end": "zqxold"],
            ["zqxboot": "press"], ["_press": "zqxboot:x"], ["_restore": "1"],
        ]
        for form in forms {
            for type in ["text/html", "application/json", "text/plain"] {
                let answer = await bench.panel.client.post(
                    form.map { ($0.key, $0.value) },
                    fields: [("accept", type), ("x-groups", "visitors")])
                expectNothing(answer, "\(form)", now, type)
                // A choice about an unknown setting has no effect.
                let isChoice = form.contains { $0.key.hasPrefix("_keep[") }
                #expect(answer.status >= 400 || isChoice, "\(form)")
            }
        }
        // Only changes of settings that all see can be undone.
        let later = try bench.panel.settings.history.revisions(limit: 100).filter {
            $0.number > revision
        }
        #expect(!later.flatMap(\.changes).contains { $0.key.hasPrefix("zqx") })
        #expect(try bench.panel.settings.profiles.all().map(\.name) == ["Both"])
    }

    /// The events of a visitor.
    private static func cursor(_ panel: TestPanel) -> EventCursor {
        let panel = panel.client.panel
        return EventCursor(
            panel.feed, after: 0,
            view: { panel.view(of: Requester(groups: ["visitors"]), .open, at: panel.mount) })
    }

    @Test(arguments: Now.allCases)
    func eventsDoNotRevealRemovedSettings(now: Now) async throws {
        let bench = try await make(now)
        let more = PanelEvents(
            cursor: Self.cursor(bench.panel))
        for var events in [bench.events, more.makeAsyncIterator()] {
            var text = ""
            // The last change is one that everybody sees.
            while !text.contains("Mole"), let bytes = await events.next() {
                text += String(decoding: bytes, as: UTF8.self)
            }
            #expect(
                text.contains("Mole") && !text.contains("zqx") && !text.contains("plugh"), "\(text)"
            )
            #expect(now != .more || !text.contains("xyzzy"), "\(text)")
        }
        bench.panel.settings.close()
    }

    /// A user group that saw everything before the removal sees everything after it, also in another process.
    @Test(arguments: [("staff", true), ("visitors", false), ("staff,visitors", true), ("", false)])
    func aRemovalDoesNotChangeWhoIsLimited(groups: String, sees: Bool) async throws {
        let bench = try await make(.none)
        let people = Set(groups.split(separator: ",").map(String.init))
        #expect(bench.panel.settings.snapshot.withheld(from: people).isEmpty == sees)
        #expect(bench.panel.settings.snapshot.isRetired("zqxpin"))
        let panel = await bench.panel.client.get("/api/panel", fields: [("x-groups", groups)]).text
        #expect(panel.contains("zqxpin") == sees)
        #expect(!panel.contains(#"[\"staff\"]"#), "the lists of user groups are no keys")
        let restore = await bench.panel.client.get(
            "/changes?restore=1", fields: [("accept", "text/html"), ("x-groups", groups)])
        #expect(restore.status == (sees ? 200 : 404))
    }

    /// A setting that everybody saw limits no viewer when it is removed.
    @Test func aRemovedPublicSettingLimitsNoViewer() throws {
        let settings = try Settings.inMemory(
            Self.schema(Self.later, Self.front.replacing(Self.more, with: "")))
        try settings.adopt(Self.schema(Self.later))
        #expect(settings.snapshot.withheld(from: []).isEmpty)
        #expect(settings.snapshot.isRetired("name"))
    }

    /// The result of a run goes to those who see its button, not to all who have its address.
    @Test func onlyUsersOfAButtonSeeItsRuns() async throws {
        let bench = try await make(.same)
        let pressed = await bench.panel.client.post(
            [("zqxboot", "press"), ("_confirm", "zqxboot")],
            fields: [("accept", "text/html"), ("x-groups", "staff")])
        let target = try #require(pressed.header("location"))
        let id = try #require(target.firstMatch(of: /run=(\w+)/)?.1)
        for type in ["text/html", "application/json"] {
            for place in ["/?run=\(id)", "/actions/zqxboot/\(id)", "/actions/go/\(id)"] {
                let answer = await bench.panel.client.get(
                    place, fields: [("accept", type), ("x-groups", "visitors")])
                expectNothing(answer, place, .same, type)
            }
        }
        #expect(await bench.panel.visit("/?run=\(id)", as: "staff").text.contains("plugh done"))
    }

    /// The page to sign in has the colors of the panel, and no rule of a row.
    @Test(arguments: [Panel.Access.link, .password, .token])
    func theStyleSheetBeforeASignInNamesNoRow(access: Panel.Access) async throws {
        let bench = try SignInBench(
            access,
            schema: #"""
                {"panelKey":"pier","panelStyle":{"mainColor":"#abcdef"},"groups":[
                  {"groupKey":"zqxg","groupStyle":{"textColor":"#234567"},"items":[
                    {"itemKey":"zqxa","itemControlType":"edit_text","itemStyle":{"mainColor":"#123456"}}]}]}
                """#)
        let token = try bench.credentials.addToken(named: "t")
        let fields = [("authorization", "Bearer \(token)"), ("accept", "text/html")]
        let page = await bench.client.get("/", fields: fields).text
        let full = try String(#require(page.firstMatch(of: /\/assets\/[\w.]+css/)).output)
        let known = await bench.client.get(full, fields: fields)
        #expect(
            known.status == 200 && known.text.contains("zqxa") && known.text.contains("#123456"))
        #expect(await bench.client.get(full).status == 404)
        guard access != .token else { return }
        let door = await bench.visit("/sign-in").text
        let sheet = try String(#require(door.firstMatch(of: /\/assets\/[\w.]+css/)).output)
        let bare = await bench.client.get(sheet)
        #expect(bare.status == 200 && bare.text.contains("#abcdef"))
        #expect(!bare.text.contains("zqx") && !bare.text.contains("#123456"))
        #expect(!bare.text.contains("#234567") && !door.contains("zqx"))
    }

    /// The problems of a schema file name items, so a limited viewer learns only that there are some.
    @Test func onlyUnlimitedViewersSeeTheProblemsOfASchema() async throws {
        let bench = try await make(.fewer)
        bench.panel.settings.report(["s.json:3: 'zqxpin' is there twice"])
        #expect(await bench.panel.visit("/", as: "staff").text.contains("zqxpin"))
        let page = await bench.panel.visit("/", as: "visitors").text
        #expect(!page.contains("zqx") && page.contains(#"class="ban""#))
    }
}
