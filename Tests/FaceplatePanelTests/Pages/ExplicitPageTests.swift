import Faceplate
import Testing

@testable import FaceplatePanel

/// Panels that save nothing until the user presses Save.
struct ExplicitPageTests {
    private func make(_ save: String) throws -> TestPanel {
        try TestPanel.of(
            #"{"panelKey":"harbour","panelSave":"\#(save)","groups":[{"groupKey":"g","items":["#
                + TestPanel.item("switch") + "," + TestPanel.item("edit_password", key: "pw")
                + "]}]}")
    }

    @Test(arguments: [("auto", false), ("explicit", true)])
    func areMarkedForTheScript(save: String, isExplicit: Bool) async throws {
        let form = TestPanel.element(#"id="f""#, in: try await make(save).page())
        #expect(form.contains("data-explicit") == isExplicit)
        #expect(form.contains(#"<button name="_review" value="1">Review</button>"#))
    }

    @Test(arguments: ["auto", "explicit"])
    func haveSwitches(save: String) async throws {
        let row = try await make(save).row()
        #expect(row.contains(#"role="switch""#))
        #expect(row.contains(#"type="hidden" name="k" value="NO""#))
    }

    /// A reset without JavaScript saves its own setting alone.
    @Test
    func aResetShowsTheDefaultAndKeepsTypedText() async throws {
        let items = TestPanel.item("edit_text") + "," + TestPanel.item("edit_text", key: "other")
        let panel = try TestPanel.of(
            #"{"panelSave":"explicit","groups":[{"groupKey":"g","items":[\#(items)]}]}"#)
        try panel.set(["k": "old"])
        let answer = await panel.browse([
            "_revision": "1", "k": "typed", "other": "half", "_reset": "k",
        ])
        #expect(answer.status == 200)
        #expect(!TestPanel.row("k", in: answer.text).contains("typed"))
        #expect(TestPanel.row("other", in: answer.text).contains(#"value="half""#))
        #expect(panel.settings.snapshot.value("k") == "" && !panel.settings.snapshot.isSet("other"))
    }

    /// A button of a list changes what the page shows, and saves nothing; it starts from the stored list.
    @Test(
        arguments: [
            (["_remove": "k[0]"], 200, ["2", "", ""]), (["_move": "k[1]:up"], 200, ["2", "1", ""]),
            (["_add": "k", "k[2]": "3"], 200, ["1", "2", "3", ""]),
            (["_add": "k", "k[2]": "x"], 422, ["1", "2", "x", ""]),
        ] as [(TestPanel.Fields, Int, [String])])
    func aButtonOfAListShowsTheChangedList(
        form: TestPanel.Fields, status: Int, shown: [String]
    ) async throws {
        let list = TestPanel.item(
            "edit_list", #""itemElement":{"itemControlType":"edit_integer"}"#)
        let panel = try TestPanel.of(
            #"{"panelSave":"explicit","groups":[{"groupKey":"g","items":[\#(list)]}]}"#)
        try panel.set(["k": "[1,2]"])
        let answer = await panel.browse(form)
        #expect(answer.status == status)
        let row = ShownPage(answer.text).row()
        #expect(row.sent.map(\.value) == shown)
        #expect((row.problem != nil) == (status == 422))
        #expect(panel.settings.revision == 1)
    }

    @Test
    func aDryRunOfAResetSavesNothing() async throws {
        let panel = try make("explicit")
        try panel.set(["k": "YES"])
        let answer = await panel.browse(["_revision": "1", "_reset": "k", "_dry_run": "1"])
        #expect(answer.text.contains(#""changed":{"k":{"from":true,"to":null}}"#))
        #expect(panel.settings.revision == 1)
    }

    /// No page holds a password, so that the answer has lost what was typed.
    @Test
    func aResetRequestsATypedPasswordAgain() async throws {
        let items = TestPanel.item("edit_text") + "," + TestPanel.item("edit_password", key: "pw")
        let panel = try TestPanel.of(
            #"{"panelSave":"explicit","groups":[{"groupKey":"g","items":[\#(items)]}]}"#)
        try panel.set(["k": "old"])
        let answer = await panel.browse(["_revision": "1", "pw": "hunter2", "_reset": "k"])
        #expect(TestPanel.row("pw", in: answer.text).contains("Enter port again"))
        #expect(!answer.text.contains("hunter2") && !panel.settings.snapshot.isSet("k"))
    }

    @Test
    func aResetAfterAChangeOfOthersIsAConflict() async throws {
        let panel = try make("explicit")
        for value in ["YES", "NO", "YES"] { try panel.set(["k": value]) }
        let answer = await panel.browse(["_revision": "1", "_reset": "k"])
        #expect(answer.status == 409)
        #expect(panel.settings.snapshot.value("k") == true)
    }

    /// The script goes on with the action when the dialog closes with `go`.
    @Test
    func theDialogOfTheScriptSendsAConfirmation() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        let dialog = TestPanel.element(#"data-t="confirm""#, in: await panel.page())
        let values = dialog.matches(of: /<button value="([^"]*)"/).map { String($0.output.1) }
        #expect(values == ["go"], "\(dialog)")
    }

    @Test
    func haveTheMessagesOfTheScriptInEachLanguage() async throws {
        let panel = try TestPanel.inAllLanguages(TestPanel.item("switch"))
        for (language, forms) in [("en", 2), ("fr", 2), ("de", 2), ("ar", 5), ("ja", 1)] {
            let page = await panel.page("/?lang=\(language)")
            let parts = TestPanel.element(#"id="parts""#, in: page)
            for name in ["unsaved", "problems", "elsewhere", "back"] {
                let sentence = TestPanel.element(#"data-t="\#(name)""#, in: parts)
                let others = sentence.matches(of: /data-(?:zero|one|two|few|many)="[^"]/).count
                #expect(others + 1 == forms, "\(language) \(name)")
                #expect(!sentence.contains("></p>"))
            }
            let single = [
                "offline", "signedOut", "note", "typedRow", "waitsRow", "offlineRow",
                "signedOutRow", "problem", "more", "count", "leave", "saved", "control", "copied",
            ]
            for name in single {
                #expect(parts.ranges(of: #"data-t="\#(name)""#).count == 1, "\(language) \(name)")
            }
            #expect(parts.contains("{sentence}") && parts.contains("{count}"))
        }
    }
}
