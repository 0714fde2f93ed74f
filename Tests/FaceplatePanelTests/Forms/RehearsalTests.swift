import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Posts that save nothing: the review, and the check of one row that JavaScript requests.
struct RehearsalTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item("edit_integer", #""itemValue":80,"itemMaximum":1000"#),
            TestPanel.item("switch", key: "on"), TestPanel.item("edit_password", key: "pw"),
            TestPanel.item("edit_file", key: "logo"))
    }

    @Test
    func listsTheChanges() async throws {
        let panel = try make()
        let page = await panel.browse([
            "_review": "1", "_revision": "0", "k": "443", "on": "NO", "on": "YES", "pw": "hunter2",
        ])
        #expect(page.status == 200)
        #expect(
            TestPanel.element(#"id="review""#, in: page.text)
                == #"<div class="confirm" id="review" tabindex="-1" role="region" "#
                + #"aria-labelledby="l-review"><h2 id="l-review">3 changes, not saved yet</h2><ul>"#
                + "<li><bdi>Port</bdi>: from <bdi>80</bdi> to <bdi>443</bdi></li>"
                + "<li><bdi>Port</bdi>: from <bdi>Off</bdi> to <bdi>On</bdi></li>"
                + "<li><bdi>Port</bdi> will change</li></ul>"
                + #"<p class="help again">Enter port again</p>"#
                + #"<div class="box"><div class="row edit_text"><div class="t"><label for="c-_note">Reason, for the history</label>"#
                + #"</div><div class="ctl field"><input type="text" id="c-_note" form="f" name="_note" "#
                + #"dir="auto" maxlength="500" value=""></div></div>"# + "\n</div></div>")
        #expect(TestPanel.row(in: page.text).contains(#"value="443""#))
        #expect(page.text.contains(#"name="_revision" value="0""#))
        #expect(page.text.contains("<title>Harbour</title>"))
        #expect(!page.text.contains("hunter2"))
        #expect(panel.settings.revision == 0)
    }

    /// The reason stays, whatever the page asks first, and occurs once.
    @Test(
        arguments: [
            ["_note": "Storm", "_review": "1", "k": "443"],
            ["_note": "Storm", "_review": "1", "k": "9999"],
            ["_note": "Storm", "k": "9999"],
            ["_note": "Storm", "_revision": "0", "k": "443"],
            ["_note": "Storm", "_preview": "1", "k": "443"], ["_note": "Storm", "_reset": "*"],
        ] as [TestPanel.Fields])
    func keepsTheReason(form: TestPanel.Fields) async throws {
        let panel = try make()
        try panel.set(["k": "81", "on": "YES"])
        let page = await panel.browse(form)
        #expect(page.text.contains(#"value="Storm""#), "\(page.status)")
        #expect(page.text.split(separator: #"name="_note""#).count == 2)
    }

    /// A page cannot keep a file.
    @Test
    func reportsAFileThatMustBeChosenAgain() async throws {
        let panel = try make()
        let start = "--b\r\nContent-Disposition: form-data; name="
        let body =
            start + "\"_review\"\r\n\r\n1\r\n"
            + start + "\"logo\"; filename=\"a.png\"\r\n\r\nx\r\n--b--\r\n"
        let page = await panel.client.send(
            SimpleRequest(
                "POST", "/",
                fields: [
                    ("host", "localhost"), ("content-type", "multipart/form-data; boundary=b"),
                    ("accept", "text/html"),
                ], body: Array(body.utf8)))
        #expect(page.status == 200 && panel.settings.revision == 0)
        #expect(
            TestPanel.element(#"id="review""#, in: page.text).contains(
                #"<p class="help again">Choose the file for “Port” again</p>"#))
    }

    @Test
    func reportsNoChanges() async throws {
        let panel = try make()
        let page = await panel.browse(["_review": "1", "_revision": "0", "k": "80", "pw": ""])
        #expect(
            TestPanel.element(#"id="review""#, in: page.text)
                .contains(#"<h2 id="l-review">No changes</h2></div>"#))
    }

    @Test
    func showsNoReviewOfARejectedValue() async throws {
        let panel = try make()
        let page = await panel.browse(["_review": "1", "_revision": "0", "k": "1001"])
        #expect(page.status == 422)
        #expect(!page.text.contains(#"id="review""#))
        #expect(page.text.contains(#"class="err""#))
        for unread in ["prot", "k[0]", "_do[none]"] {
            let page = await panel.browse(["_review": "1", "on": "YES", unread: "1"])
            #expect(page.status == 422, "\(unread)")
            #expect(!page.text.contains(#"id="review""#), "\(unread)")
        }
    }

    @Test
    func rejectsAReviewOfASettingThatOthersChanged() async throws {
        let panel = try make()
        try panel.set(["k": "90"])
        let page = await panel.browse(["_review": "1", "_revision": "0", "k": "443"])
        #expect(page.status == 409)
        #expect(panel.settings.revision == 1)
    }

    @Test
    func reportsAnInvalidValueOfARow() async throws {
        let panel = try make()
        let page = await panel.browse(["_preview": "check", "_revision": "0", "k": "1001"])
        #expect(page.status == 200)
        #expect(TestPanel.row(in: page.text).contains("must be 1000 or fewer"))
        let right = await panel.browse(["_preview": "check", "_revision": "0", "k": "1000"])
        #expect(!right.text.contains(#"class="err""#))
        #expect(panel.settings.revision == 0)
    }

    @Test
    func reportsUnknownFieldsBesideInvalidValues() async throws {
        let page = try await make().browse(["_preview": "check", "_nope": "1", "k": "1001"]).text
        #expect(page.contains("No setting is named _nope"))
        #expect(TestPanel.row(in: page).contains("must be 1000 or fewer"))
    }

    @Test(arguments: [
        ("443", "Use 443", "Changed to 443 by the command line since you opened this page."),
        ("", "Use the other value", "Cleared by the command line since you opened this page."),
    ])
    func offersTheValueOfOthers(theirs: String, use: String, note: String) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "a"),
            TestPanel.item("edit_text", #""itemValue":"80""#))
        try panel.set(["a": "first", "k": theirs], origin: .cli)
        let page = await panel.browse(["_preview": "check", "_revision": "0", "k": "8080"])
        let row = TestPanel.row(in: page.text)
        #expect(row.contains(#"value="8080""#) && row.contains(note), "\(row)")
        #expect(
            row.contains(
                #"<button type="button" class="reset" data-take="theirs">\#(use)</button>"#
                    + #"<button type="button" class="reset" data-take="mine">Use mine</button>"#))
        // A page that already has the newest revision has no conflict to ask about.
        let seen = await panel.browse(["_preview": "check", "_revision": "1", "k": "8080"])
        #expect(!seen.text.contains("data-take"))
    }

    /// A row can show a newer revision than the page around it.
    @Test(arguments: [("0", true), ("1", false)])
    func doesNotAskAboutAChangeThatTheRowShows(revision: String, asks: Bool) async throws {
        let panel = try make()
        try panel.set(["k": "443"])
        let page = await panel.browse([
            "_preview": "check", "_revision": "0", "_revision[k]": "\(revision)", "k": "90",
        ])
        #expect(page.status == 200)
        #expect(TestPanel.row(in: page.text).contains("data-take") == asks)
    }

    @Test
    func doesNotShowASecretOfOthers() async throws {
        let panel = try make()
        try panel.set(["pw": "theirs"])
        let page = await panel.browse(["_preview": "check", "_revision": "0", "pw": "mine"])
        #expect(TestPanel.row("pw", in: page.text).contains("Use the other value"))
        #expect(!page.text.contains(#"value="mine""#) && !page.text.contains(">theirs"))
    }

    /// The row of a secret has no typed value, so only the note differs from the row of the page.
    @Test
    func doesNotCacheTheNoteOfAnotherChange() async throws {
        let panel = try make()
        try panel.set(["pw": "theirs"])
        let note = "Use the other value"
        #expect(await !panel.row("pw").contains(note))
        let page = await panel.browse(["_preview": "check", "_revision": "0", "pw": "mine"])
        #expect(TestPanel.row("pw", in: page.text).contains(note))
        #expect(await !panel.row("pw").contains(note))
    }

    @Test(arguments: [(true, false), (false, true)])
    func asksForASecretAgainOnlyIfItIsLost(keeps: Bool, asks: Bool) async throws {
        let panel = try make()
        let page = await panel.browse(
            keeps
                ? ["_typed": "1", "k": "1001", "pw": "hunter2"] : ["k": "1001", "pw": "hunter2"])
        #expect(page.status == 422)
        #expect(TestPanel.row("pw", in: page.text).contains("Enter port again") == asks)
    }
}
