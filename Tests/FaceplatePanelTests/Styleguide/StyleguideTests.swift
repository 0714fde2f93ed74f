import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The page `GET /styleguide`: every control in every state, on every panel.
struct StyleguideTests {
    private static let item = #"{"itemKey":"k","itemControlType":"switch"}"#
    private static let keys = Control.all.flatMap { control in
        StyleguideState.allCases.map { $0.key(of: control) }
    }
    private let panel: TestPanel

    init() throws {
        panel = try TestPanel.of(
            #"{"panelTitle":"Harbour","panelLocales":["en","fr","de","ar","ja"],"#
                + #""groups":[{"groupKey":"g","items":[\#(Self.item)]}]}"#)
    }

    private func page(_ query: String = "") async -> String {
        await panel.page("/styleguide\(query)")
    }

    @Test func builtInSchemaIsValid() throws {
        let schema = try SchemaReader.read(
            JSONWriter().bytes(StyleguideSchema.json), name: "styleguide")
        let rows = Control.all.filter { $0 != .select }
        #expect(schema.items.count > rows.count * StyleguideState.allCases.count)
        #expect(Styleguide.shared != nil)
    }

    @Test func showsEveryControlInEveryState() async {
        let page = await page()
        for key in Self.keys { #expect(page.contains(#"id="s-\#(key)""#), "\(key)") }
    }

    @Test func usesEveryIdOnce() async {
        let ids = await page().matches(of: #/ id="([^"]*)"/#).map { String($0.1) }
        #expect(ids.count > Self.keys.count)
        let repeated = Dictionary(grouping: ids, by: \.self).filter { $1.count > 1 }.keys
        #expect(repeated.sorted() == [])
    }

    @Test func everyReferencedIdExists() async {
        let page = await page()
        let ids = Set(page.matches(of: #/ id="([^"]*)"/#).map { String($0.1) })
        let pointing = page.matches(
            of: #/ (?:for|aria-labelledby|aria-describedby|list)="([^"]*)"/#)
        let missing = pointing.flatMap { $0.1.split(separator: " ") }.map(String.init)
            .filter { !ids.contains($0) }
        #expect(missing == [])
    }

    @Test(arguments: Control.all.filter { $0.holdsValue })
    func showsEveryControlSetAndRejected(_ control: Control) async throws {
        let guide = try #require(Styleguide.shared)
        #expect(guide.view.snapshot.isSet("\(control.rawValue)_set"))
        #expect(!guide.view.snapshot.isSet("\(control.rawValue)_default"))
        let row = TestPanel.row("\(control.rawValue)_error", in: await page())
        #expect(row.contains(#"id="e-\#(control.rawValue)_error""#))
    }

    @Test func aLongRowHasALongerValue() throws {
        let guide = try #require(Styleguide.shared)
        func length(_ key: String) -> Int? { guide.view.snapshot.value(key)?.plainText.count }
        for control in ["edit_text", "edit_url", "edit_integer"] {
            let (long, short) = (length("\(control)_long"), length("\(control)_set"))
            #expect(try #require(long) > #require(short), "\(control)")
        }
    }

    @Test func aControlWithoutALongerValueHasItsUsualOne() throws {
        let guide = try #require(Styleguide.shared)
        for control in ["switch", "edit_time"] {
            let long = guide.view.snapshot.value("\(control)_long")
            #expect(
                long != nil && long == guide.view.snapshot.value("\(control)_set"), "\(control)")
        }
    }

    @Test(arguments: ["edit_integer", "edit_time"])
    func anEmptyRowHasNoDefault(control: String) throws {
        let guide = try #require(Styleguide.shared)
        func standard(_ state: StyleguideState) -> Value? {
            guide.view.snapshot.schema.settings["\(control)_\(state.rawValue)"]?.defaultValue
        }
        #expect(standard(.empty) == nil && standard(.set) != nil)
    }

    /// A form cannot set them, which is found when the form is read.
    @Test(arguments: ["button", "link"])
    func showsARejectedRowWithoutAValue(control: String) async {
        let row = TestPanel.row("\(control)_error", in: await page())
        #expect(row.contains(#"id="e-\#(control)_error""#))
    }

    @Test func showsTypedTextAndItsProblem() async {
        let row = TestPanel.row("edit_integer_error", in: await page())
        #expect(row.contains(#"value="twelve""#))
        #expect(row.contains("must be a whole number"))
        #expect(row.contains(#"aria-invalid="true""#))
    }

    @Test func showsLockedAndRequiredRows() async {
        let page = await page()
        #expect(TestPanel.row("edit_text_locked", in: page).contains("Read-only"))
        #expect(!TestPanel.row("edit_text_locked", in: page).contains("<input"))
        #expect(TestPanel.row("edit_text_required", in: page).contains(#"aria-required="true""#))
        #expect(TestPanel.row("button_locked", in: page).contains(#"aria-disabled="true""#))
    }

    @Test(arguments: ["en", "fr", "de", "ar", "ja"])
    func isInTheLanguageOfTheUser(_ tag: String) async throws {
        let locale = try #require(LocaleTag(tag))
        let page = await page("?lang=\(tag)")
        #expect(page.contains(#"<html lang="\#(tag)" dir="\#(tag == "ar" ? "rtl" : "ltr")">"#))
        #expect(page.contains("<h1>\(PageWords(locale)[.styleguide])</h1>"))
        #expect(page.contains("Harbour"))
        // The names of controls stay English and are marked as English.
        let label = #"for="c-edit_text_set" lang="en" dir="ltr""#
        #expect(page.contains(label) == (tag != "en"))
    }

    // MARK: - Safety

    @Test func cannotBeSubmitted() async {
        let page = await page()
        #expect(!page.contains("method=\"post\""))
        #expect(await panel.client.post([("switch_set", "NO")], to: "/styleguide").status == 405)
        #expect(panel.settings.revision == 0)
    }

    @Test func obeysTheContentSecurityPolicy() async {
        let page = await page()
        #expect(!page.contains(" style="))
        #expect(!page.contains("javascript:"))
        #expect(page.ranges(of: "<script").count == 1)
        let handlers = page.ranges(of: #/ on[a-z]+="/#)
        #expect(handlers.isEmpty)
        #expect(!page.contains("never shown"))
    }

    @Test func isNotForSearchEngines() async {
        #expect(await panel.client.get("/styleguide").header("x-robots-tag") == "noindex")
    }

    @Test func isNotSentAgainIfUnchanged() async throws {
        let first = await panel.client.get("/styleguide")
        let tag = try #require(first.entityTag)
        #expect(await panel.client.get("/styleguide").entityTag == tag)
        let second = await panel.client.get("/styleguide", fields: [("if-none-match", tag)])
        #expect(second.status == 304)
        #expect(await panel.client.send(SimpleRequest("HEAD", "/styleguide")).entityTag == tag)
        #expect(await panel.client.get("/styleguide/").status == 404)
    }
}
