import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct UndoTests {
    private func make() throws -> TestPanel {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "a"), TestPanel.item("edit_text", key: "b"),
            TestPanel.item("switch", key: "on"), TestPanel.item("edit_password", key: "pw"))
        try panel.set(["a": "1", "b": "x"])
        return panel
    }

    // MARK: - Posts of scripts

    @Test func showsTheDifferenceOnADryRun() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        #expect(
            await panel.json(["_restore": "1", "_dry_run": "1"]).text
                == #"{"revision":2,"changed":{"a":{"from":"2","to":"1"}},"dry_run":true}"#)
        #expect(panel.settings.revision == 2)
        #expect(
            await panel.json(["_restore": "2000-01-01T00:00:00Z"]).text
                == #"{"revision":3,"changed":{"a":{"from":"2","to":null},"b":{"from":"x","to":null}}}"#
        )
    }

    @Test(arguments: [
        ("_undo", ""), ("_undo", "x"), ("_undo", "1.0"), ("_undo", ":a"), ("_undo", "1:"),
        ("_undo", "99999999999999999999"), ("_restore", ""), ("_restore", "yesterday"),
        ("_restore", "2026-11-20T07:30:00"), ("_restore", "2026-02-30T07:30:00Z"),
        ("_keep[a]", "ours"),
    ])
    func rejectsAMalformedRevision(name: String, value: String) async throws {
        let panel = try make()
        let answer = await panel.json([name: value])
        #expect(answer.status == 400, "\(answer.text)")
        #expect(panel.settings.revision == 1)
    }

    @Test(arguments: [
        "2026-11-20T07:30:00+01:00", "2026-11-20T07:30:00 01:00", "2026-11-20T07:30:00.123Z",
        "2026-11-20t07:30:00z", "2999-01-01T00:00:00Z",
    ])
    func readsTimesInSeveralFormats(time: String) async throws {
        #expect(await (try make()).json(["_restore": time, "_dry_run": "1"]).status == 200)
    }

    @Test(arguments: [
        ("_undo", "2", "There is no revision 2. History contains 1 to 1"),
        ("_undo", "0", "There is no revision 0. History contains 1 to 1"),
        ("_undo", "-9223372036854775808", "History contains 1 to 1"),
        ("_restore", "2", "There is no revision 2. History contains 0 to 1"),
    ])
    func reportsAnUnknownRevisionWithTheExistingOnes(
        name: String, value: String, words: String
    ) async throws {
        let answer = await (try make()).json([name: value])
        #expect(answer.status == 422)
        #expect(answer.text.contains(#""key":"\#(name)","code":"no_such_revision""#))
        #expect(answer.text.contains(words))
    }

    @Test func reportsAnEmptyHistory() async throws {
        let answer = await (try TestPanel.make(TestPanel.item("switch"))).json(["_undo": "1"])
        #expect(answer.status == 422)
        #expect(answer.text.contains(#""key":"_undo","code":"no_revisions""#), "\(answer.text)")
    }

    @Test func reportsALaterChangeAsAConflict() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let answer = await panel.json(["_undo": "1"])
        #expect(answer.status == 409)
        #expect(answer.text.contains(#""key":"a","code":"changed_elsewhere""#))
        #expect(panel.settings.revision == 2)
        #expect(await panel.json(["_undo": "1"], fields: [("if-match", "\"1\"")]).status == 412)
        #expect(
            await panel.json(["_undo": "1", "_keep[a]": "mine"]).text
                == #"{"revision":3,"changed":{"a":{"from":"2","to":null},"b":{"from":"x","to":null}}}"#
        )
    }

    @Test func keepsTheOtherValueIfItIsChosen() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        #expect(
            await panel.json(["_undo": "1", "_keep[a]": "theirs"]).text
                == #"{"revision":3,"changed":{"b":{"from":"x","to":null}}}"#)
    }

    @Test func reportsSecretsThatCannotBeRestored() async throws {
        let panel = try make()
        try panel.set(["pw": "one"])
        try panel.set(["pw": "two", "a": "2"])
        let answer = await panel.json(["_undo": "3"])
        #expect(
            answer.text
                == #"{"revision":4,"changed":{"a":{"from":"2","to":"1"}},"skipped":[{"key":"pw","#
                + #""code":"secret_not_kept","message":"The old value of port is not stored, so it "#
                + #"cannot be restored"}]}"#)
        #expect(await panel.json(["_undo": "3:pw"]).status == 422)
        #expect(try panel.settings.secret("pw") == "two")
    }

    // MARK: - Undo after a save

    private func line(_ page: String) -> String { TestPanel.element(#"id="undo""#, in: page) }

    private func button(_ value: String, _ text: String, of settings: String = "a") -> String {
        let isRedo = text.hasPrefix("Redo")
        let keys = isRedo ? "Ctrl+Shift+Z" : "Ctrl+Z"
        return #"<div id="undo"><button form="f" name="_undo" value="\#(value)" "#
            + #"aria-label="\#(text)" data-title="\#(keys)" data-keys="\#(settings)""#
            + (isRedo ? #" data-redo="""# : "") + ">\(text.prefix(4))</button> "
            + #"<kbd aria-hidden="true">\#u{2068}\#(keys)\#u{2069}</kbd></div>"#
    }

    /// A restore is no undo of a revision.
    @Test func offersAnUndoAfterARestore() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        _ = await panel.browse(["_restore": "1"])
        #expect(line(await panel.page("/?rev=3")) == button("3", "Undo “Port”: back to 2"))
    }

    @Test(
        arguments: [
            (["a": "2"], "Undo “Port”: back to 1", "a"),
            (["on": "YES"], "Undo “Port”: back to Off", "on"),
            (["a": "", "on": "YES"], "Undo 2 changes", "a on"),
            (["pw": "one"], "Undo “Port”: remove it", "pw"),
        ] as [(TestPanel.Fields, String, String)])
    func showsItsEffectOnTheButton(
        form: TestPanel.Fields, text: String, settings: String
    ) async throws {
        let panel = try make()
        let location = try #require(await panel.browse(form).header("location"))
        let page = await panel.page(String(location.prefix { $0 != "#" }))
        #expect(line(page) == button("2", text, of: settings))
        #expect(line(await panel.page()) == #"<div id="undo"></div>"#)
    }

    @Test func describesAnEmptyValue() async throws {
        let panel = try make()
        try panel.set(["a": ""])
        try panel.set(["a": "2"])
        #expect(line(await panel.page("/?rev=3")) == button("3", "Undo “Port”: clear it"))
    }

    @Test func offersARedoAfterAnUndo() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let answer = await panel.browse(["_undo": "2", "_revision": "2", "a": "2", "b": "x"])
        #expect(answer.header("location") == "/?rev=3#s-a")
        let page = await panel.page("/?rev=3")
        #expect(line(page) == button("3", "Redo “Port”: 2"))
        #expect(page.contains("changed from <bdi>2</bdi> to <bdi>1</bdi>"))
        _ = await panel.browse(["_undo": "3"])
        #expect(line(await panel.page("/?rev=4")) == button("4", "Undo “Port”: back to 1"))
    }

    @Test func showsNoButtonIfNothingCanBeUndone() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        try panel.set(["a": "3"])
        #expect(line(await panel.page("/?rev=2")) == #"<div id="undo"></div>"#)
        try panel.set(["pw": "one"])
        try panel.set(["pw": "two"])
        #expect(!line(await panel.page("/?rev=5")).contains("<button"))
    }

    @Test(arguments: ["0", "-1", "9", "x", "99999999999999999999", "9223372036854775807"])
    func showsNoButtonForAnUnknownRevision(number: String) async throws {
        #expect(
            line(await (try make()).page("/?rev=\(number)")) == #"<div id="undo"></div>"#)
    }

    @Test func readsOldRevisionsFromTheStore() async throws {
        let panel = try make()
        for index in 1...260 { try panel.set(["b": "\(index)"]) }
        #expect(panel.settings.recentRevision(1) == nil)
        let page = await panel.page("/?rev=1")
        #expect(page.contains("<bdi>2</bdi> settings changed"))
        #expect(
            await panel.json(["_undo": "1", "_keep[b]": "theirs", "_keep[a]": "mine"]).status == 200
        )
    }

    @Test func reportsARejectedOldValueAndRestoresTheOthers() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("switch", key: "wide"),
            TestPanel.item(
                "choice", #""itemOptions":["auto",{"value":"36","when":"wide"}]"#, key: "channel"),
            TestPanel.item("edit_text", key: "name"))
        try panel.set(["wide": "YES", "channel": "36", "name": "one"])
        try panel.set(["channel": "auto", "name": "two"])
        try panel.set(["wide": "NO"])
        #expect(line(await panel.page("/?rev=2")).contains("Undo “Port”: back to one"))
        let answer = await panel.browse(["_undo": "2"])
        #expect(answer.header("location") == "/?rev=4#s-name")
        #expect(
            TestPanel.element(#"id="status""#, in: await panel.page("/?rev=4")).contains(
                "“<bdi>Port</bdi>” was not undone: its old value is no longer accepted"))
        let json = await panel.json(["_undo": "4", "_dry_run": "1"])
        #expect(json.status == 200)
    }

    @Test(arguments: [false, true])
    func reportsSecretsThatTheUndoDidNotRestore(isSetAgain: Bool) async throws {
        let panel = try make()
        try panel.set(["pw": "one"])
        try panel.set(["pw": "two", "a": "2"])
        if isSetAgain { try panel.set(["pw": "three"]) }
        _ = await panel.browse(["_undo": "3"])
        let page = await panel.page("/?rev=\(panel.settings.revision)")
        #expect(
            TestPanel.element(#"id="status""#, in: page).contains(
                "to <bdi>1</bdi>. “<bdi>Port</bdi>” was not undone: its old value is not stored"
            ))
    }

    @Test func reportsOldSecretsThatTheUndoDidNotRestore() async throws {
        let panel = try make()
        try panel.set(["pw": "one"])
        try panel.set(["pw": "two", "a": "2"])
        for index in 1...260 { try panel.set(["b": "\(index)"]) }
        _ = await panel.browse(["_undo": "3"])
        let page = await panel.page("/?rev=\(panel.settings.revision)")
        #expect(
            TestPanel.element(#"id="status""#, in: page).contains(
                "to <bdi>1</bdi>. “<bdi>Port</bdi>” was not undone: its old value is not stored"
            ))
    }

    /// The other changes of the revision were not to be undone.
    @Test func reportsNoOtherChangesAfterTheUndoOfOne() async throws {
        let panel = try make()
        #expect(await panel.browse(["_undo": "1:a"]).status == 303)
        let status = await TestPanel.element(#"id="status""#, in: panel.page("/?rev=2"))
        #expect(status.contains("<p>") && !status.contains("undone"), "\(status)")
    }

    @Test func savesTypedTextWithTheUndo() async throws {
        let panel = try make()
        try panel.set(["a": "2"])
        let answer = await panel.browse(["a": "2", "b": "typed", "_revision": "2", "_undo": "2"])
        #expect(answer.status == 303)
        #expect(panel.settings.value("a") == "1" && panel.settings.value("b") == "typed")
    }
}
