import Faceplate
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

struct ConfirmationTests {
    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }

    private func make(_ more: String = #","itemConfirm":"Really?""#, count: Count = Count()) throws
        -> TestPanel
    {
        try TestPanel.of(
            #"""
            {"panelKey":"harbour","panelTitle":"Harbour","panelLocales":["en","fr"],
             "labels":{"fr":{"GO.confirm":"Vraiment ?"}},"groups":[
              {"groupKey":"g","items":[
                {"itemKey":"on","itemTitle":"Server","itemControlType":"switch"},
                {"itemKey":"p","itemTitle":"Page","itemControlType":"page","groups":[
                  {"groupKey":"h","items":[
                    {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"},
                    {"itemKey":"go","itemTitle":"Erase","itemControlType":"button"\#(more)},
                    {"itemKey":"ext","itemTitle":"Site","itemControlType":"link",
                     "itemURL":"https://example.org/"}]}]}]}]}
            """#
        ) { configuration in
            configuration.actions["go"] = { _ in
                count.add()
                return .success("gone")
            }
        }
    }

    @Test
    func asksAUserFirst() async throws {
        let count = Count()
        let panel = try make(count: count)
        let asked = await panel.browse(["go": "press"], to: "/pages/p")
        #expect(asked.status == 303)
        #expect(asked.header("location") == "/actions/go")
        #expect(count.value == 0)
        let done = await panel.browse(["go": "press", "_confirm": "go"], to: "/pages/p")
        #expect(done.header("location")?.hasPrefix("/pages/p?run=") == true)
        #expect(count.value == 1)
    }

    @Test
    func doesNotAskScripts() async throws {
        let count = Count()
        let panel = try make(count: count)
        #expect(await panel.json(["go": "press"]).status == 200)
        #expect(await panel.post(["go": "press"]).status == 303)
        #expect(count.value == 2)
    }

    @Test
    func asksAgainForAnotherAction() async throws {
        let count = Count()
        let asked = try await make(count: count).browse(["go": "press", "_confirm": "other"])
        #expect(asked.header("location") == "/actions/go?page=")
        #expect(count.value == 0)
    }

    @Test
    func runsAtOnceWithoutAQuestion() async throws {
        let count = Count()
        #expect(try await make("", count: count).browse(["go": "press"]).status == 303)
        #expect(count.value == 1)
    }

    // MARK: - The page

    @Test
    func showsTheQuestionWithCancelAndItsButton() async throws {
        let response = try await make(
            #","itemConfirm":"Erase <all>?","itemRole":"destructive""#
        ).visit("/actions/go")
        #expect(response.status == 200)
        #expect(response.header("cache-control") == "no-store")
        #expect(response.text.contains("<title>Erase – Harbour</title>"))
        #expect(response.text.contains("<h1>Erase</h1>"))
        let box = TestPanel.element(#"class="confirm""#, in: response.text)
        #expect(
            box
                == #"<div class="confirm"><p>Erase &lt;all&gt;?</p>"#
                + #"<form method="post" action="/pages/p" autocomplete="off">"#
                + #"<input type="hidden" name="_confirm" value="go">"#
                + #"<input type="hidden" name="_locale" value="en">"#
                + ##"<a class="btn" autofocus href="/pages/p#s-go">Cancel</a>"##
                + #"<button class="danger" name="go" value="press">Erase</button></form></div>"#)
    }

    @Test
    func isInTheLanguageOfTheUser() async throws {
        let panel = try make("")
        #expect(
            await panel.visit("/actions/go").text.contains(
                "<p>Run “Erase”?</p>"))
        let page = await panel.visit("/actions/go?lang=fr")
        #expect(page.text.contains("<p>Vraiment ?</p>"))
        #expect(page.header("set-cookie")?.hasPrefix("faceplate_lang=fr; Path=/;") == true)
        // The French question applies only to the page in French.
        let asked = await panel.browse(["go": "press", "_locale": "fr"], to: "/pages/p")
        #expect(asked.header("location") == "/actions/go")
    }

    @Test
    func returnsToThePageOfThePress() async throws {
        let panel = try make()
        let asked = await panel.browse(["go": "press", "name": "x"])
        #expect(asked.header("location") == "/actions/go?page=&rev=1")
        let page = await panel.visit("/actions/go?page=&rev=1").text
        #expect(page.contains(#"action="/""#))
        #expect(page.contains(##"href="/?rev=1#s-go">Cancel"##))
    }

    @Test(arguments: ["nope", "g", "go", "p/p", "//evil.example", "p%00"])
    func returnsOnlyToPagesOfThePanel(page: String) async throws {
        let panel = try make()
        let text = await panel.visit("/actions/go?page=\(page)").text
        #expect(text.contains(#"action="/pages/p""#))
        #expect(!text.contains("evil"))
    }

    @Test(arguments: ["nope", "on", "ext", "p", "g"])
    func existsOnlyForActions(key: String) async throws {
        #expect(try await make().visit("/actions/\(key)").status == 404)
    }

    // MARK: - Rules

    @Test
    func isNotFoundForAHiddenButton() async throws {
        let panel = try make(#","itemVisibleWhen":{"key":"on","equals":true}"#)
        #expect(await panel.visit("/actions/go").status == 404)
        try panel.set(["on": "YES"])
        #expect(await panel.visit("/actions/go").status == 200)
    }

    @Test
    func showsWhyTheButtonIsDisabled() async throws {
        let panel = try make(#","itemEnabledWhen":{"key":"on","equals":true}"#)
        let page = await panel.visit("/actions/go")
        #expect(page.status == 200)
        #expect(page.text.contains("<p>Available when “Server” is On</p>"))
        #expect(page.text.contains(##"href="/pages/p#s-go">Cancel"##))
        #expect(!page.text.contains("method=\"post\""))
    }

    @Test
    func isInTheButtonForJavaScript() async throws {
        let panel = try make()
        let row = TestPanel.row("go", in: await panel.page("/pages/p"))
        #expect(row.contains(#"data-confirm="Really?""#))
    }
}
