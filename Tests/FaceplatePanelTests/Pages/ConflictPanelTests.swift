import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct ConflictPanelTests {
    private func make() throws -> TestPanel {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "a"), TestPanel.item("edit_text", key: "b"),
            TestPanel.item("switch", key: "on"), TestPanel.item("edit_password", key: "pw"))
        try panel.set(["a": "1"])
        return panel
    }

    private func conflict(_ page: String) -> String {
        TestPanel.element(#"id="conflict""#, in: page)
    }

    @Test func offersAChoiceForEachSettingAndSelectsNone() async throws {
        let panel = try make()
        try panel.set(["a": "<2>", "on": "YES"], origin: .cli)
        try panel.set(["on": "NO"])
        let page = await panel.browse(["a": "3", "on": "YES", "_revision": "1"]).text
        let markup = conflict(page)
        #expect(
            markup.hasPrefix(
                #"<div id="conflict" class="ban" role="group" aria-labelledby="conflict-h" "#
                    + #"tabindex="-1">"#
                    + #"<div role="alert"><h2 id="conflict-h">2 settings were changed by someone "#
                    + "else</h2>"))
        let fields = """
            <input type="hidden" form="f" name="_keep[a]" value=""><label class="opt">\
            <input type="radio" form="f" name="_keep[a]" value="theirs"><span>Theirs: \
            <bdi>&lt;2&gt;</bdi></span></label><label class="opt"><input type="radio" \
            form="f" name="_keep[a]" value="mine"><span>Yours: <bdi>3</bdi></span></label></fieldset>
            """
        #expect(markup.contains(fields))
        #expect(markup.contains("Changed by the command line, "))
        #expect(markup.contains("Changed by the program, "))
        #expect(!markup.contains("checked") && !markup.contains(#"class="err""#))
        let parts = page.split(separator: "<h1", maxSplits: 1)
        #expect(parts.first?.contains(#"id="conflict""#) == true)
        #expect(!page.contains(#"class="sum""#))
    }

    @Test func savingWithoutAChoiceAsksAgain() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let again = await panel.browse(
            ["_keep[a]": "", "a": "3", "b": "x", "_revision": "2"])
        #expect(again.status == 409)
        #expect(conflict(again.text).contains("Choose which value of “Port” to use"))
        #expect(TestPanel.row("a", in: again.text).contains(#"value="3""#))
        #expect(TestPanel.row("b", in: again.text).contains(#"value="x""#))
        #expect(panel.settings.value("a") == "2" && panel.settings.revision == 2)
    }

    @Test(arguments: [("mine", "3"), ("theirs", "2")])
    func otherChangesAreSavedWithTheChoice(choice: String, value: Value) async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let answer = await panel.browse(
            [
                "_keep[a]": "", "_keep[a]": choice, "a": "3", "b": "x", "_revision": "2",
            ])
        #expect(answer.status == 303)
        #expect(panel.settings.value("a") == value && panel.settings.value("b") == "x")
    }

    @Test func asksAgainAfterANewerChange() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        try panel.set(["a": "4"])
        let answer = await panel.browse(["_keep[a]": "mine", "a": "3", "_revision": "2"])
        #expect(answer.status == 409)
        #expect(conflict(answer.text).contains("Theirs: <bdi>4</bdi>"))
        #expect(!conflict(answer.text).contains("Choose which value of"))
    }

    @Test func keepsAChoiceAfterAnErrorElsewhere() async throws {
        let panel = try make()
        try panel.set(["a": "2", "on": "YES"])
        let answer = await panel.browse(
            ["_keep[a]": "theirs", "a": "3", "_keep[b]": "", "b": "4", "on": "?", "_revision": "2"])
        #expect(answer.status == 422)
        // The other value of `a` is chosen; the page asks about `b` again.
        #expect(TestPanel.row("a", in: answer.text).contains(#"value="2""#))
        #expect(conflict(answer.text).contains(#"name="_keep[b]""#))
        #expect(!conflict(answer.text).contains(#"name="_keep[a]""#))
        #expect(conflict(answer.text).contains("Choose which value of"))
        #expect(answer.text.contains(#"class="sum""#))
    }

    @Test func showsNoValuesOfASecret() async throws {
        let panel = try make()
        try panel.set(["pw": "their own"])
        let page = await panel.browse(["pw": "my own", "_revision": "1"]).text
        #expect(conflict(page).contains("Theirs (saved)"))
        #expect(conflict(page).contains("Yours (enter it again below)"))
        #expect(!page.contains("their own") && !page.contains("my own"))
        let form: TestPanel.Fields = ["_keep[pw]": "", "pw": "", "_revision": "2"]
        #expect(await panel.browse(form).status == 409)
        let empty: TestPanel.Fields = ["_keep[pw]": "mine", "pw": "", "_revision": "2"]
        #expect(await panel.browse(empty).status == 422)
        #expect(try panel.settings.secret("pw") == "their own")
        let typed: TestPanel.Fields = ["_keep[pw]": "mine", "pw": "my own", "_revision": "2"]
        #expect(await panel.browse(typed).status == 303)
        #expect(try panel.settings.secret("pw") == "my own")
    }

    @Test func anUndoInConflictOffersAChoice() async throws {
        let panel = try make()
        try panel.set(["a": "2", "b": "x"])
        try panel.set(["a": "3"])
        let page = await panel.browse(["_undo": "2", "_revision": "3", "a": "3", "b": "x"])
        #expect(page.status == 409)
        let markup = conflict(page.text)
        #expect(markup.contains(#"<input type="hidden" form="f" name="_undo" value="2">"#))
        #expect(markup.contains("“Port” was not undone: it was changed again since</h2>"))
        #expect(markup.contains("Theirs: <bdi>3</bdi>") && markup.contains("Yours: <bdi>1</bdi>"))
        let answer = await panel.browse(
            ["_undo": "2", "_keep[a]": "mine", "_revision": "3", "a": "3", "b": "x"])
        #expect(answer.status == 303)
        #expect(panel.settings.value("a") == "1" && !panel.settings.snapshot.isSet("b"))
    }

    /// A row that is saved by itself would leave the undo out.
    @Test func anUndoInConflictIsShownAboveTheRowsWithJavaScriptToo() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        try panel.set(["a": "3"])
        let page = await panel.browse(["_undo": "2", "_revision": "3", "_typed": "1"])
        #expect(page.status == 409)
        let markup = conflict(page.text)
        #expect(markup.contains(#"name="_undo" value="2""#))
        #expect(markup.contains(#"name="_keep[a]" value="mine""#))
        #expect(!TestPanel.row("a", in: page.text).contains("data-take"))
        let edit = await panel.browse(["a": "4", "_revision": "2", "_typed": "1"])
        #expect(edit.status == 409 && conflict(edit.text).isEmpty)
        #expect(TestPanel.row("a", in: edit.text).contains("data-take"))
    }

    @Test func scriptsGetTheConflictAsJSON() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let answer = await panel.json(["a": "3", "_revision": "1"])
        #expect(answer.status == 409 && answer.text.contains(#""code":"changed_elsewhere""#))
        #expect(await panel.json(["a": "3"]).status == 200)
        #expect(await panel.json(["_keep[nothing]": "mine", "a": "4"]).status == 200)
        #expect(await panel.json(["_keep": "mine"]).status == 422)
    }
}
