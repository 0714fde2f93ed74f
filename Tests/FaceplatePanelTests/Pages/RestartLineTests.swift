import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

/// The parts of pages for settings that take effect after a restart.
struct RestartLineTests {
    private static func make(_ more: String = "") throws -> TestPanel {
        let panel = try TestPanel.of(
            #"{"panelKey":"p","panelRestart":"again","panelLocales":["en","fr","ar","de","ja"],"#
                + #""groups":[{"groupKey":"g","items":["#
                + TestPanel.item("edit_integer", #""itemValue":80,"itemRestart":true"#) + ","
                + TestPanel.item("switch", #""itemRestart":true,"itemRequired":false"#, key: "s")
                .replacing(#","itemRequired":false"#, with: "") + ","
                + TestPanel.item("edit_password", #""itemRestart":true"#, key: "w") + ","
                + TestPanel.item("button", #""itemConfirm":"Really?""# + more, key: "again")
                + "]}]}",
            configure: {
                $0.actions["again"] = { request in
                    .success("Restarted")
                }
            })
        try panel.settings.markApplied()
        return panel
    }

    private static func line(_ page: String) -> String {
        TestPanel.element(#"id="restart""#, in: page)
    }

    @Test func showsNothingWithoutWaitingChanges() async throws {
        let page = try await Self.make().page()
        #expect(Self.line(page) == #"<div id="restart" hidden></div>"#)
        // The note is always there, so that the row keeps its height.
        #expect(TestPanel.row(in: page).contains(#"id="r-k">Takes effect after restart.</p>"#))
    }

    @Test func aPanelWithoutSuchSettingsHasNoLine() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch"))
        #expect(await !panel.page().contains(#"id="restart""#))
    }

    @Test func theRowShowsTheRunningValueAndTheLineCounts() async throws {
        let panel = try Self.make()
        try panel.set(["k": "81"])
        let page = await panel.page()
        let row = TestPanel.row(in: page)
        #expect(
            row.contains(
                #"<p class="help restart" id="r-k">Takes effect after restart. Until then: "#
                    + "<bdi>80</bdi></p>"))
        #expect(row.contains(#"aria-describedby="r-k""#))
        #expect(row.contains(">Reset to 80</span></button>"))
        #expect(
            Self.line(page) == #"<div id="restart">"#
                + "<p>1 change takes effect after restart</p>"
                + #"<button form="f" name="again" value="press" data-confirm="Really?" data-cancel="Cancel">"#
                + "Restart now</button></div>")
        try panel.set(["s": "YES"])
        let two = await panel.page()
        #expect(Self.line(two).contains("2 changes take effect after restart"))
        #expect(TestPanel.row("s", in: two).contains("Until then: <bdi>Off</bdi>"))
    }

    @Test func restoringTheRunningValueClearsTheLine() async throws {
        let panel = try Self.make()
        try panel.set(["k": "81"])
        try panel.set(["k": "80"])
        #expect(await Self.line(panel.page()).contains("hidden"))
        try panel.settings.markApplied()
        try panel.set(["k": "81"])
        try panel.settings.markApplied()
        #expect(await panel.json(["_reset": "k"]).text.contains(#""restart":["k"]"#))
        #expect(await panel.row().contains("Until then: <bdi>81</bdi>"))
    }

    @Test func aSecretIsNotShown() async throws {
        let panel = try Self.make()
        try panel.set(["w": "s3cr3t"])
        let row = await panel.row("w")
        #expect(row.contains(#"<p class="help restart" id="r-w">Takes effect after restart.</p>"#))
        #expect(row.contains(#"aria-describedby="v-w r-w""#) && !row.contains("s3cr3t"))
    }

    @Test(arguments: [
        ("fr", "2 modifications prennent effet après un redémarrage", "Redémarrer maintenant"),
        ("ar", "تغييران يسريان بعد إعادة التشغيل", "إعادة التشغيل الآن"),
        ("de", "2 Änderungen wirken erst nach einem Neustart", "Jetzt neu starten"),
        ("ja", "2件の変更は再起動後に有効になります", "今すぐ再起動"),
    ])
    func isTranslatedIntoEachLanguage(language: String, count: String, button: String) async throws
    {
        let panel = try Self.make()
        try panel.set(["k": "81", "s": "YES"])
        let line = Self.line(await panel.page("/?lang=\(language)"))
        #expect(line.contains(count) && line.contains(">\(button)</button>"), "\(line)")
    }

    @Test(arguments: ["itemEnabledWhen", "itemVisibleWhen"])
    func theButtonIsHiddenWhileARuleForbidsIt(rule: String) async throws {
        let panel = try Self.make(#","\#(rule)":"s""#)
        try panel.set(["k": "81"])
        #expect(await !Self.line(panel.page()).contains("<button"))
    }

    @Test(arguments: [("idle", "Really?"), ("busy", "Cut it?")])
    func theButtonHasTheConfirmationOfItsState(state: String, question: String) async throws {
        let panel = try Self.make(
            #","itemStates":[{"state":"idle"},{"state":"busy","confirm":"Cut it?"}]"#)
        try panel.set(["k": "81"])
        try await panel.settings.set("again", to: .text(state))
        let line = Self.line(await panel.page())
        #expect(line.contains(#"data-confirm="\#(question)""#), "\(line)")
    }

    @Test func aPressAsksFirstAndThenRuns() async throws {
        let panel = try Self.make()
        try panel.set(["k": "81"])
        let asked = await panel.browse(["again": "press"])
        #expect(asked.header("location")?.hasPrefix("/actions/again") == true)
        let done = await panel.browse(["again": "press", "_confirm": "again"])
        #expect(done.status == 303)
    }

    @Test(
        arguments: [
            (["k": "81"], true), (["k": "81", "on": "YES"], true), (["on": "YES"], false),
            ([:], false),
        ] as [([String: String], Bool)])
    func aReviewCountsTheRestartsItWouldNeed(values: [String: String], isCounted: Bool) async throws
    {
        let panel = try TestPanel.make(
            TestPanel.item("edit_integer", #""itemValue":80,"itemRestart":true"#),
            TestPanel.item("switch", key: "on"))
        let page = await panel.client.post(
            values.map { ($0.key, $0.value) } + [("_review", "1")],
            fields: [("accept", "text/html")])
        let review = TestPanel.element(#"id="review""#, in: page.text)
        #expect(!review.isEmpty)
        #expect(review.contains("<p>1 change takes effect after restart</p>") == isCounted)
        #expect(review.contains("after restart") == isCounted)
    }
}
