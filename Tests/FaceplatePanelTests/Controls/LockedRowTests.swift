import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

/// The row of a setting that is locked at a value outside of the store.
struct LockedRowTests {
    private static let variable = Settings.Lock.Source.environment(variable: "FACEPLATE_SET_K")
    private static let code = #"<code dir="ltr">FACEPLATE_SET_K</code>"#
    private static let note =
        #"<div class="note lock"><p>Set by environment variable \#(code). "#
        + "Remove it to change the setting here.</p></div>"

    /// Returns a panel with one locked item.
    private static func make(
        _ item: String, _ input: Assignment.Input, _ source: Settings.Lock.Source = variable,
        locales: String = #"["en"]"#
    ) throws -> TestPanel {
        let json =
            #"{"panelKey":"p","panelLocales":\#(locales),"groups":[{"groupKey":"g","items":[\#(item)]}]}"#
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(json.utf8), name: "p"),
            locks: [Settings.Lock("k", input, source: source)])
        return TestPanel(settings: settings, client: PanelClient(settings))
    }

    @Test(arguments: [
        (
            "en", Settings.Lock.Source.file("<site>.json"),
            #"Set by the file <code dir="ltr">&lt;site&gt;.json</code>. Remove it there"#
        ),
        ("en", .other("the installer"), "Set by <bdi>the installer</bdi>. It cannot be changed"),
        ("de", variable, "Durch die Umgebungsvariable \(code) festgelegt"),
        ("ja", variable, "環境変数\(code)で設定されています"),
    ])
    func namesTheSource(language: String, source: Settings.Lock.Source, words: String) async throws
    {
        let panel = try Self.make(
            TestPanel.item("switch"), .text("YES"), source, locales: #"["en","de","ja"]"#)
        let row = await panel.row(language: language)
        #expect(row.contains(words), "\(row)")
    }

    /// The details of any other row have a menu of times.
    @Test func aLockedValueCannotBeLimitedToATime() async throws {
        let panel = try Self.make(TestPanel.item("edit_text"), .text("set"))
        #expect(!(await panel.page("/?details=k").contains("_for[k]")))
        let other = try TestPanel.make(TestPanel.item("edit_text"))
        try other.set(["k": "set"])
        #expect(await other.page("/?details=k").contains("_for[k]"))
    }

    @Test func aLockedSelectGroupHasItsTitleOnce() async throws {
        let json = """
            {"groupKey":"k","groupTitle":"Theme","items":[
              {"itemKey":"light","itemControlType":"select","itemTitle":"Light"},
              {"itemKey":"dark","itemControlType":"select","itemTitle":"Dark"}]}
            """
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(json.utf8), name: "p"),
            locks: [Settings.Lock("dark", .text("YES"), source: Self.variable)])
        let panel = TestPanel(settings: settings, client: PanelClient(settings))
        let page = await panel.page()
        #expect(page.matches(of: /id="l-k"/).count == 1)
        let row = TestPanel.row(in: page)
        #expect(row.contains(Self.note))
    }

    @Test func anotherValueIsRejectedInEveryForm() async throws {
        let panel = try Self.make(TestPanel.item("edit_integer"), .text("80"))
        let words =
            "Port is set by environment variable FACEPLATE_SET_K. "
            + "Remove it to change the setting here"
        let json = await panel.json(["k": "81"])
        #expect(json.status == 422)
        #expect(json.text.contains(#""code":"locked","message":"\#(words)""#))
        let text = await panel.post(["k": "81"])
        #expect(text.status == 422 && text.text.contains(words))
        let page = await panel.browse(["k": "81"])
        #expect(page.status == 422)
        #expect(TestPanel.row(in: page.text).contains(words))
        // The locked value itself is accepted, because it changes nothing.
        #expect(await panel.json(["k": "80"]).text == #"{"revision":0,"changed":{}}"#)
    }
}
