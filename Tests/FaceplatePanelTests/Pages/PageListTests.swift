import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The list of pages, or of groups, in the header.
struct PageListTests {
    private func make() throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en","fr"],"groups":[
              {"groupKey":"g","groupTitle":"Group","items":[
                {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemMaximumLength":3},
                {"itemKey":"net","itemTitle":"Network","itemControlType":"page",
                 "itemImage":"/net.svg","groups":[
                  {"groupKey":"lan","items":[
                    {"itemKey":"port","itemTitle":"Port","itemControlType":"edit_text"},
                    {"itemKey":"seen","itemControlType":"switch","itemHidden":true},
                    {"itemKey":"relay","itemControlType":"switch",
                     "itemVisibleWhen":{"key":"name","equals":"Ada"}},
                    {"itemKey":"proxy","itemTitle":"Proxy","itemControlType":"page","groups":[
                      {"groupKey":"p","items":[
                        {"itemKey":"host","itemTitle":"Host","itemControlType":"edit_text"}]}]}]}]},
                {"itemKey":"film","itemTitle":"Films","itemControlType":"page",
                 "itemVisibleWhen":{"key":"name","equals":"Ada"},"groups":[
                  {"groupKey":"f","items":[
                    {"itemKey":"loud","itemTitle":"Loud","itemControlType":"switch"}]}]},
                {"itemKey":"deep","itemTitle":"Depth","itemControlType":"page","itemLevel":"advanced",
                 "groups":[{"groupKey":"d","items":[
                    {"itemKey":"least","itemTitle":"Least","itemControlType":"switch"}]}]}
            ]}]}
            """#)
    }

    private func list(_ panel: TestPanel, _ target: String = "/") async -> String {
        TestPanel.element(#"id="pages""#, in: await panel.visit(target).text)
    }

    private static let overview =
        #"<span class="thumb home" data-hue="grey"></span><span>Overview</span>"#

    private static let dot =
        #" <span class="dot" title="Modified."><span class="sr">Modified.</span></span>"#

    @Test
    func namesEachPageWithItsIcon() async throws {
        let list = await list(try make())
        #expect(
            list == #"<nav id="pages" aria-label="Contents"><ul>"#
                + #"<li><a href="/" aria-current="page">\#(Self.overview)</a></li></ul><ul>"#
                + #"<li><a href="/pages/net"><img class="thumb" src="/net.svg" alt="">"#
                + #"<span>Network</span></a></li></ul></nav>"#)
    }

    @Test(arguments: [("", "orange"), (#","itemHue":"teal""#, "teal")])
    func aPageHasItsColor(hue: String, shown: String) async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelTitle":"Harbour","groups":[{"groupKey":"g","items":[
              {"itemKey":"net","itemTitle":"Network","itemControlType":"page"\#(hue),"groups":[
               {"groupKey":"n","items":[
                {"itemKey":"deep","itemTitle":"Deep","itemControlType":"page","groups":[]}]}]}]}]}
            """#)
        #expect(
            await list(panel).contains(
                #"<span class="thumb" data-hue="\#(shown)" data-letter="N"></span>"#))
        for page in ["/pages/net", "/pages/net/deep"] {
            #expect(await panel.page(page).contains(#"class="title" data-hue="\#(shown)""#))
        }
    }

    @Test(arguments: [
        ("/", [#"/" aria-current="page"#]),
        ("/pages/net", [#"/pages/net" aria-current="page"#]),
        (
            "/pages/net/proxy",
            [#"/pages/net" aria-current="true"#, #"/pages/net/proxy" aria-current="page"#]
        ),
        ("/?q=port", []), ("/changes", []), ("/nowhere", []),
    ])
    func marksTheCurrentPage(target: String, marks: [String]) async throws {
        let list = await list(try make(), target)
        #expect(list.contains(#"<a href="/pages/net""#), "\(target)")
        let current = list.matches(of: /<a href="([^"]*" aria-current="[a-z]*)"/)
        #expect(current.map { String($0.output.1) } == marks, "\(target)")
    }

    @Test
    func listsPagesWithVisibleRowsOnTheFirstPage() async throws {
        let panel = try make()
        #expect(!(await list(panel).contains("Films")))
        #expect(await list(panel, "/?level=advanced").contains("Depth"))
        try panel.set(["name": "Ada"])
        #expect(
            await list(panel).contains(
                #"<a href="/pages/film"><span class="thumb" data-hue="violet" data-letter="F"></span>"#
                    + "<span>Films</span></a>"))
        #expect(await list(panel, "/?lang=fr").contains(#"aria-label="Sommaire""#))
    }

    /// The groups of the page that is shown, and the subpages, each in its place; a single group is the page itself.
    @Test
    func hasTheGroupsAndSubpagesOfTheCurrentPage() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelKey":"p","panelLocales":["en"],"groups":[
              {"groupKey":"a","groupTitle":"House","items":[
                {"itemKey":"net","itemTitle":"Net","itemControlType":"page","groups":[
                  {"groupKey":"lan","groupTitle":"LAN","items":[
                    {"itemKey":"port","itemControlType":"switch"}]},
                  {"groupKey":"more","groupTitle":"More","items":[
                    {"itemKey":"wifi","itemTitle":"Wi-Fi","itemControlType":"page","groups":[
                      {"groupKey":"w","groupTitle":"Only","items":[
                        {"itemKey":"band","itemControlType":"switch"}]}]}]},
                  {"groupKey":"wan","groupTitle":"WAN","items":[
                    {"itemKey":"gate","itemControlType":"switch"}]}]}]},
              {"groupKey":"b","groupTitle":"People","items":[
                {"itemKey":"ann","itemTitle":"Ann","itemControlType":"page","groups":[
                  {"groupKey":"n","items":[{"itemKey":"age","itemControlType":"switch"}]}]}]}]}
            """#)
        try panel.set(["gate": "YES"])
        for (target, entries) in [
            (
                "/pages/net",
                "/ Overview, /pages/net Net, #s-lan LAN, /pages/net/wifi Wi-Fi, "
                    + "#s-wan WAN, /pages/ann Ann"
            ),
            (
                "/pages/net/wifi",
                "/ Overview, /pages/net Net, /pages/net/wifi Wi-Fi, /pages/ann Ann"
            ),
            ("/pages/ann", "/ Overview, /pages/net Net, /pages/ann Ann"),
            ("/changes", "/ Overview, /pages/net Net, /pages/ann Ann"),
        ] {
            let list = await list(panel, target)
            let found = list.matches(of: /<a href="([^"]*)".*?<span>([^<]*)</)
            #expect(
                found.map { "\($0.output.1) \($0.output.2)" }.joined(separator: ", ") == entries)
            for section in ["House", "People"] {
                #expect(list.contains(#"<p class="sub">\#(section)</p>"#))
            }
        }
        let list = await list(panel, "/pages/net")
        for name in ["Net", "WAN"] { #expect(list.contains("<span>\(name)</span>\(Self.dot)</a>")) }
        for name in ["LAN", "Wi-Fi"] { #expect(list.contains("<span>\(name)</span></a>")) }
    }

    @Test
    func marksPagesWithModifiedSettings() async throws {
        let panel = try make()
        // Each page is in the cache before the change.
        for target in ["/", "/pages/net"] { _ = await panel.page(target) }
        try panel.set(["host": "a"])
        for target in ["/", "/pages/net", "/changes"] {
            let list = await list(panel, target)
            #expect(list.contains("<span>Network</span>\(Self.dot)</a>"), "\(target)")
            #expect(list.contains("\(Self.overview)</a>"), "\(target)")
        }
        try panel.set(["host": "", "name": "Bob"])
        #expect(await list(panel).contains("\(Self.overview)\(Self.dot)</a>"))
        #expect(await list(panel).contains("<span>Network</span></a>"))
    }

    @Test
    func aHiddenChangedSettingMarksNoPage() async throws {
        let panel = try make()
        for key in ["seen", "relay"] {
            try panel.set([key: "YES"])
            #expect(await list(panel).contains("<span>Network</span></a>"), "\(key)")
        }
        try panel.set(["name": "Ada"])
        #expect(await list(panel).contains("<span>Network</span>\(Self.dot)</a>"))
    }

    @Test
    func marksThePageOfARejectedValue() async throws {
        let panel = try make()
        let answer = await panel.browse(["name": "too long"])
        #expect(answer.status == 422)
        #expect(
            TestPanel.element(#"id="pages""#, in: answer.text).contains(
                Self.overview + #" <span class="dot wrong" title="1 problem" data-count="1">"#
                    + #"<span class="sr">1 problem</span></span></a>"#))
    }

    /// The number of problems of a page does not reveal a withheld setting whose value cannot be read.
    @Test(arguments: [(group: "admin", mark: "1 problem"), ("guest", nil)])
    func countsNoProblemOfAWithheldSetting(group: String, mark: String?) async throws {
        let json = #"""
            {"groups":[{"groupKey":"g","items":[{"itemKey":"more","itemControlType":"page","groups":[
              {"groupKey":"m","groupAccess":["admin"],"items":[\#(TestPanel.item("switch"))]}]}]}]}
            """#
        let storage = MemoryStorage()
        try storage.write { reader in
            var change = StorageChange(to: try reader.version())
            change.values["k"] = .set(.init(value: "{", revision: 0))
            return change
        }
        let settings = try Settings.open(
            SchemaReader.read(Array(json.utf8), name: "test"), in: storage, watches: false)
        var configuration = Panel.Configuration()
        configuration.identify = { _ in Requester(groups: [group]) }
        let panel = TestPanel(
            settings: settings, client: PanelClient(settings, configuration: configuration))
        let list = await list(panel)
        #expect(list.firstMatch(of: /title="([^"]*problem)"/).map { String($0.1) } == mark)
    }

    @Test
    func listsTheGroupsOfALongPage() async throws {
        func panel(_ count: Int) throws -> TestPanel {
            let groups = (1...count).map { number in
                let title = number == 2 ? "" : #""groupTitle":"Group \#(number)","#
                return #"{"groupKey":"g\#(number)",\#(title)"items":["#
                    + TestPanel.item("switch", key: "k\(number)") + "]}"
            }
            return try TestPanel.of(
                #"{"panelKey":"p","panelLocales":["en"],"groups":[\#(groups.joined(separator: ","))]}"#
            )
        }
        #expect(await list(try panel(PageList.leastGroups - 1)).isEmpty)
        let many = try panel(PageList.leastGroups)
        let list = await list(many)
        #expect(list.contains(##"<li><a href="#s-g1"><span>Group 1</span></a></li>"##))
        let page = await many.page()
        for target in list.matches(of: /href="#([^"]*)"/) {
            #expect(page.contains(#"id="\#(target.output.1)""#))
        }
        for target in ["/changes", "/?q=port"] {
            #expect(await self.list(many, target).contains(##"<a href="/#s-g1">"##), "\(target)")
        }
    }

    /// The list is stored, and written again when a rule or the level changes.
    @Test
    func theListOfGroupsFollowsTheRulesAndTheLevel() async throws {
        let groups = (1...PageList.leastGroups).map { number in
            let more =
                [2: #""groupVisibleWhen":"k1","#, 3: #""groupLevel":"advanced","#][number] ?? ""
            return #"{"groupKey":"g\#(number)","groupTitle":"Group \#(number)",\#(more)"items":["#
                + TestPanel.item("switch", key: "k\(number)") + "]}"
        }
        let panel = try TestPanel.of(
            #"{"panelKey":"p","panelLocales":["en"],"groups":[\#(groups.joined(separator: ","))]}"#)
        let steps = [
            ("NO", "/", [false, false]), ("YES", "/", [true, false]),
            ("YES", "/?level=advanced", [true, true]), ("NO", "/?level=advanced", [false, true]),
        ]
        for (value, target, shown) in steps {
            try panel.set(["k1": value])
            let list = await list(panel, target)
            #expect(list.contains("Group 1<") && list.contains("Group 8<"))
            #expect(
                ["Group 2<", "Group 3<"].map { list.contains($0) } == shown, "\(value) \(target)")
        }
    }

    @Test
    func aChangedSettingThatARuleHidesMarksNoPage() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelKey":"p","panelLocales":["en"],"groups":[{"groupKey":"g","items":[
              {"itemKey":"on","itemControlType":"switch","itemValue":true},
              {"itemKey":"net","itemTitle":"Network","itemControlType":"page","groups":[
                {"groupKey":"lan","items":[{"itemKey":"port","itemControlType":"edit_text",
                  "itemVisibleWhen":"on"}]}]}]}]}
            """#)
        try panel.set(["port": "80"])
        #expect(await list(panel).contains("<span>Network</span>\(Self.dot)</a>"))
        try panel.set(["on": "NO"])
        #expect(await list(panel).contains("<span>Network</span></a>"))
    }
}
