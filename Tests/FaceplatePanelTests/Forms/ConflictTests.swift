import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct ConflictTests {
    private func make() throws -> TestPanel {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "a"), TestPanel.item("edit_text", key: "b"),
            TestPanel.item("switch", key: "on"), TestPanel.item("edit_password", key: "pw"))
        try panel.set(["a": "1"])
        return panel
    }

    @Test
    func doesNotSaveUnchangedValuesOfAnOldPage() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let response = await panel.json(["a": "1", "b": "x", "on": "NO", "_revision": "1"])
        #expect(response.text == #"{"revision":3,"changed":{"b":{"from":null,"to":"x"}}}"#)
        #expect(panel.settings.value("a") == "2")
    }

    @Test
    func letsTheLastWriteWinWithoutARevision() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        #expect(
            await panel.json(["a": "1"]).text
                == #"{"revision":3,"changed":{"a":{"from":"2","to":"1"}}}"#)
    }

    @Test
    func savesNothingWithAnOpenChoiceAndNoRevision() async throws {
        let panel = try make()
        let response = await panel.json(["a": "x", "_keep[a]": ""])
        #expect(response.status == 409)
        #expect(panel.settings.value("a") == "1" && panel.settings.revision == 1)
    }

    /// The page already has the revision that changed `b`, so only `a` is in conflict.
    @Test
    func keepsTypedTextBesideAConflict() async throws {
        let panel = try make()
        try panel.set(["b": "2"])
        try panel.set(["a": "3"])
        let answer = await panel.browse(["a": "mine", "b": "typed", "_revision": "2"])
        #expect(answer.status == 409)
        for key in ["a", "b"] {
            let text = key == "a" ? "mine" : "typed"
            #expect(TestPanel.row(key, in: answer.text).contains("value=\"\(text)\""), "\(key)")
        }
        #expect(panel.settings.value("b") == "2")
    }

    /// The page shows revision 4, but `a` as in revision 2, because a user types there.
    @Test(
        arguments: [
            // `b` is set back to its value of revision 2.
            (["a": "3", "b": "0", "_revision": "4", "_revision[a]": "2"], 200, "3", "0"),
            (["a": "1", "b": "0", "_revision": "4", "_revision[a]": "2"], 200, "3", "0"),
            (["a": "mine", "b": "0", "_revision": "4", "_revision[a]": "2"], 409, "3", "x"),
            (["a": "mine", "_revision": "4", "_revision[a]": "3"], 200, "mine", "x"),
            (["a": "mine", "_revision": "4", "_revision[b]": "9"], 409, "3", "x"),
            (["a": "3", "_revision": "2", "_revision[a]": "4"], 200, "3", "x"),
            (["a": "mine", "_revision[a]": "4"], 400, "3", "x"),
            (
                ["a": "1", "_revision": "4", "_revision[a]": "1", "_revision[a]": "2"],
                400, "3", "x"
            ),
        ] as [(TestPanel.Fields, Int, String, String)])
    func usesTheRevisionOfASetting(
        form: TestPanel.Fields, status: Int, a: String, b: String
    ) async throws {
        let panel = try make()
        try panel.set(["b": "0"])
        try panel.set(["a": "3"])
        try panel.set(["b": "x"])
        let response = await panel.json(form)
        #expect(response.status == status)
        #expect([panel.settings.value("a"), panel.settings.value("b")] == [.text(a), .text(b)])
    }

    @Test
    func theSameChangeByBothIsNotAConflict() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        #expect(
            await panel.json(["a": "2", "_revision": "1"]).text == #"{"revision":2,"changed":{}}"#)
    }

    @Test
    func reportsConflictsToScripts() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let response = await panel.json(["a": "3", "_revision": "1"])
        #expect(response.status == 409)
        #expect(
            response.text
                == #"{"type":"about:blank","title":"There is a problem","status":409,"errors":["#
                + #"{"key":"a","code":"changed_elsewhere","message":"Port was changed by someone else. "#
                + #"Check it and save again"}]}"#)
        #expect(panel.settings.revision == 2)
    }

    @Test(arguments: [
        ("\"1\"", 412), ("1", 412), ("\"1-abc\"", 412), ("\"2\"", 200), ("\"2-abc\"", 200),
        ("*", 200),
        ("\"x\"", 400), ("", 400), ("W/\"1\"", 400), ("\"1\", \"2\"", 400),
    ])
    func checksTheRevisionOfIfMatch(header: String, status: Int) async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let response = await panel.json(["a": "3"], fields: [("if-match", header)])
        #expect(response.status == status)
        #expect(panel.settings.value("a") == (status == 200 ? "3" : "2"))
    }

    @Test(arguments: [("1", "2", 200), ("2", "1", 412), ("1", "1", 412)])
    func prefersTheRevisionOfASettingToIfMatch(
        header: String, revision: String, status: Int
    ) async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let response = await panel.json(
            ["a": "3", "_revision[a]": revision], fields: [("if-match", header)])
        #expect(response.status == status, "\(response.text)")
        #expect(panel.settings.value("a") == (status == 200 ? "3" : "2"))
    }

    @Test(arguments: [("1", "2", 412), ("2", "1", 200)])
    func prefersIfMatchToTheRevisionOfTheForm(
        header: String, revision: String, status: Int
    ) async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let response = await panel.json(
            ["a": "3", "_revision": revision], fields: [("if-match", "\"\(header)\"")])
        #expect(response.status == status, "\(response.text)")
        #expect(panel.settings.value("a") == (status == 200 ? "3" : "2"))
    }

    @Test
    func acceptsTheTagOfAPageInIfMatch() async throws {
        let panel = try make()
        let tag = try #require(await panel.client.get().entityTag)
        #expect(await panel.json(["b": "1"], fields: [("if-match", tag)]).status == 200)
        #expect(await panel.json(["b": "2"], fields: [("if-match", tag)]).status == 412)
    }

    @Test(arguments: [
        (Origin.browser, "another browser"), (.script, "a script"), (.cli, "the command line"),
        (.program, "the program"), (.import, "an import"), (.sync, "another device"),
        (.migration, "an update"), (.undo, "an undo"), (.expiry, "the end of a time limit"),
        (.profile, "a profile"),
    ])
    func showsTheOriginOfTheOtherChange(origin: Origin, who: String) async throws {
        let panel = try make()
        try panel.set(["a": "2"], origin: origin)
        let response = await panel.browse(["a": "3", "_revision": "1"])
        #expect(response.status == 409)
        #expect(
            TestPanel.row("a", in: response.text).contains(
                #"<div class="note conflict"><p class="warn" id="n-a">Changed to 2 by \#(who) since you "#
                    + "opened this page.</p>"))
    }

    @Test(arguments: [
        ("a", "", "mine", "Cleared by the program since you opened this page."),
        ("on", "NO", "YES", "Changed to Off by the program since you opened this page."),
        ("pw", "of another", "mine", "Changed by the program since you opened this page."),
        ("b", "<i>", "mine", "Changed to &lt;i&gt; by the program since you opened this page."),
    ])
    func showsTheCurrentValue(
        key: String, theirs: String, mine: String, note: String
    ) async throws {
        let panel = try make()
        try panel.set([key: theirs])
        let response = await panel.browse([key: mine, "_revision": "1"])
        #expect(response.status == 409)
        let row = TestPanel.row(key, in: response.text)
        #expect(row.contains(note))
        #expect(row.contains("n-\(key)\" aria-invalid=\"true\""))
        #expect(!response.text.contains("of another"))
    }

    @Test
    func showsTheDefaultAfterAReset() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text", #""itemValue":"pier""#))
        try panel.set(["k": "1"])
        try panel.settings.applyAndWait(
            Batch([Assignment("k", .reset)], origin: .program))
        let response = await panel.browse(["k": "mine", "_revision": "1"])
        #expect(
            TestPanel.row(in: response.text).contains(
                "Changed to pier by the program since you opened this page."))
    }

    @Test
    func describesAFieldsetByItsNote() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("choice", #""itemOptions":["a","b","c"],"itemStyle":"radios""#),
            TestPanel.item("switch", key: "x"))
        try panel.set(["x": "YES"])
        try panel.set(["k": "b"])
        let row = ShownPage(await panel.browse(["k": "c", "_revision": "1"]).text).row()
        #expect(row.element?["aria-describedby"] == "n-k")
        #expect(row.isModified && row.sent("k") == ["c"])
    }

    @Test
    func isResolvedByASecondSave() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let page = await panel.browse(["a": "3", "_revision": "1"]).text
        #expect(page.contains(#"name="_revision" value="2""#))
        #expect(TestPanel.row("a", in: page).contains(#"value="3""#))
        #expect(await panel.browse(["a": "3", "_revision": "2"]).status == 303)
        #expect(panel.settings.value("a") == "3")
    }

    @Test
    func neverShowsAnOldValueAsTyped() async throws {
        let panel = try make()
        try panel.set(["b": "1"])
        try panel.set(["a": "2", "b": "2"])
        let page = await panel.browse(["a": "1", "b": "3", "_revision": "2"]).text
        #expect(TestPanel.row("a", in: page).contains(#"value="2""#))
        #expect(TestPanel.row("b", in: page).contains(#"value="3""#))
    }

    /// The page has asked about a setting, and no side was chosen; meanwhile another value is refused.
    ///
    /// Two secrets are not compared, so each that was typed differs from the stored one.
    @Test(
        arguments: [
            ("a", "2", "2", false), ("a", "2", "3", true), ("pw", "theirs", "", false),
            ("pw", "theirs", "mine", true),
        ])
    func asksAgainOnlyIfTheValuesDiffer(
        key: String, theirs: String, mine: String, isAsked: Bool
    ) async throws {
        let panel = try make()
        try panel.set([key: theirs], origin: .cli)
        try panel.set(["b": "later"])
        let page = await panel.browse([key: mine, "_keep[\(key)]": "", "on": "x", "_revision": "1"])
        #expect(page.status == 422)
        #expect(page.text.contains(#"name="_keep[\#(key)]""#) == isAsked)
        #expect(page.text.contains("Changed by the command line, ") == isAsked)
        #expect(panel.settings.revision == 3)
    }

    @Test
    func doesNotAskIfNothingWasTyped() async throws {
        let panel = try make()
        try panel.set(["a": "2"], origin: .cli)
        let page = await panel.browse(["_keep[a]": "", "on": "x", "_revision": "1"])
        #expect(page.status == 422 && !page.text.contains(#"name="_keep[a]""#))
    }

    /// A script sends one line of a list; the others are as they are stored.
    @Test
    func asksAgainWithTheWholeList() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_list"), TestPanel.item("switch", key: "on"))
        try panel.set(["k": #"["a","b"]"#])
        try panel.set(["k": #"["a","x"]"#])
        let page = await panel.browse([
            "k[1]": "c", "_keep[k]": "", "on": "?", "_revision": "1",
        ])
        #expect(page.status == 422)
        #expect(page.text.contains("Theirs: <bdi>a, x</bdi>"))
        #expect(page.text.contains("Yours: <bdi>a, c</bdi>"))
    }

    @Test
    func keepsTheRevisionOfThePageAfterARejectedValue() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let page = await panel.browse(["a": "1", "on": "x", "_revision": "1"])
        #expect(page.status == 422)
        #expect(page.text.contains(#"name="_revision" value="1""#))
        let again = await panel.json(["a": "1", "on": "YES", "_revision": "1"])
        #expect(again.text == #"{"revision":3,"changed":{"on":{"from":null,"to":true}}}"#)
        #expect(panel.settings.value("a") == "2")
    }
}
