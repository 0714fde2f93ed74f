import Faceplate
import FaceplatePanel
import FaceplateTestSupport
import Foundation
import Testing

@testable import FaceplateTesting

struct PanelFormTests {
    private static let json = """
        {"panelKey": "test", "panelLocales": ["en", "fr"], "groups": [
          {"groupKey": "display", "items": [
            {"itemKey": "titles", "itemControlType": "switch", "itemValue": "YES",
             "itemTitle": {"en": "Show titles", "fr": "Afficher les titres"}},
            {"itemKey": "size", "itemControlType": "edit_integer", "itemValue": 3, "itemMaximum": 9},
            {"itemKey": "tags", "itemControlType": "choices", "itemOptions": ["a", "b", "c"]},
            {"itemKey": "clean", "itemControlType": "button", "itemTitle": "Clean up"}]},
          {"groupKey": "theme", "items": [
            {"itemKey": "light", "itemControlType": "select"},
            {"itemKey": "dark", "itemControlType": "select"}]}]}
        """

    @Test
    func isFilledByTitleOrKeyAndSaved() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        var form = PanelClient(settings).form()
        try form.fill("Show titles", "NO")
        try form.fill("size", "4")
        try form.fill("Tags", "a", "c")
        try form.choose("Dark")
        let answer = await form.save()
        #expect(answer.status == 200 && answer.revision == 1 && answer.problems.isEmpty)
        #expect(answer.changed.sorted() == ["size", "tags", "theme", "titles"])
        #expect(settings.boolean("titles") == false && settings.text("theme") == "dark")
        #expect(settings.value("tags") == .list(["a", "c"]))
    }

    @Test
    func namesRowsAsThePageOfALocaleDoes() async throws {
        let client = PanelClient(try Settings.inMemory(json: Self.json))
        var form = client.form(locale: LocaleTag("fr"))
        try form.fill("Afficher les titres", "NO")
        #expect(throws: PanelForm.UnknownRow.self) { try form.fill("Show titles", "NO") }
        #expect(await form.save().changed == ["titles"])
    }

    @Test
    func fillsTheFirstOfTwoRowsWithTheSameTitle() async throws {
        let settings = try Settings.inMemory(
            json: #"""
                [{"groupKey": "g", "items": [
                  {"itemKey": "b", "itemControlType": "edit_text", "itemTitle": "Name"},
                  {"itemKey": "a", "itemControlType": "edit_text", "itemTitle": "Name"}]}]
                """#)
        var form = PanelClient(settings).form()
        try form.fill("Name", "Ada")
        #expect(await form.save().changed == ["b"])
    }

    @Test
    func reportsUnknownRows() throws {
        var form = PanelClient(try Settings.inMemory(json: Self.json)).form()
        let error = #expect(throws: PanelForm.UnknownRow.self) { try form.fill("Show title", "NO") }
        #expect(error?.description == "There is no row 'Show title'. Did you mean 'Show titles'?")
        let key = #expect(throws: PanelForm.UnknownRow.self) { try form.fill("titels", "NO") }
        #expect(key?.nearest == "titles")
        #expect(throws: PanelForm.UnknownRow.self) { try form.choose("titles") }
    }

    @Test
    func readsRejectedValues() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        var form = PanelClient(settings).form()
        try form.fill("size", "10")
        try form.fill("titles", "NO")
        let answer = await form.save()
        #expect(answer.status == 422 && answer.revision == nil && settings.revision == 0)
        #expect(answer.problems.map(\.key) == ["size"])
        #expect(answer.problems.map(\.code) == ["too_large"])
        #expect(answer.problems.first?.message.contains("9") == true)
    }

    @Test
    func readsTheNearestKeyOfAnUnknownKey() async throws {
        let client = PanelClient(try Settings.inMemory(json: Self.json))
        let response = await client.post(
            [("siez", "4"), ("size", "10")], fields: [("accept", "application/json")])
        let problems = PanelAnswer(response).problems
        #expect(problems.map(\.key).sorted() == ["siez", "size"])
        #expect(problems.first { $0.key == "siez" }?.nearest == "size")
        #expect(problems.contains { $0.key == "size" && $0.nearest == nil })
    }

    @Test
    func postsAnyNameUnchanged() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        let response = await PanelClient(settings).post(
            [("a&size", "4")], fields: [("accept", "application/json")])
        #expect(PanelAnswer(response).problems.map(\.key) == ["a&size"])
        #expect(settings.revision == 0)
    }

    @Test
    func readsAConflict() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        var form = PanelClient(settings).form()
        try form.fill("size", "5")
        _ = try await settings.set("size", to: 6)
        let answer = await form.save()
        #expect(answer.status == 409 && answer.problems.map(\.key) == ["size"])
    }

    @Test
    func pressesAndResets() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        var configuration = Panel.Configuration()
        configuration.actions["clean"] = { _ in .success("Clean.") }
        let client = PanelClient(settings, configuration: configuration)
        var form = client.form()
        try form.fill("size", "5")
        let pressed = try await form.press("Clean up")
        #expect((200...202).contains(pressed.status) && settings.integer("size") == 5)
        let reset = try await client.form().reset("size")
        #expect(reset.changed == ["size"] && settings.integer("size") == 3)
    }

    @Test(.timeLimit(.hung), arguments: [true, false])
    func waitsForTheResultOfALongAction(fails: Bool) async throws {
        let settings = try Settings.inMemory(json: Self.json)
        let (stream, gate) = AsyncStream<Void>.makeStream()
        var configuration = Panel.Configuration()
        configuration.actionPatience = .zero
        configuration.actions["clean"] = { _ in
            for await _ in stream {}
            return fails ? .failure("It is stuck.") : .success("Clean.")
        }
        let client = PanelClient(settings, configuration: configuration)
        var form = client.form()
        try form.fill("size", "5")
        let answer = try await form.press("clean")
        #expect(answer.status == 202 && answer.message == nil)
        gate.finish()
        let result = await client.result(of: answer)
        #expect(result.status == 200 && result.changed == ["size"] && result.revision == 1)
        #expect(result.message == (fails ? "“Clean up” failed: It is stuck." : "Clean."))
        #expect(await client.result(of: result).message == result.message)
    }

    @Test
    func showsTheProgramsVetoBesideTheField() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        settings.willSave { save in
            save.change(of: "size") == nil ? nil : .key("size", "Port 5 is in use.")
        }
        var form = PanelClient(settings).form()
        try form.fill("size", "5")
        let answer = await form.save()
        #expect(answer.status == 422 && answer.problems.map(\.message) == ["Port 5 is in use."])
        let page = await PanelClient(settings).post([("size", "5")])
        #expect(page.status == 422 && page.text.contains("Port 5 is in use."))
    }
}
