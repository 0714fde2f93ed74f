import Faceplate
import FaceplatePanel
import FaceplateSeeds
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

    private static func button(_ key: String, _ words: String, group: Bool = false) -> String {
        #"<button class="reset" name="_reset" value="\#(key)""#
            + (group ? #" aria-describedby="l-\#(key)""# : "") + ">\(words)</button>"
    }

    private static let group = button("g", "Reset this group", group: true)
    private static let all = button("*", "Reset all settings")

    @Test(arguments: [
        (key: "a", text: "YES", root: [group, all], sub: []),
        (key: "c", text: "YES", root: [all], sub: [button("sub", "Reset this page")]),
        // One setting has a reset of its own; secrets and what nobody sees have none.
        (key: "t", text: "y", root: [all], sub: []), (key: "w", text: "s", root: [], sub: []),
        (key: "h", text: "s", root: [], sub: []),
    ])
    func buttonsAreThereWhereSomethingIsSet(
        key: String, text: String, root: [String], sub: [String]
    ) async throws {
        let panel = try TestPanel.of(Self.json)
        for target in ["/", "/pages/sub"] {
            #expect(await !panel.page(target).contains("Reset"))
        }
        try panel.set([key: text])
        let known = [Self.group, Self.all, Self.button("sub", "Reset this page")]
        let (first, second) = (await panel.page(), await panel.page("/pages/sub"))
        #expect(known.filter(first.contains) == root)
        #expect(known.filter(second.contains) == sub)
    }

    @Test func aPanelOfOnePageResetsThatPage() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        try panel.set(["k": "YES"])
        let page = await panel.page()
        #expect(page.contains(Self.button("*", "Reset this page")))
        // Its one setting is all of the group.
        #expect(!page.contains("Reset this group"))
    }

    @Test(
        .seed("S3.34"),
        arguments: [
            ("g", #"{"a":{"from":true,"to":null},"b":{"from":"z","to":null}}"#),
            ("sub", #"{"c":{"from":true,"to":null}}"#),
            (
                "*",
                #"{"a":{"from":true,"to":null},"b":{"from":"z","to":null},"c":{"from":true,"to":null}}"#
            ),
        ])
    func oneFieldTakesThemBackInOneRevision(key: String, changed: String) async throws {
        let panel = try TestPanel.of(Self.json)
        try panel.set(["a": "YES", "b": "z", "c": "YES"])
        // What the page sends along for them does not count.
        let answer = await panel.json(["a": "YES", "b": "q", "_reset": key])
        let expected =
            key == "sub"
            ? #"{"revision":2,"changed":{"b":{"from":"z","to":"q"},"c":{"from":true,"to":null}}}"#
            : #"{"revision":2,"changed":\#(changed)}"#
        #expect(answer.text == expected)
        #expect(
            panel.settings.recentRevision(2)?.changes.count == expected.matches(of: /from/).count)
    }

    @Test func anUnknownOneIsRefused() async throws {
        let answer = try await TestPanel.of(Self.json).json(["_reset": "gg"])
        #expect(answer.status == 422 && answer.text.contains(#""code":"unknown_key""#))
    }
}
