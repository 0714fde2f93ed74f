import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// A page that is posted after a change of the schema.
struct StalePageTests {
    private static let old = schema(
        #"{"itemKey":"quiet","itemControlType":"switch"}"#,
        #"{"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"}"#,
        #"{"itemKey":"gone","itemControlType":"edit_text"}"#)
    private static let new = schema(
        #"""
        {"itemKey":"volume","itemTitle":"Volume","itemControlType":"choice",
         "itemOptions":["loud","low","off"],"itemRenamedFrom":["quiet"],
         "itemValueMap":{"YES":"off","NO":"loud"}}
        """#,
        #"{"itemKey":"title","itemTitle":"Title","itemControlType":"edit_text","itemRenamedFrom":["name"]}"#
    )

    private static func schema(_ items: String...) -> String {
        #"{"panelKey":"harbour","groups":[{"groupKey":"g","items":["#
            + items.joined(separator: ",") + "]}]}"
    }

    /// Returns a panel with a new schema, whose values were set under the old one.
    private func make(_ values: KeyValuePairs<String, String> = [:]) throws -> TestPanel {
        let panel = try TestPanel.of(Self.old)
        if !values.isEmpty { try panel.set(values) }
        try panel.settings.adopt(
            SchemaReader.read(Array(Self.new.utf8), name: "harbour"), labels: LabelCatalog())
        return panel
    }

    @Test
    func savesAFormerKeyUnderItsNewName() async throws {
        let panel = try make()
        let response = await panel.json(["name": "x", "_revision": "0"])
        #expect(response.text == #"{"revision":1,"changed":{"title":{"from":null,"to":"x"}}}"#)
    }

    @Test(arguments: [("YES", "off"), ("NO", "loud"), ("on", "off"), ("low", "low")])
    func mapsFormerValues(sent: String, value: String) async throws {
        let panel = try make(["gone": "x"])
        #expect(await panel.post(["quiet": "NO", "quiet": sent]).status == 303)
        #expect(panel.settings.value("volume") == .text(value))
    }

    @Test
    func keepsValuesOfTheOldSchema() async throws {
        let panel = try make(["quiet": "YES", "name": "n"])
        #expect(panel.settings.value("volume") == "off")
        #expect(panel.settings.value("title") == "n")
        let row = await panel.row("volume")
        #expect(row.contains(#"value="off" selected"#))
    }

    @Test
    func reportsARemovedSetting() async throws {
        let panel = try make()
        let text = await panel.post(["gone": "x", "name": "y"])
        #expect(text.status == 422)
        #expect(text.text == "gone: gone is no longer a setting of this panel\n")
        let json = await panel.json(["gone": "x"])
        #expect(json.text.contains(#""code":"removed_key""#))
        #expect(panel.settings.value("title") == "")
    }

    @Test
    func showsTheNewPageWithTypedText() async throws {
        let panel = try make()
        let response = await panel.browse([
            "quiet": "NO", "quiet": "YES", "name": "typed", "gone": "x", "_revision": "0",
        ])
        #expect(response.status == 422)
        #expect(response.text.contains("<li>gone is no longer a setting of this panel</li>"))
        #expect(TestPanel.row("title", in: response.text).contains(#"value="typed""#))
        let volume = TestPanel.row("volume", in: response.text)
        #expect(volume.contains(#"value="off" selected>"#))
        #expect(!volume.contains("not available"))
        #expect(TestPanel.row("gone", in: response.text).isEmpty)
    }

    /// Returns a panel whose setting `k` was named `former`.
    private func renamed(
        _ control: String, _ more: String = #""itemHelp":"Help""#
    ) throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item(control, more + #","itemRenamedFrom":["former"]"#),
            TestPanel.item("switch", key: "other"))
    }

    /// A page never shows a secret, so that the new page has lost what was typed.
    @Test
    func asksAgainForASecretOfARenamedKey() async throws {
        let panel = try renamed("edit_password")
        let page = await panel.browse(["former": "hunter2", "other": "x"])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains("Enter port again"))
        let review = await panel.browse(["former": "hunter2", "_review": "1"])
        #expect(review.text.contains(#"<p class="help again">Enter port again</p>"#))
        #expect(!page.text.contains("hunter2") && !review.text.contains("hunter2"))
        let removed = await panel.browse(["former": "x", "_clear": "former", "other": "x"])
        #expect(!removed.text.contains("Enter port again"))
    }

    @Test
    func savesEveryChoiceOfARenamedKey() async throws {
        let panel = try renamed("choices", #""itemOptions":["a","b","c"]"#)
        #expect(await panel.post(["former": "a", "former": "b"]).status == 303)
        #expect(panel.settings.value("k") == ["a", "b"])
    }

    @Test
    func returnsToTheListOfARenamedKey() async throws {
        let panel = try renamed("edit_list")
        try panel.set(["k": #"["a","b"]"#])
        let response = await panel.browse([
            "former[0]": "a", "former[1]": "b", "_remove": "former[0]",
        ])
        #expect(response.header("location") == "/?rev=2#s-k.0")
        #expect(panel.settings.value("k") == ["b"])
    }

    /// The page has a scale or color well, and a field for text beside it.
    @Test(arguments: [
        ("slider", #""itemMinimum":0,"itemMaximum":9"#, "3", "5"),
        ("edit_color", #""itemHelp":"Help""#, "#000000", "#0b5cad"),
    ])
    func savesTheTextBesideAScaleOfARenamedKey(
        control: String, more: String, shown: String, typed: String
    ) async throws {
        let panel = try renamed(control, more)
        let response = await panel.post([
            "former": shown, "former[typed]": typed, "former[shown]": shown,
        ])
        #expect(response.status == 303, "\(response.text)")
        #expect(panel.settings.value("k")?.plainText == typed)
    }

    @Test
    func rejectsAFormerValueThatIsNotMapped() async throws {
        let response = try await make().post(["quiet": "perhaps"])
        #expect(response.text == "quiet: Volume cannot be “perhaps”. Choose loud, low or off\n")
    }
}
