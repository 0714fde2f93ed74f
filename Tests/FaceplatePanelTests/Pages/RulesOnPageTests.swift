import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct RulesOnPageTests {
    private let on = #"{"key":"on","equals":true}"#

    private func make(_ more: String, control: String = "edit_text", group: String = "") throws
        -> TestPanel
    {
        try TestPanel.make(
            TestPanel.item("switch", #""itemValue":"NO""#, key: "on")
                .replacing("Port", with: "Server"), TestPanel.item(control, more), group: group)
    }

    private func isHidden(_ markup: String) -> Bool {
        !markup.isEmpty && markup.prefix { $0 != ">" }.hasSuffix(" hidden")
    }

    // MARK: - Visible

    @Test(arguments: ["edit_text", "switch", "button", "info", "link", "edit_password"])
    func aRowWithAFalseConditionIsHidden(control: String) async throws {
        let panel = try make(#""itemVisibleWhen":\#(on)"#, control: control)
        #expect(isHidden(await panel.row()))
        try panel.set(["on": "YES"])
        #expect(!isHidden(await panel.row()))
    }

    @Test
    func aHiddenFieldIsPostedButUnchanged() async throws {
        let panel = try make(#""itemVisibleWhen":\#(on),"itemMaximumLength":3"#)
        try panel.set(["on": "YES", "k": "abc"])
        try panel.set(["on": "NO"])
        #expect(await panel.row().contains(#"name="k" value="abc""#))
        let saved = await panel.browse(["_revision": "2", "on": "YES", "k": "abc"])
        #expect(saved.status == 303)
        #expect(panel.settings.recentRevision(3)?.changes.map(\.key) == ["on"])
        try panel.set(["on": "NO"])
        // Another value for the hidden row is rejected as usual.
        let other = await panel.browse(["_revision": "4", "k": "too long"])
        #expect(other.status == 422)
        #expect(panel.settings.value("k") == "abc")
    }

    /// Another person has hidden the row meanwhile, and changed it.
    @Test(arguments: [
        ("mine", 409, "Changed to two by the program since you opened this page."),
        ("too long", 422, "Port must be 4 characters or fewer"),
    ])
    func aRejectedValueOfAHiddenRowIsShown(text: String, status: Int, note: String) async throws {
        let panel = try make(#""itemVisibleWhen":\#(on),"itemMaximumLength":4"#)
        try panel.set(["on": "YES", "k": "one"])
        try panel.set(["on": "NO", "k": "two"])
        let page = await panel.browse(["_revision": "1", "k": text])
        #expect(page.status == status)
        let row = TestPanel.row(in: page.text)
        #expect(!isHidden(row) && row.contains(note))
        #expect(isHidden(await panel.row()))
    }

    /// The page after a rejected post follows what was typed.
    @Test(arguments: [("YES", "NO"), ("NO", "YES")])
    func rowsFollowTheTypedValues(stored: String, typed: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", #""itemValue":"NO""#, key: "on"),
            TestPanel.item("edit_text", #""itemVisibleWhen":\#(on)"#),
            TestPanel.item("edit_integer", key: "n"))
        try panel.set(["on": stored])
        let page = await panel.browse(["_revision": "1", "on": typed, "n": "x"])
        #expect(page.status == 422)
        #expect(isHidden(TestPanel.row(in: page.text)) == (typed == "NO"))
    }

    @Test
    func aGroupWithoutVisibleRowsIsHidden() async throws {
        let panel = try TestPanel.of(
            #"""
            {"groups":[{"groupKey":"g","items":[
                {"itemKey":"on","itemControlType":"switch"}]},
              {"groupKey":"h","items":[
                {"itemKey":"a","itemControlType":"switch","itemVisibleWhen":\#(on)},
                {"itemKey":"b","itemControlType":"switch","itemVisibleWhen":\#(on)}]},
              {"groupKey":"i","groupVisibleWhen":\#(on),"items":[
                {"itemKey":"c","itemControlType":"switch"}]}]}
            """#)
        func isGroupHidden(_ key: String, _ page: String) -> Bool {
            TestPanel.row(key, in: page).prefix { $0 != ">" }.contains(" hidden")
        }
        let page = await panel.page()
        #expect(["g", "h", "i"].map { isGroupHidden($0, page) } == [false, true, true])
        try panel.set(["on": "YES"])
        let shown = await panel.page()
        #expect(["g", "h", "i"].map { isGroupHidden($0, shown) } == [false, false, false])
    }

    // MARK: - Enabled

    @Test(arguments: [
        ("edit_text", "empty"), ("switch", "Off"), ("edit_password", "Not set"),
    ])
    func aDisabledRowShowsTheReason(control: String, shown: String) async throws {
        let panel = try make(#""itemEnabledWhen":\#(on)"#, control: control)
        let row = await panel.shownRow()
        #expect(row.lock == "Available when “Server” is On" && row.value == shown)
        #expect(row.fields.isEmpty)
        try panel.set(["on": "YES"])
        #expect(await panel.shownRow().field != nil)
    }

    @Test
    func whatAChoiceMakesNecessaryIsAskedForUntilItIsLeftEmpty() async throws {
        let panel = try make(#""itemRequiredWhen":\#(on)"#, control: "edit_text")
        let chosen = ShownPage(await panel.browse(["on": "YES"]).text).row()
        #expect(chosen.problem == "Needed for Server")
        #expect(chosen.element?["data-asked"] != nil && chosen.field?.description != "")
        let left = ShownPage(await panel.browse(["on": "YES", "k": ""]).text).row()
        #expect(left.problem == "Error: “Port” is missing")
        #expect(left.element?["data-asked"] == nil)
    }

    @Test
    func anErrorSaysWhatStaysSaved() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemValue":80,"itemUnit":"ms""#))
        let row = TestPanel.row(in: await panel.browse(["k": "x"]).text)
        #expect(row.contains("</span>. Saved: <b><bdi>80 ms</bdi></b></span></p>"), "\(row)")
        let secret = try TestPanel.make(
            TestPanel.item("edit_password", #""itemMinimumLength":8"#))
        try secret.set(["k": "hunter2222"])
        let refused = TestPanel.row(in: await secret.browse(["k": "x"]).text)
        #expect(refused.contains(#"class="err""#) && !refused.contains("Saved"))
    }

    @Test(arguments: ["button", "link"])
    func aDisabledButtonShowsTheReason(control: String) async throws {
        let panel = try make(#""itemEnabledWhen":\#(on)"#, control: control)
        let row = await panel.row()
        #expect(row.contains(#"aria-disabled="true" aria-describedby="w-k""#))
        #expect(row.contains(#"<p id="w-k">Available when “Server” is On</p>"#))
        #expect(!row.contains(" disabled"))
    }

    @Test
    func aPressThatARuleForbidsSavesNothing() async throws {
        let panel = try make(#""itemEnabledWhen":\#(on)"#, control: "button")
        let refused = await panel.json(["on": "NO", "k": "press"])
        #expect(refused.status == 422)
        #expect(
            refused.text.contains(
                #"{"key":"k","code":"not_enabled","message":"#
                    + #""Port is not available with the current settings"}"#))
        #expect(panel.settings.revision == 0)
        let page = await panel.browse(["k": "press"])
        #expect(page.text.contains(##"<li><a href="#c-k">Port is not available"##))
        #expect(page.text.contains(#"aria-describedby="w-k e-k""#))
    }

    @Test
    func aHiddenButtonCannotBePressed() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "on"),
            TestPanel.item("button", #""itemVisibleWhen":\#(on)"#)
        ) { $0.actions["k"] = { _ in .success() } }
        let refused = await panel.json(["on": "NO", "k": "press"])
        #expect(refused.status == 422 && refused.text.contains(#""code":"not_enabled""#))
        #expect(panel.settings.revision == 0)
        #expect(await panel.json(["on": "YES", "k": "press"]).status == 200)
    }

    @Test
    func aPressUsesTheValuesTypedWithIt() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "on"),
            TestPanel.item("button", #""itemEnabledWhen":\#(on)"#)
        ) { $0.actions["k"] = { _ in .success() } }
        #expect(await panel.browse(["on": "YES", "k": "press"]).status == 303)
        #expect(await panel.browse(["on": "NO", "k": "press"]).status == 422)
        #expect(panel.settings.boolean("on") == true)
    }

    @Test
    func aProblemOfADisabledRowLinksToTheRow() async throws {
        let panel = try make(#""itemEnabledWhen":\#(on)"#)
        let page = await panel.browse(["k": "x"])
        #expect(page.status == 422)
        #expect(page.text.contains(##"<li><a href="#s-k">Port is not available"##))
    }

    @Test
    func aComplexRuleIsDescribedInGeneral() async throws {
        let panel = try make(#""itemEnabledWhen":{"any":[\#(on),\#(on)]}"#)
        #expect(
            await panel.shownRow().lock == "Not available with the current settings")
    }

    // MARK: - Required

    @Test
    func aRequiredFieldIsMarked() async throws {
        let panel = try make(#""itemRequiredWhen":\#(on)"#)
        #expect(!(await panel.row().contains("aria-required")))
        let refused = await panel.browse(["on": "YES", "k": ""])
        #expect(refused.status == 422)
        #expect(TestPanel.row(in: refused.text).contains(#"aria-required="true""#))
        #expect(TestPanel.row(in: refused.text).contains("“Port” is missing"))
        #expect(await panel.browse(["on": "YES", "k": "x"]).status == 303)
        #expect(await panel.row().contains(#"aria-required="true""#))
    }
}
