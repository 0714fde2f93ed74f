import Faceplate
import FaceplateSchema
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct GroupAccessTests {
    private static let json = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en"],"groups":[
          {"groupKey":"open","groupTitle":"Open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier"},
            {"itemKey":"lamp","itemTitle":"Lamp","itemControlType":"switch",
             "itemVisibleWhen":"alarm"},
            {"itemReference":"code"},
            {"itemKey":"yard","itemTitle":"Yard","itemControlType":"page",
             "itemSummary":"{crane} and {code}","groups":[
              {"groupKey":"cranes","items":[
                {"itemKey":"crane","itemTitle":"Crane","itemControlType":"edit_text",
                 "itemValue":"Big Bertha"}]}]}]},
          {"groupKey":"safe","groupTitle":"Strongroom","groupAccess":["owners","guards"],"items":[
            {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
             "itemValue":"xyzzy"},
            {"itemKey":"alarm","itemTitle":"Siren","itemControlType":"switch","itemValue":"YES"},
            {"itemKey":"atlas","itemTitle":"Floor plan","itemControlType":"edit_file"},
            {"itemKey":"lock","itemTitle":"Lock up","itemControlType":"button"},
            {"itemKey":"vault","itemTitle":"Vault","itemControlType":"page","groups":[
              {"groupKey":"inside","groupTitle":"Inside","items":[
                {"itemKey":"gold","itemTitle":"Gold","itemControlType":"edit_integer",
                 "itemValue":79}]}]}]},
          {"groupKey":"mode","groupTitle":"Guard mode","groupAccess":["guards"],"items":[
            {"itemKey":"mode_day","itemControlType":"select","itemValue":"YES"},
            {"itemKey":"mode_night","itemControlType":"select","itemValue":"NO"}]}]}
        """#

    /// All texts that only members may read, as they would appear in a response.
    private static let secrets = [
        "xyzzy", "Siren", "Strongroom", "Code word", "Floor plan", "Lock up", "Vault", "Inside",
        "Gold", "Guard mode", "plugh", "mode_", "code", "alarm", "gold", "atlas",
    ]

    private func make() throws -> TestPanel {
        try TestPanel.of(Self.json) { configuration in
            configuration.identifyByHeaders()
            configuration.actions["lock"] = { _ in .success("locked") }
        }
    }

    @Test func onlyMembersSeeTheTextOfAGroupWithoutRows() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[{"itemKey":"a","itemControlType":"switch"}]},
              {"groupKey":"w","groupTitle":"Strongroom","groupFooter":"xyzzy","groupAccess":["owners"],
               "items":[]},
              {"groupKey":"x","groupTitle":"Ways","groupAccess":["owners"],
               "items":[{"itemReference":"a"}]}]}
            """#
        ) { $0.identifyByHeaders() }
        #expect(await panel.visit("/", as: "owners").text.contains("xyzzy"))
        for target in ["/", "/?q=xyzzy", "/?q=Strongroom", "/?view=text"] {
            let answer = await panel.visit(target, as: "")
            let text = answer.text
            #expect(answer.status == 200)
            #expect(!text.contains("Ways") && !text.contains("<h2 id=\"l-w\""), "\(target)")
            #expect(text.ranges(of: "xyzzy").isEmpty || target == "/?q=xyzzy", "\(target)")
        }
    }

    /// The list of groups beside a panel without pages.
    @Test func onlyMembersSeeTheTitleOfAGroupInTheList() async throws {
        let groups = (0..<9).map { number in
            #"{"groupKey":"g\#(number)","groupTitle":"Hall \#(number)","#
                + (number == 4 ? #""groupAccess":["owners"],"# : "")
                + #""items":[{"itemKey":"a\#(number)","itemControlType":"switch"}]}"#
        }
        let panel = try TestPanel.of(#"{"groups":[\#(groups.joined(separator: ","))]}"#) {
            $0.identifyByHeaders()
        }
        for (people, count) in [("owners", 9), ("visitors", 8)] {
            let list = TestPanel.element(
                #"id="pages""#, in: await panel.visit("/", as: people).text)
            #expect(list.ranges(of: "<span>Hall ").count == count)
            #expect(list.contains("Hall 4") == (people == "owners"))
        }
    }

    private func post(
        _ panel: TestPanel, _ form: TestPanel.Fields, as groups: String, to target: String = "/"
    ) async -> PanelResponse {
        await panel.client.post(
            form.map { ($0.key, $0.value) }, to: target,
            fields: [("accept", "application/json"), ("x-groups", groups)])
    }

    @Test(
        arguments: [
            "/", "/?lang=en", "/?view=text", "/?q=o", "/?q=code", "/?q=@modified", "/changes",
            "/?details=code", "/?open=code", "/pages/yard", "/api/changes", "/?rev=1",
            "/changes?key=code", "/?rev=2", "/api/changes?key=gold",
        ])
    func withheldSettingsAreNotRevealed(target: String) async throws {
        let panel = try make()
        try panel.set(["code": "plugh", "gold": "80"])
        try panel.set(["name": "Quay", "code": "plughh"])
        let answer = await panel.visit(target, as: "visitors")
        #expect(answer.status == 200)
        var text = answer.text
        // The response repeats parts of the URL in fields and links.
        for echo in [#"value="code""#, "“code”", "key=code", "<bdi>code</bdi>", "code"]
        where target.contains("code") {
            text = text.replacing(echo, with: "")
        }
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
        let told = await panel.visit("/", as: "guards").text
        for secret in ["plughh", "Siren", "Strongroom", "Guard mode"] {
            #expect(told.contains(secret))
        }
    }

    @Test(arguments: ["code", "safe", "vault", "gold", "inside", "mode", "mode_day"])
    func onlyMembersGetAFragment(key: String) async throws {
        let panel = try make()
        let answer = await panel.visit("/fragments/\(key)", as: "visitors")
        #expect(answer.status == 404)
        let text = answer.text.replacing(key, with: "")
        for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
        // An option does not tell the key of its group.
        #expect(key == "mode" || !text.contains("mode"), "\(text)")
        #expect(await panel.visit("/fragments/\(key)", as: "guards").status == 200)
    }

    /// The preview of a restore names the values of all groups.
    @Test(arguments: ["/changes?restore=0", "/changes?restore=1"])
    func onlyUnlimitedViewersSeeThePreviewOfARestore(target: String) async throws {
        let panel = try make()
        try panel.set(["code": "plugh", "gold": "80"])
        try panel.set(["name": "Quay", "code": "plughh"])
        for groups in ["visitors", "", "owners"] {
            let answer = await panel.visit(target, as: groups)
            #expect(answer.status == 404)
            for secret in ["plugh", "Guard mode", "Code word"] {
                #expect(!answer.text.contains(secret))
            }
        }
        let own = await panel.visit(target, as: "owners,guards")
        #expect(own.status == 200 && own.text.contains("plugh"))
    }

    /// An undo of the whole revision would be refused.
    @Test(arguments: [("visitors", "1:name"), ("owners,guards", "1")])
    func theUndoOfARevisionNamesOnlyVisibleChanges(groups: String, undo: String) async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "code": "plugh"])
        let page = await panel.visit("/changes", as: groups).text
        let named = page.matches(of: /name="_undo" value="([^"]*)"/).map { String($0.output.1) }
        #expect(named.last == undo, "\(named)")
        #expect(await post(panel, ["_undo": undo], as: groups, to: "/changes").status == 200)
        #expect(panel.settings.text("name") == "Pier")
    }

    /// One button cannot undo a part of a revision.
    @Test func visibleChangesOfAPartlyWithheldRevisionAreUndoneOneByOne() async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "crane": "Rex", "code": "plugh"])
        let page = await panel.visit("/changes", as: "visitors").text
        let named = page.matches(of: /name="_undo" value="([^"]*)"/).map { String($0.output.1) }
        #expect(named.sorted() == ["1:crane", "1:name"])
    }

    @Test func onlyUnlimitedViewersAreOfferedARestore() async throws {
        let panel = try make()
        for name in ["Quay", "Mole"] { try panel.set(["name": name]) }
        for groups in ["visitors", "owners", "owners,guards"] {
            let page = await panel.visit("/changes", as: groups).text
            #expect(page.contains("Mole"))
            #expect(page.contains("restore=1") == (groups == "owners,guards"), "\(groups)")
            let dated = await panel.visit("/changes?until=2099-01-01T00:00", as: groups).text
            #expect(dated.contains("Mole"))
            #expect(dated.contains("restore=2099") == (groups == "owners,guards"), "\(groups)")
        }
    }

    @Test(arguments: ["/?rev=1", "/changes?rev=1"])
    func offersNoUndoToAReadOnlyViewer(target: String) async throws {
        for mayEdit in [true, false] {
            let panel = try TestPanel.make(TestPanel.item("edit_text", key: "name")) {
                $0.identify = { _ in Requester(access: mayEdit ? .edit : .view) }
            }
            try panel.set(["name": "Quay"])
            let page = await panel.page(target)
            #expect(page.contains("name=\"_undo\"") == mayEdit)
        }
    }

    @Test func offersNoUndoOfASingleChangeToAReadOnlyViewer() async throws {
        let items = ["one", "two"].map { TestPanel.item("edit_text", key: $0) }
        let panel = try TestPanel.make(items.joined(separator: ",")) {
            $0.identify = { _ in Requester(access: .view) }
        }
        try panel.set(["one": "1", "two": "2"])
        let page = await panel.page("/changes")
        #expect(page.contains("/s/one") && !page.contains("name=\"_undo\""))
    }

    @Test(arguments: [true, false])
    func offersNoButtonToAReadOnlyViewer(mayEdit: Bool) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "name"), TestPanel.item("switch", key: "on"),
            TestPanel.item("button", #""itemEnabledWhen":"on""#, key: "go")
        ) {
            $0.identify = { _ in Requester(access: mayEdit ? .edit : .view) }
            $0.actions["go"] = { _ in .success("gone") }
        }
        try panel.set(["name": "Quay", "on": "YES"])
        let page = await panel.page()
        #expect(page.contains("name=\"_reset\" value=\"g\"") == mayEdit)
        let row = TestPanel.row("go", in: page)
        #expect(row.contains("aria-disabled=\"true\"") == !mayEdit, "\(row)")
        #expect(await panel.page("/actions/go").contains("name=\"_confirm\"") == mayEdit)
    }

    @Test(arguments: ["/pages/vault", "/files/atlas", "/s/code", "/s/gold", "/actions/lock"])
    func linksToWithheldSettingsAreNotFound(target: String) async throws {
        let panel = try make()
        try panel.set(["code": "plugh"])
        #expect(await panel.visit(target, as: "visitors").status == 404)
        #expect(await panel.visit(target, as: "").status == 404)
        let own = await panel.visit(target, as: "owners").status
        #expect(own == (target == "/files/atlas" ? 404 : target.hasPrefix("/s/") ? 303 : 200))
    }

    /// A suggestion would tell that there is such a setting.
    @Test(arguments: [("visitors", false), ("owners", true)])
    func aLinkToAnUnknownKeySuggestsNothingWithheld(groups: String, isNamed: Bool) async throws {
        let panel = try make()
        let page = await panel.visit("/s/codes", as: groups)
        #expect(page.status == 404)
        #expect(page.text.contains(#"href="/s/code""#) == isNamed)
        let text = await panel.client.get("/s/codes", fields: [("x-groups", groups)]).text
        #expect(text.replacing("codes", with: "").contains("code") == isNamed)
    }

    @Test(arguments: [
        ["code": "x"], ["name": "y", "gold": "1"], ["lock": "press"], ["_reset": "code"],
        ["_reset": "safe"], ["_reset": "vault"], ["mode": "mode_night"], ["mode_night": "YES"],
        ["_undo": "1"], ["_undo": "1:code"], ["_restore": "0"], ["_dry_run": "1", "code": "x"],
        ["_preview": "1", "code": "x"], ["_keep[code]": "mine", "name": "y"],
        ["_confirm": "lock", "name": "y"], ["_for[code]": "1h"], ["_for[code]": "2h", "name": "y"],
    ])
    func withheldSettingsCannotBeChanged(form: [String: String]) async throws {
        let panel = try make()
        try panel.set(["code": "plugh"])
        let fields = form.map { (name: $0.key, value: $0.value) }
        for target in ["/", "/changes"] {
            let answer = await panel.client.post(
                fields, to: target,
                fields: [("accept", "application/json"), ("x-groups", "visitors")])
            #expect(answer.status == 403)
            #expect(answer.text.contains(#""code":"not_allowed""#))
            #expect(!answer.text.contains("plugh"))
        }
        #expect(panel.settings.revision == 1)
        #expect(panel.settings.text("code") == "plugh")
    }

    /// The answer names the sender's own field, and not what the revisions changed.
    @Test(arguments: [("_undo", "1"), ("_restore", "0")])
    func aRejectedReversalNamesNoWithheldSetting(name: String, value: String) async throws {
        let panel = try make()
        try panel.set(["code": "plugh", "gold": "80", "name": "Quay"])
        let answer = await post(panel, [name: value], as: "visitors")
        #expect(answer.status == 403)
        let keys = answer.text.matches(of: /"key":"([^"]*)"/).map { String($0.1) }
        #expect(keys == [name], "\(answer.text)")
        for key in ["code", "gold", "safe", "mode"] {
            #expect(!answer.text.contains("change \(key)"))
        }
    }

    @Test(arguments: ["visitors", "owners,guards"])
    func aMissingRevisionIsReportedAsMissing(groups: String) async throws {
        let answer = await post(try make(), ["_undo": "9"], as: groups)
        #expect(answer.status == 422, "\(answer.text)")
        #expect(answer.text.contains(#""code":"no_revisions""#), "\(answer.text)")
    }

    @Test
    func visibleSettingsAreSavedAndUndone() async throws {
        let panel = try make()
        #expect(await post(panel, ["name": "Quay"], as: "visitors").status == 200)
        #expect(await post(panel, ["_undo": "1"], as: "visitors", to: "/changes").status == 200)
        #expect(panel.settings.text("name") == "Pier")
        try panel.set(["name": "Jetty", "code": "plugh"])
        // A viewer can undo the visible part of a revision that also changed a withheld setting.
        #expect(await post(panel, ["_undo": "3:name"], as: "visitors").status == 200)
        #expect(panel.settings.text("name") == "Pier")
        #expect(panel.settings.text("code") == "plugh")
    }

    @Test
    func aResetOfAllLeavesWithheldSettings() async throws {
        let panel = try make()
        try panel.set(["name": "Jetty", "code": "plugh", "crane": "Small"])
        let answer = await post(panel, ["_reset": "*"], as: "visitors")
        #expect(answer.status == 200)
        #expect(!answer.text.contains("code"))
        #expect(panel.settings.text("name") == "Pier")
        #expect(panel.settings.text("crane") == "Big Bertha")
        #expect(panel.settings.text("code") == "plugh")
        #expect(await post(panel, ["_reset": "*"], as: "owners,guards").status == 200)
        #expect(panel.settings.text("code") == "xyzzy")
    }

    /// A revision with a withheld part cannot be undone as a whole.
    @Test(arguments: [("visitors", false), ("owners,guards", true)])
    func theHistoryOffersNoUndoOfWithheldSettings(groups: String, isOffered: Bool) async throws {
        let panel = try make()
        try panel.set(["name": "Jetty", "code": "plugh"])
        let answer = await panel.visit("/api/changes", as: groups)
        #expect(answer.text.contains(#""undoable":\#(isOffered)"#), "\(answer.text)")
    }

    /// A program that follows the changes reads the whole panel again when its schema is another one.
    @Test(arguments: ["visitors", "guards"])
    func theHistoryHasTheSchemaOfItsViewer(groups: String) async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "code": "plugh"])
        func digest(_ target: String) async throws -> String? {
            let body = await panel.visit(target, as: groups).body
            return try JSONReader.read(body).object?["digest"]?.string
        }
        let schema = try #require(try await digest("/api/panel"))
        #expect(try await digest("/api/changes?detailed=1") == schema)
    }

    /// A part of the history without anything to show still leads to the next one.
    @Test
    func theHistoryContinuesAfterWithheldChanges() async throws {
        let panel = try make()
        try panel.set(["name": "Jetty"])
        try panel.set(["code": "plugh"])
        try panel.set(["gold": "80"])
        let first = await panel.visit("/api/changes?limit=2", as: "visitors").text
        #expect(first.contains(#""revisions":[],"next":2"#), "\(first)")
        let second = await panel.visit("/api/changes?limit=2&before=2", as: "visitors").text
        #expect(second.contains("Jetty") && second.contains(#""next":null"#), "\(second)")
    }

    /// A search that compared withheld values would let a viewer guess them.
    @Test(arguments: [
        ("visitors", "plugh", false), ("visitors", "Quay", true), ("owners,guards", "plugh", true),
    ])
    func theHistoryIsNotSearchedForWithheldValues(
        groups: String, text: String, isFound: Bool
    ) async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "code": "plugh"])
        for target in ["/api/changes?text=", "/changes?text="] {
            let answer = await panel.visit(target + text, as: groups).text
            #expect(answer.contains("Quay") == isFound, "\(target)")
        }
    }

    /// A revision that also changed a visible setting would say when the withheld one was changed.
    @Test(arguments: ["/api/changes?key=code", "/api/changes?key=gold", "/changes?key=code"])
    func theHistoryOfAWithheldSettingIsEmpty(target: String) async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "code": "plugh", "gold": "80"])
        let answer = await panel.visit(target, as: "visitors")
        #expect(answer.status == 200 && !answer.text.contains("Quay"), "\(answer.text)")
        // The start of the history is that of the whole panel.
        let isData = target.hasPrefix("/api/")
        #expect(answer.text.contains(#""revision":1,"oldest":1,"#) == isData, "\(answer.text)")
        #expect(await panel.visit(target, as: "owners").text.contains("Quay"))
    }

    /// A page after a save says what it changed, unless a part of that is withheld.
    @Test(arguments: [("visitors", false), ("owners", true)])
    func noPageCountsChangesOfWithheldSettings(groups: String, isReported: Bool) async throws {
        let panel = try make()
        try panel.set(["name": "Quay", "code": "plugh"])
        for target in ["/?rev=1", "/changes?rev=1"] {
            let page = await panel.visit(target, as: groups).text
            let status = TestPanel.element(#"id="status""#, in: page)
            #expect(status.contains("settings changed") == isReported, "\(status)")
            #expect(status.contains("<p>") == isReported, "\(status)")
        }
    }

    @Test
    func aNewSchemaKeepsTheRightsOfTheViewer() async throws {
        let panel = try make()
        #expect(await panel.visit("/", as: "visitors").text.contains("Name"))
        let json = Self.json.replacing(#""Name""#, with: #""Calling""#)
        try panel.settings.adopt(
            SchemaReader.read(Array(json.utf8), name: "x"), labels: LabelCatalog())
        let page = await panel.visit("/", as: "visitors").text
        #expect(page.contains("Calling") && !page.contains("xyzzy"))
    }

    /// Rules can change a setting that is withheld from the user who posts.
    @Test(arguments: [
        ["_reset": "lamp"], ["lamp": "NO", "_review": "1"], ["lamp": "NO", "_preview": "1"],
        ["lamp": "NO", "_preview": "check"], ["lamp": "NO"], ["lamp": "NO", "_done": "1"],
        ["_reset": "*"], ["_reset": "*", "_confirm": "*"],
    ])
    func withheldSettingsThatARuleClearsAreNotReported(form: [String: String]) async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelSave":"explicit","groups":[
              {"groupKey":"open","items":[
                {"itemKey":"lamp","itemTitle":"Lamp","itemControlType":"switch","itemValue":"NO"}]},
              {"groupKey":"safe","groupTitle":"Strongroom","groupAccess":["owners"],"items":[
                {"itemKey":"code","itemTitle":"Code word","itemControlType":"edit_text",
                 "itemVisibleWhen":"lamp","itemWhenHidden":"clear"}]}]}
            """#
        ) { $0.identify = { _ in Requester() } }
        try panel.set(["lamp": "YES", "code": "plugh"])
        let answer = await panel.client.post(
            form.map { ($0.key, $0.value) }, fields: [("accept", "text/html")])
        let page =
            answer.status == 303
            ? await panel.visit(answer.header("location") ?? "/") : answer
        #expect(page.status == 200)
        for secret in ["plugh", "Code word", "Strongroom", "code", "Code"] {
            #expect(!page.text.contains(secret), "\(secret): \(page.text)")
        }
        // The number of changes would reveal it, too.
        #expect(page.text.contains("Lamp"))
        #expect(!TestPanel.element(#"id="status""#, in: page.text).contains("2"))
    }

    @Test
    func rulesCanTestWithheldSettings() async throws {
        let panel = try make()
        let shown = await panel.visit("/", as: "visitors").text
        #expect(shown.contains(#"id="s-lamp">"#))
        try panel.set(["alarm": "NO"])
        let hidden = await panel.visit("/", as: "visitors").text
        #expect(hidden.contains(#"id="s-lamp" hidden>"#))
    }

    @Test
    func eventsLeaveOutWithheldSettings() async throws {
        let panel = try make()
        let answer = await panel.client.get(
            "/api/events", fields: [("x-groups", "visitors")])
        var stream = try #require(answer.events).makeAsyncIterator()
        _ = await stream.next()
        try panel.set(["code": "plugh"])
        try panel.set(["code": "plughh", "name": "Quay"])
        let told = String(decoding: try #require(await stream.next()), as: UTF8.self)
        #expect(told.contains("id: 2\n"))
        #expect(told.contains(#""changed":{"name":{"from":null,"to":"Quay"}}"#))
        #expect(!told.contains("plugh"))
        panel.client.panel.stopEvents()
    }

    @Test
    func aLargeChangeIsAResetForALimitedViewerToo() async throws {
        let panel = try make()
        let answer = await panel.client.get(
            "/api/events", fields: [("x-groups", "visitors")])
        var stream = try #require(answer.events).makeAsyncIterator()
        _ = await stream.next()
        try panel.set(["name": String(repeating: "x", count: EventFeed.eventLimit)])
        let told = String(decoding: try #require(await stream.next()), as: UTF8.self)
        #expect(told.contains("event: reset\n") && told.contains(#"{"revision":1}"#))
        #expect(!told.contains("xx"))
        panel.client.panel.stopEvents()
    }

    @Test
    func aSlowLimitedViewerGetsAReset() async throws {
        let panel = try make()
        let answer = await panel.client.get(
            "/api/events", fields: [("x-groups", "visitors")])
        var stream = try #require(answer.events).makeAsyncIterator()
        for number in 1...300 { try panel.set(["name": "\(number)"]) }
        _ = await stream.next()
        let told = String(decoding: try #require(await stream.next()), as: UTF8.self)
        #expect(told.contains("event: reset\n") && told.contains(#"{"revision":300}"#), "\(told)")
        panel.client.panel.stopEvents()
    }

    @Test
    func aUserWithoutIdentityCanSeeAll() async throws {
        let panel = try TestPanel.of(Self.json)
        #expect(await panel.page().contains("Code word"))
        #expect(await panel.json(["code": "x"]).status == 200)
    }

    @Test
    func viewersWithTheSameRightsShareOnePage() async throws {
        let panel = try make()
        let one = await panel.visit("/", as: "visitors")
        #expect(await panel.visit("/", as: "poets,visitors") === one)
        #expect(await panel.visit("/", as: "owners") !== one)
        #expect(await panel.visit("/", as: "guards") !== (await panel.visit("/", as: "owners")))
    }
}
