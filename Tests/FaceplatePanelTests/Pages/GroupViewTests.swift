import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct GroupViewTests {
    private func group(
        _ panel: TestPanel, _ target: String = "/", key: String = "g"
    ) async -> String {
        TestPanel.element(#"id="s-\#(key)""#, in: await panel.page(target))
    }

    private func text(_ key: String, _ more: String = "") -> String {
        TestPanel.item("edit_text", more, key: key)
    }

    @Test
    func headerAndFooterDescribeIt() async throws {
        let panel = try TestPanel.make(
            text("a"), group: #""groupHeader":"Above","groupFooter":"Below""#)
        let group = await group(panel)
        #expect(group.contains(#"aria-labelledby="l-g" id="s-g" aria-describedby="h-g f-g""#))
        #expect(group.contains(#"<p class="head" id="h-g">Above</p>"#))
        #expect(group.contains(#"<p class="foot" id="f-g">Below</p>"#))
    }

    @Test(arguments: [("", "None"), ("one", "First"), ("two", "Second"), ("no", "")])
    func selectsItsFooterByTheValues(value: String, footer: String) async throws {
        let panel = try TestPanel.make(
            text("a"),
            group: #""groupFooter":"None","groupFooterWhen":["#
                + #"{"when":{"key":"a","equals":"one"},"footer":"First"},"#
                + #"{"when":{"key":"a","in":["one","two"]},"footer":"Second"},"#
                + #"{"when":{"key":"a","equals":"no"},"footer":""}]"#)
        try panel.set(["a": value])
        let group = await group(panel)
        #expect(group.contains(#"id="f-g""#) == !footer.isEmpty)
        #expect(group.contains(#"aria-describedby="f-g""#) == !footer.isEmpty)
        #expect(footer.isEmpty || group.contains(#"id="f-g">\#(footer)</p>"#))
    }

    @Test
    func updatesAFooterWithAConditionInAnotherGroup() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","groupFooter":"Off","groupFooterWhen":[{"when":"b",
               "footer":"On"}],"items":[\#(text("a"))]},
              {"groupKey":"h","items":[\#(TestPanel.item("switch", key: "b"))]}]}
            """#)
        for (value, footer) in [("NO", "Off"), ("YES", "On"), ("NO", "Off")] {
            try panel.set(["b": value])
            #expect(await group(panel).contains(#"id="f-g">\#(footer)</p>"#))
        }
    }

    // MARK: - Collapsible groups

    @Test(arguments: [
        (#""groupCollapsed":true"#, "<details>"), (#""groupCollapsed":false"#, "<details open>"),
    ])
    func isCollapsedAsDeclared(attribute: String, tag: String) async throws {
        let group = await group(try TestPanel.make(text("a"), group: attribute))
        #expect(group.contains(tag + #"<summary><h2 id="l-g">Group</h2></summary>"#))
        #expect(group.contains(#"aria-labelledby="l-g""#))
        #expect(group.contains(#"name="a""#))
    }

    @Test
    func isOpenIfASettingIsSetOrWrong() async throws {
        let panel = try TestPanel.make(
            text("a", #""itemMaximumLength":3"#), group: #""groupCollapsed":true"#)
        let wrong = await panel.browse(["a": "too long"]).text
        #expect(wrong.contains("<details open>"))
        #expect(await group(panel).contains("<details>"))
        try panel.set(["a": "x"])
        #expect(await group(panel).contains("<details open>"))
    }

    /// The same group is shown to others in between.
    @Test
    func isOpenForALinkToOneOfItsRows() async throws {
        let panel = try TestPanel.make(text("a"), text("b"), group: #""groupCollapsed":true"#)
        for target in ["/", "/?open=a", "/", "/?open=g", "/"] {
            let tag = target == "/" ? "<details>" : "<details open>"
            #expect(await group(panel, target).contains(tag), "\(target)")
        }
    }

    @Test
    func staysClosedForAHiddenRow() async throws {
        let panel = try TestPanel.make(
            text("a", #""itemVisibleWhen":{"key":"b","equals":true}"#),
            TestPanel.item("switch", key: "b"), group: #""groupCollapsed":true"#)
        try panel.set(["a": "x"])
        #expect(await group(panel).contains("<details>"))
    }

    // MARK: - References

    /// Returns a panel with two groups, `g` and `h`; both contain the item `a`.
    private func makePair(first: String, second: String) throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","groupTitle":"One"\#(first)},
                       {"groupKey":"h","groupTitle":"Two"\#(second)}]}
            """#)
    }

    /// Returns the row that only has a link to the row of a key.
    private func link(to key: String, in page: String) -> ShownElement? {
        let shown = ShownPage(page)
        return withExtendedLifetime(shown) {
            shown.root.inner.first { $0["href"] == "#s-\(key)" }?.outer.dropFirst().first
        }
    }

    @Test
    func hasTheFieldOfASettingInItsOwnGroupOnly() async throws {
        let panel = try makePair(
            first: #","items":[{"itemReference":"a"}]"#, second: #","items":[\#(text("a"))]"#)
        try panel.set(["a": "<x>"])
        let page = await panel.page()
        #expect(page.ranges(of: #"name="a""#).count == 1)
        #expect(page.ranges(of: #"id="s-a""#).count == 1)
        let second = try #require(link(to: "a", in: page))
        #expect(second.text == "Port<x>")
    }

    @Test
    func hasTheFieldInTheSecondPlaceIfTheFirstIsNotShown() async throws {
        let panel = try makePair(
            first: #","groupLevel":"advanced","items":[\#(text("a"))]"#,
            second: #","items":[{"itemReference":"a"}]"#)
        let basic = await panel.page()
        #expect(TestPanel.element(#"id="s-h""#, in: basic).contains(#"name="a""#))
        #expect(!basic.contains(##"href="#s-a""##))
        let advanced = await panel.page("/?level=advanced")
        #expect(TestPanel.element(#"id="s-g""#, in: advanced).contains(#"name="a""#))
        #expect(TestPanel.element(#"id="s-h""#, in: advanced).contains(##"href="#s-a""##))
    }

    @Test
    func showsNoValueOfASecretInASecondPlace() async throws {
        let panel = try makePair(
            first: #","items":[\#(TestPanel.item("edit_password", key: "a"))]"#,
            second: #","items":[{"itemReference":"a"}]"#)
        try panel.set(["a": "hunter2"])
        let page = await panel.page()
        #expect(link(to: "a", in: page)?.text == "PortSet")
        #expect(!page.contains("hunter2"))
    }

    @Test
    func hidesTheSecondPlaceWithTheFirst() async throws {
        let panel = try makePair(
            first: #","items":[\#(text("a", #""itemVisibleWhen":{"key":"b","equals":true}"#)),"#
                + TestPanel.item("switch", key: "b") + "]",
            second: #","items":[{"itemReference":"a"}]"#)
        #expect(link(to: "a", in: await panel.page())?["hidden"] != nil)
    }

    @Test
    func showsASecondPlaceOnlyUnderItsCondition() async throws {
        let panel = try makePair(
            first: #","groupLevel":"advanced","items":[\#(text("a"))]"#,
            second: #","items":[{"itemReference":"a","itemVisibleWhen":"b"},"#
                + TestPanel.item("switch", key: "b") + "]")
        #expect(!(await panel.page()).contains(#"name="a""#))
        #expect(link(to: "a", in: await panel.page("/?level=advanced")) == nil)
        try panel.set(["b": "YES"])
        #expect(await panel.page().contains(#"name="a""#))
        #expect(link(to: "a", in: await panel.page("/?level=advanced")) != nil)
    }

    @Test
    func showsTheOptionsOfAnotherGroup() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[{"itemReference":"theme"},
              {"itemKey":"p","itemControlType":"page","groups":[
                {"groupKey":"theme","groupTitle":"Theme","items":[
                  {"itemKey":"light","itemControlType":"select"},
                  {"itemKey":"dark","itemControlType":"select"}]}]}]}]}
            """#)
        let row = await panel.row("theme")
        let shown = await panel.shownRow("theme")
        #expect(shown.field?.role == "combobox" && shown.title == "Theme")
        #expect(row.contains(#"<option value="dark">Dark</option>"#))
        #expect(await panel.browse(["theme": "dark"]).status == 303)
        #expect(panel.settings.text("theme") == "dark")
        let page = await panel.page("/pages/p")
        #expect(page.ranges(of: #"id="l-theme""#).count == 1)
    }

    @Test
    func hidesAnEmptyTitleButKeepsAName() async throws {
        let panel = try TestPanel.of(
            #"""
            [{"groupKey":"other_things","groupTitle":"","items":[
                {"itemKey":"k","itemControlType":"switch"}]}]
            """#)
        let page = await panel.page()
        #expect(page.contains(#"aria-labelledby="l-other_things""#))
        #expect(page.contains(#"<h2 id="l-other_things" class="sr">Other things</h2>"#))
    }

    @Test
    func isNamedByItsFirstRowIfItsTitleIsEmpty() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelLocales":["en","fr"],"labels":{"fr":{"K":"Cloche"}},"groups":[
              {"groupKey":"root","groupTitle":"","items":[
                {"itemKey":"ghost","itemTitle":"Ghost","itemControlType":"switch","itemHidden":true},
                {"itemKey":"k","itemTitle":"Bell","itemControlType":"switch"}]}]}
            """#)
        #expect(
            await panel.page().contains(#"<h2 id="l-root" class="sr">Bell</h2>"#))
        #expect(
            await panel.page("/?lang=fr").contains(#"<h2 id="l-root" class="sr">Cloche</h2>"#))
    }

    // MARK: - Second places

    @Test
    func aSecondPlaceOfAPageCanHaveItsOwnTitle() async throws {
        let panel = try TestPanel.of(
            #"""
            {"panelLocales":["en","fr"],"groups":[
              {"groupKey":"g","items":[
                {"itemKey":"account","itemTitle":"Account 1","itemControlType":"page","groups":[
                  {"groupKey":"inside","items":[\#(text("a"))]}]},
                {"itemReference":"account","itemTitle":"Account 2"},
                {"itemReference":"account","itemTitle":{"en":"Account 3","fr":"Compte 3"}},
                {"itemReference":"account"}]}]}
            """#)
        #expect(await titles(panel, "/") == ["Account 1", "Account 2", "Account 3", "Account 1"])
        #expect(await titles(panel, "/?lang=fr").contains("Compte 3"))
        #expect(await panel.page("/?q=Compte").contains("Account 1"))
    }

    @Test
    func aSecondPlaceOfASettingCanHaveItsOwnTitle() async throws {
        let panel = try makePair(
            first: #","items":[\#(text("a"))]"#,
            second: #","items":[{"itemReference":"a","itemTitle":"Door"}]"#)
        try panel.set(["a": "open"])
        let page = await panel.page()
        #expect(ShownPage(page).row("a").title == "Port")
        #expect(link(to: "a", in: page)?.text == "Dooropen")
    }

    private func titles(_ panel: TestPanel, _ target: String) async -> [String] {
        await panel.page(target).matches(
            of: #/(?:<span class="l" id="l-account">|<a href="/pages/account"[^>]*>)([^<]+)</#
        ).map { String($0.output.1) }
    }

    // MARK: - Groups without rows

    private func wordsAlone(_ words: String, key: String = "w") async throws -> String {
        await group(
            try TestPanel.of(
                #"{"panelLocales":["en"],"labels":{"en":{"LICENCE.footer":"Of the catalogue"}},"#
                    + #""groups":[{"groupKey":"w","items":[],\#(words)},{"groupKey":"g","items":"#
                    + #"[\#(text("a"))]}]}"#), key: key)
    }

    @Test
    func showsTextWithoutRows() async throws {
        let whole = try await wordsAlone(
            #""groupTitle":"Licence","groupHeader":"Above","groupFooter":"Copy\nit""#)
        #expect(
            whole.hasPrefix(
                #"<div class="group" role="group" aria-labelledby="l-w" id="s-w" "#
                    + #"aria-describedby="h-w f-w"><h2 id="l-w">Licence</h2>"#))
        #expect(whole.contains(#"<p class="head" id="h-w">Above</p>"#))
        #expect(whole.contains(#"<p class="foot" id="f-w">Copy\#nit</p>"#))
        #expect(!whole.contains(#"class="box""#))
        #expect(try await wordsAlone(#""groupTitle":"Version 1.2""#).contains("Version 1.2</h2>"))
    }

    @Test
    func textWithoutATitleHasNoHeading() async throws {
        for title in ["", #","groupTitle":"""#] {
            let group = try await wordsAlone(#""groupFooter":"Copy it"\#(title)"#)
            #expect(
                group
                    == #"<div class="group" id="s-w">\#n<p class="foot" id="f-w">Copy it</p></div>"#
            )
        }
    }

    @Test
    func anEmptyGroupIsNotShown() async throws {
        for words in [#""groupTitle":"""#, #""groupFooter":"""#] {
            #expect(try await wordsAlone(words).isEmpty)
            #expect(try await wordsAlone(words, key: "g").contains(#"id="s-a""#))
        }
    }

    @Test
    func textWithoutRowsFollowsRulesAndLevel() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[\#(TestPanel.item("switch", key: "a"))]},
              {"groupKey":"w","groupFooter":"Ruled","groupVisibleWhen":"a","items":[]},
              {"groupKey":"x","groupFooter":"Expert","groupLevel":"advanced","items":[]}]}
            """#)
        let page = await panel.page()
        #expect(page.contains(#"<div class="group" hidden id="s-w">"#))
        #expect(!page.contains("Expert") && page.contains("?level=advanced"))
        #expect(await panel.page("/?level=advanced").contains("Expert"))
        try panel.set(["a": "YES"])
        #expect(await panel.page().contains(#"<div class="group" id="s-w">"#))
    }

    // MARK: - Secrets

    @Test
    func staysClosedForASecretThatIsSet() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_password", key: "a"), text("b"),
            group: #""groupCollapsed":true"#)
        try panel.set(["a": "hunter2"])
        #expect(await group(panel).contains("<details><summary><h2"))
        try panel.set(["b": "x"])
        #expect(await group(panel).contains("<details open><summary><h2"))
    }
}
