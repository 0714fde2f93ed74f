import Faceplate
import FaceplatePanel
import Testing

/// Resets of groups, pages and the panel by form fields, and the buttons for them.
struct ResetTests {
    private static let json = """
        {"panelKey":"p","groups":[
          {"groupKey":"g","groupTitle":"Sound","items":[
            {"itemKey":"a","itemControlType":"switch"},
            {"itemKey":"b","itemControlType":"edit_text"},
            {"itemKey":"w","itemControlType":"edit_password"},
            {"itemKey":"h","itemControlType":"edit_text","itemHidden":true},
            {"itemKey":"sub","itemControlType":"page","groups":[
              {"groupKey":"g2","items":[{"itemKey":"c","itemControlType":"switch"}]}]}]},
          {"groupKey":"t","items":[
            {"itemKey":"x","itemControlType":"select"},{"itemKey":"y","itemControlType":"select"}]}]}
        """

    private static func button(_ key: String, of title: String) -> String {
        #"<details class="of"><summary class="i" aria-label="More for \#(title)"></summary>"#
            + #"<div class="menu"><button form="f" name="_reset" value="\#(key)">Reset 1 setting</button>"#
    }

    private static let group = button("g", of: "Sound")
    private static let all = button("*", of: "P")
    private static let sub = button("sub", of: "Sub")

    @Test(arguments: [
        (key: "a", text: "YES", root: [group, all], sub: []),
        (key: "c", text: "YES", root: [all], sub: [sub]),
        // A single setting has a reset button in its row; secrets and hidden settings have none.
        (key: "t", text: "y", root: [all], sub: []), (key: "w", text: "s", root: [], sub: []),
        (key: "h", text: "s", root: [], sub: []),
    ])
    func showsButtonsOnlyForSetValues(
        key: String, text: String, root: [String], sub: [String]
    ) async throws {
        let panel = try TestPanel.of(Self.json)
        for target in ["/", "/pages/sub"] {
            #expect(await !panel.page(target).contains("Reset"))
        }
        try panel.set([key: text])
        let known = [Self.group, Self.all, Self.sub]
        let (first, second) = (await panel.page(), await panel.page("/pages/sub"))
        #expect(known.filter(first.contains) == root)
        #expect(known.filter(second.contains) == sub)
    }

    @Test func offersOneResetForAPanelOfOnePage() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        try panel.set(["k": "YES"])
        let page = await panel.page()
        #expect(page.contains(Self.button("*", of: "Harbour")))
        // The setting is the whole group.
        #expect(page.matches(of: /class="of"/).count == 1)
    }

    @Test(arguments: [
        ("g", #"{"a":{"from":true,"to":null},"b":{"from":"z","to":null}}"#),
        ("sub", #"{"c":{"from":true,"to":null}}"#),
        (
            "*",
            #"{"a":{"from":true,"to":null},"b":{"from":"z","to":null},"c":{"from":true,"to":null}}"#
        ),
    ])
    func resetsSeveralSettingsInOneRevision(key: String, changed: String) async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(["a": "YES", "b": "z", "c": "YES"])
        // The values on the page for these settings are ignored.
        let answer = await panel.json(["a": "YES", "b": "q", "_reset": key])
        let expected =
            key == "sub"
            ? #"{"revision":2,"changed":{"b":{"from":"z","to":"q"},"c":{"from":true,"to":null}}}"#
            : #"{"revision":2,"changed":\#(changed)}"#
        #expect(answer.text == expected)
        #expect(
            panel.settings.recentRevision(2)?.changes.count == expected.matches(of: /from/).count)
    }

    // MARK: - Confirmation

    private static let sentence = "Reset 3 settings to their defaults?"

    @Test func asksBeforeItResetsSeveralSettings() async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(["a": "YES", "b": "z", "c": "YES"])
        #expect(
            await panel.page().contains(
                #" data-confirm="Reset 2 settings to their defaults?">Reset 2 settings</button>"#
                    + #"<ul><li>A: On → Off</li><li>B: z → empty</li></ul>"#))
        let page = await panel.browse(["_reset": "*", "b": "typed", "_revision": "1"])
        #expect(page.status == 200 && panel.settings.revision == 1)
        let question = TestPanel.element(#"id="review""#, in: page.text)
        #expect(question.contains(Self.sentence))
        #expect(question.matches(of: /<li>/).count == 3)
        #expect(
            question.contains(#"<input type="hidden" form="f" name="_confirm" value="*">"#)
                && question.contains(
                    #"<button class="danger" form="f" name="_reset" value="*">Reset 3 settings"#)
        )
        // Typed values stay, also after Cancel.
        #expect(TestPanel.row("b", in: page.text).contains(#"value="typed""#))
        let back = await panel.browse(["_preview": "1", "_confirm": "*", "b": "typed"])
        #expect(TestPanel.row("b", in: back.text).contains(#"value="typed""#))
        let answer = await panel.browse(["_confirm": "*", "_reset": "*", "_revision": "1"])
        #expect(answer.status == 303)
        #expect(panel.settings.recentRevision(2)?.changes.count == 3)
    }

    @Test(
        arguments: [
            // The reset of a single setting can be undone by a button next to the message.
            (["a": "YES"], ["_reset": "g"]), (["a": "YES", "b": "z"], ["_reset": "a"]),
            // The post already contains the confirmation.
            (["a": "YES", "b": "z"], ["_reset": "g", "_confirm": "g"]),
        ] as [(KeyValuePairs<String, String>, TestPanel.Fields)])
    func doesNotAskForOneSettingOrTwice(
        values: KeyValuePairs<String, String>, form: TestPanel.Fields
    ) async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(values)
        #expect(await panel.browse(form).status == 303)
        #expect(panel.settings.revision == 2)
    }

    @Test func asksAgainForAnotherReset() async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(["a": "YES", "b": "z", "c": "YES"])
        let page = await panel.browse(["_reset": "*", "_confirm": "g"])
        #expect(page.status == 200 && page.text.contains(Self.sentence))
        #expect(panel.settings.revision == 1)
    }

    @Test func asksBeforeItRemovesASecret() async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(["w": "s"])
        let words = "Remove “W”? It cannot be restored."
        #expect(await panel.row("w").contains(#"data-confirm="\#(words)""#))
        let page = await panel.browse(["_clear": "w"])
        #expect(page.status == 200 && panel.settings.snapshot.isSet("w"))
        #expect(TestPanel.element(#"id="review""#, in: page.text).contains(words))
        #expect(await panel.browse(["_clear": "w", "_confirm": "w"]).status == 303)
        #expect(!panel.settings.snapshot.isSet("w"))
        // The secret is already removed, so no question is needed.
        #expect(await panel.browse(["_clear": "w"]).status == 303)
    }

    /// A dry run saves nothing, whatever the answer to the question would be.
    @Test func doesNotAskOnADryRun() async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(["a": "YES", "b": "z", "w": "s"])
        let answer = await panel.browse(["_reset": "g", "_clear": "w", "_dry_run": "1"])
        #expect(answer.status == 200 && answer.text.hasSuffix(#","dry_run":true}"#))
        #expect(answer.text.matches(of: /"from"/).count == 3)
        #expect(panel.settings.revision == 1)
    }

    // MARK: - The menu

    /// The script shows the same list in its question.
    @Test(
        arguments: [(1, nil), (3, nil), (4, "and 1 more"), (10, "and 7 more")]
            as [(Int, String?)])
    func listsAHandfulOfSettingsInTheMenu(count: Int, rest: String?) async throws {
        let keys = (1...11).map { "k\($0)" }
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":["#
                + keys.map { TestPanel.item("edit_text", key: $0) }.joined(separator: ",")
                + "]}]}")
        for key in keys.prefix(count) { try panel.set([key: "x"]) }
        // The menus of the page and of its only group list the same.
        let menus = await panel.page()
        #expect(menus.matches(of: /<li>Port: x → empty<\/li>/).count == 2 * min(count, 3))
        #expect(menus.contains("more</li>") == (rest != nil))
        if let rest { #expect(menus.contains("<li>\(rest)</li></ul>")) }
    }
}
