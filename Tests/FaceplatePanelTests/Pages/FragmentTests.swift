import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct FragmentTests {
    private static let json = #"""
        {"panelLocales":["en","de"],"groups":[
          {"groupKey":"g","groupTitle":{"en":"Group","de":"Gruppe"},"items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"},
            {"itemKey":"deep","itemControlType":"page","groups":[
              {"groupKey":"inner","items":[
                {"itemKey":"far","itemTitle":"Far","itemControlType":"switch",
                 "itemRenamedFrom":["remote"]},
                {"itemKey":"expert","itemControlType":"switch","itemLevel":"advanced"}]}]},
            {"itemKey":"kept","itemControlType":"edit_text","itemHidden":true}]},
          {"groupKey":"theme","items":[{"itemKey":"light","itemControlType":"select"},
            {"itemKey":"dark","itemControlType":"select"}]}]}
        """#

    private func get(_ target: String, _ fields: [(name: String, value: String)] = [])
        async throws -> PanelResponse
    {
        try await TestPanel.of(Self.json).client.get(
            target, fields: [("accept", "text/html")] + fields)
    }

    @Test(arguments: ["name", "far", "expert", "theme", "g", "inner"])
    func equalsThePartOfThePage(key: String) async throws {
        let panel = try TestPanel.of(Self.json)
        let path = ["far", "expert", "inner"].contains(key) ? "/pages/deep" : "/"
        let page = await panel.page(path + "?level=advanced")
        let fragment = await panel.client.get("/fragments/\(key)")
        #expect(fragment.status == 200)
        #expect(fragment.header("content-type") == "text/html; charset=utf-8")
        #expect(fragment.text.hasPrefix("<") && fragment.text.contains(#"id="s-\#(key)""#))
        #expect(page.contains(fragment.text), "\(fragment.text)")
    }

    @Test(arguments: [("light", "s-theme"), ("dark", "s-theme"), ("remote", "s-far")])
    func isFoundByAnOptionAndByAFormerKey(key: String, id: String) async throws {
        #expect(try await get("/fragments/\(key)").text.contains(#"id="\#(id)""#))
    }

    @Test func isInTheLanguageOfTheUser() async throws {
        let answer = try await get("/fragments/g?lang=de")
        #expect(answer.text.contains(">Gruppe</h2>"))
        #expect(answer.header("content-language") == "de")
    }

    @Test func isNotSentAgainIfUnchanged() async throws {
        let panel = try TestPanel.of(Self.json)
        let first = await panel.client.get("/fragments/name")
        let tag = try #require(first.header("etag"))
        #expect(
            await panel.client.get("/fragments/name", fields: [("if-none-match", tag)]).status
                == 304)
        try panel.set(["name": "Ada"])
        let second = await panel.client.get("/fragments/name", fields: [("if-none-match", tag)])
        #expect(second.status == 200 && second.text.contains(#"value="Ada""#))
    }

    @Test(arguments: [("nmae", "name"), ("kept", ""), ("", "")])
    func isNotFoundUnderAnotherKey(key: String, nearest: String) async throws {
        for type in ["text/html", "application/json", "text/plain"] {
            let answer = try await TestPanel.of(Self.json).client.get(
                "/fragments/\(key)", fields: [("accept", type)])
            #expect(answer.status == 404)
            #expect(answer.text.contains(nearest))
        }
    }

    @Test func readsProvidedContentAgain() async throws {
        let panel = try TestPanel.make(TestPanel.item("info"))
        let count = Locked<Int64>(0)
        var content = ProvidedContent()
        content.values["k"] = {
            .integer(
                count.withLock { count in
                    count += 1
                    return count
                })
        }
        try panel.settings.content.provide(content)
        #expect(await panel.client.get("/fragments/k").text.contains(">1</span>"))
        #expect(await panel.client.get("/fragments/k").text.contains(">2</span>"))
    }

    @Test(arguments: ["k", "deep"])
    func readsProvidedOptionsAgain(key: String) async throws {
        func choice(_ key: String) -> String {
            TestPanel.item("choice", #""itemOptionsProvided":true"#, key: key)
        }
        let panel = try TestPanel.make(
            choice("k"),
            TestPanel.item(
                "page", #""groups":[{"groupKey":"inner","items":[\#(choice("deep"))]}]"#,
                key: "page"))
        let count = Locked(0)
        var content = ProvidedContent()
        content.options[key] = {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return [ProvidedOption("alto", label: "Tone \(number)")]
        }
        try panel.settings.content.provide(content)
        for number in [2, 3] {
            let fragment = await panel.client.get("/fragments/\(key)").text
            #expect(fragment.contains("Tone \(number)"), "\(fragment)")
        }
    }
}
