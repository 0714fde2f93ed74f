import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct LevelTests {
    private func make() throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"groups":[
              {"groupKey":"g","groupTitle":"Usual","items":[
                {"itemKey":"a","itemTitle":"Name","itemControlType":"edit_text"},
                {"itemKey":"b","itemTitle":"Deep","itemControlType":"edit_text",
                 "itemLevel":"advanced","itemMaximumLength":3}]},
              {"groupKey":"h","groupTitle":"Rare","groupLevel":"advanced","items":[
                {"itemKey":"c","itemTitle":"Deeper","itemControlType":"edit_text"}]},
              {"groupKey":"i","groupTitle":"Each","items":[
                {"itemKey":"d","itemTitle":"Deepest","itemControlType":"edit_text",
                 "itemLevel":"advanced"}]}]}
            """#)
    }

    private func names(_ page: String) -> String {
        page.matches(of: /name="([a-d])"/).map { String($0.output.1) }.joined()
    }

    private let advanced = [("cookie", "faceplate_level=advanced")]

    @Test
    func showsOnlyBasicSettingsAndALinkToAdvancedOnes() async throws {
        let page = try await make().page()
        #expect(names(page) == "a")
        #expect(!page.contains("Rare") && !page.contains("Each"))
        #expect(
            page.contains(#"<p class="level"><a href="?level=advanced">Show advanced settings"#))
    }

    @Test
    func showsAllSettingsOnRequest() async throws {
        let page = try await make().page("/?level=advanced")
        #expect(names(page) == "abcd")
        #expect(page.contains("Rare") && page.contains("Each"))
        #expect(page.contains(#"<p class="level"><a href="?level=basic">Hide advanced settings"#))
    }

    @Test
    func isRememberedForAllPages() async throws {
        let panel = try make()
        let asked = await panel.client.get("/?level=advanced")
        #expect(
            asked.header("set-cookie")
                == "faceplate_level=advanced; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
        #expect(names(await panel.client.get("/", fields: advanced).text) == "abcd")
        #expect(names(await panel.client.get("/?level=basic", fields: advanced).text) == "a")
    }

    @Test(arguments: ["/?level=", "/?level=Advanced", "/?level=x", "/?lang=en"])
    func ignoresUnknownLevels(target: String) async throws {
        let panel = try make()
        let page = await panel.client.get(target)
        #expect(names(page.text) == "a")
        #expect(page.header("set-cookie")?.contains("level") != true)
        #expect(names(await panel.client.get(target, fields: advanced).text) == "abcd")
    }

    @Test
    func eachLevelHasItsPageAndTag() async throws {
        let panel = try make()
        let basic = await panel.client.get("/")
        let deep = await panel.client.get("/", fields: advanced)
        #expect(basic.entityTag != deep.entityTag)
        #expect(basic.header("vary") == "Accept, Accept-Language, Cookie")
        let tag = [("if-none-match", basic.entityTag ?? "")]
        #expect(await panel.client.get("/", fields: tag).status == 304)
        #expect(await panel.client.get("/", fields: tag + advanced).status == 200)
    }

    @Test
    func showsAnAdvancedRowThatIsWrong() async throws {
        let page = try await make().browse(["b": "too long"]).text
        #expect(names(page) == "ab")
        #expect(page.contains(##"<a href="#c-b">Deep must be"##))
    }

    /// A row is advanced by its own level or by that of its group.
    @Test(arguments: [("a", ""), ("b", "?level=advanced"), ("c", "?level=advanced")])
    func aLinkToAnAdvancedRowShowsIt(key: String, query: String) async throws {
        let panel = try make()
        let link = await panel.client.get("/s/\(key)").header("location")
        #expect(link == "/\(query)#s-\(key)")
        let remembered = await panel.client.get("/s/\(key)", fields: advanced)
        #expect(remembered.header("location") == "/#s-\(key)")
    }

    @Test
    func hasALinkForOneAdvancedRowOfAGroup() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch"),
            TestPanel.item("switch", #""itemLevel":"advanced""#, key: "deep"))
        #expect(await panel.page().contains(#"class="level""#))
    }

    @Test
    func hasALinkIfALaterGroupIsAdvanced() async throws {
        let deep = TestPanel.item("switch", #""itemLevel":"advanced""#, key: "deep")
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":[\#(TestPanel.item("switch"))]},"#
                + #"{"groupKey":"h","items":[\#(deep)]}]}"#)
        #expect(await panel.page().contains(#"class="level""#))
    }

    @Test
    func hasNoLinkIfNothingIsAdvanced() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        #expect(!(await panel.page("/?level=advanced").contains(#"class="level""#)))
    }
}
