import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PreviewTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item("switch", key: "on"),
            TestPanel.item(
                "edit_text",
                #""itemVisibleWhen":{"key":"on","equals":true},"itemMaximumLength":3"#),
            TestPanel.item("edit_password", key: "pw"), TestPanel.item("button", key: "go"),
            group: #""groupFooterWhen":[{"when":{"key":"on","equals":true},"footer":"It is on"}]"#
        ) { $0.actions["go"] = { _ in .failure("never") } }
    }

    @Test
    func showsTheEffectOfTheFieldsAndSavesNothing() async throws {
        let panel = try make()
        #expect(await panel.row().prefix { $0 != ">" }.hasSuffix(" hidden"))
        let page = await panel.browse(["_preview": "1", "_revision": "0", "on": "NO", "on": "YES"])
        #expect(page.status == 200)
        #expect(page.header("cache-control") == "no-store")
        #expect(!TestPanel.row(in: page.text).prefix { $0 != ">" }.contains("hidden"))
        #expect(page.text.contains("It is on"))
        #expect(panel.settings.revision == 0)
    }

    @Test
    func keepsTypedTextWithoutCheckingIt() async throws {
        let panel = try make()
        let page = await panel.browse([
            "_preview": "1", "_revision": "0", "on": "YES", "k": "too long", "pw": "hunter2",
        ])
        #expect(page.status == 200)
        #expect(TestPanel.row(in: page.text).contains(#"value="too long""#))
        #expect(!page.text.contains(#"class="err""#) && !page.text.contains(#"class="sum""#))
        #expect(page.text.contains("<title>Harbour</title>"))
        #expect(page.text.contains(#"name="_revision" value="0""#))
        #expect(!page.text.contains("hunter2"))
    }

    @Test
    func pressesNoButton() async throws {
        let page = try await make().browse(["_preview": "1", "go": "press"])
        #expect(page.status == 200)
        #expect(!page.text.contains("never"))
    }

    @Test
    func showsThePostedPage() async throws {
        let panel = try TestPanel.make(
            TestPanel.item(
                "page",
                #""groups":[{"groupKey":"h","items":["# + TestPanel.item("switch", key: "a")
                    + "]}]"))
        let page = await panel.browse(["_preview": "1", "a": "YES"], to: "/pages/k")
        #expect(page.text.contains("<h1>Port</h1>"))
        #expect(TestPanel.row("a", in: page.text).contains(" checked"))
    }
}
