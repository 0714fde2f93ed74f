import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate
@testable import FaceplatePanel
@testable import FaceplateTesting

/// Changes that wait to be confirmed (`itemKeepWithin`): posts, the API and the page.
struct UnconfirmedPostTests: TimedSuite {
    let clock = Locked(timedSuiteStart)
    let panel: TestPanel

    private static let schema = #"""
        {"panelKey":"router","panelLocales":["en","fr","ar","de","ja"],"groups":[
          {"groupKey":"g","items":[
            {"itemKey":"port","itemTitle":"Port","itemControlType":"edit_integer","itemValue":80,
             "itemKeepWithin":60},
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"},
            {"itemKey":"more","itemControlType":"page","groups":[{"groupKey":"m","items":[
              {"itemKey":"note","itemControlType":"edit_text"}]}]}]},
          {"groupKey":"way","items":[
            {"itemKey":"cable","itemControlType":"select","itemKeepWithin":"2m"},
            {"itemKey":"radio","itemControlType":"select"}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"mask","itemTitle":"Mask","itemControlType":"edit_integer","itemValue":24,
             "itemKeepWithin":"90s"}]}]}
        """#

    init() throws { panel = try Self.panel(Self.schema, clock) }

    private func bar(_ page: String) -> String { TestPanel.element(#"id="keep""#, in: page) }

    @Test func returnsTheTimeToConfirm() async throws {
        let answer = await panel.json(["port": "81", "name": "Ada", "way": "radio"])
        #expect(
            compact(answer).hasSuffix(
                #""until":{"port":"2026-11-20T07:31:00.000Z","way":"2026-11-20T07:32:00.000Z"}}"#))
        try wait(60)
        #expect(panel.settings.text("way") == "radio" && panel.settings.text("name") == "Ada")
        #expect(panel.settings.integer("port") == 80)
    }

    @Test func showsAnUnconfirmedChangeInTheAPI() async throws {
        let before = compact(await send("GET", "/api/settings/port?detailed=1"))
        #expect(before.contains(#""keepWithin":60"#) && !before.contains(#""before""#))
        _ = await send("PUT", "/api/settings/port", "81")
        let report = compact(await send("GET", "/api/settings/port?detailed=1"))
        #expect(
            report.contains(
                #""until":"2026-11-20T07:31:00.000Z","keepWithin":60,"before":null"#))
        let again = await send("PUT", "/api/settings/port", "81")
        #expect(again.status == 200 && !panel.settings.snapshot.unconfirmed.isEmpty)
        // Other temporary values need no confirmation.
        _ = await send("PUT", "/api/settings/name?for=60s", #""Ada""#)
        let name = compact(await send("GET", "/api/settings/name?detailed=1"))
        #expect(name.contains(#""until":"2026"#) && !name.contains(#""before""#))
    }

    static let times: [(form: TestPanel.Fields, status: Int, waits: Bool)] = [
        (["port": "81", "_for": "always"], 200, false),
        (["port": "81", "_for": ""], 200, true), (["port": "81", "_for": "1h"], 200, true),
        (["port": "81", "_for[port]": "always"], 400, false),
        (["_undo": "1", "_for": "always"], 400, false),
    ]

    @Test(arguments: times)
    func confirmsAChangeInTheSamePost(
        _ row: (form: TestPanel.Fields, status: Int, waits: Bool)
    ) async throws {
        #expect(await panel.json(row.form).status == row.status)
        #expect(panel.settings.integer("port") == (row.status == 200 ? 81 : 80))
        #expect(panel.settings.snapshot.unconfirmed.isEmpty != row.waits)
    }

    // MARK: - The page

    @Test func asksForConfirmationInTheBarAndMarksTheRow() async throws {
        let before = await panel.page()
        #expect(bar(before) == #"<div id="keep" role="status"></div>"#)
        let answer = await panel.browse(["_revision": "0", "port": "81"])
        #expect(answer.status == 303)
        let page = await panel.page()
        let row = TestPanel.row("port", in: page)
        let note = #"<div class="note time" id="u-port"><p>Changes back to <bdi>80</bdi>"#
        #expect(row.contains(note))
        #expect(row.contains(#"aria-describedby="u-port""#))
        // The bar alone has the buttons.
        #expect(!row.contains(#"name="_end""#) && !row.contains(#"name="_keep""#))
        // A user who reaches the panel at a new address can open any page.
        for page in [page, await panel.page("/pages/more"), await panel.page("/changes")] {
            let bar = bar(page)
            #expect(bar.contains("Keep the change of “<bdi>Port</bdi>”?"))
            #expect(
                bar.contains("Otherwise the old value returns on <bdi>20 Nov 2026, 07:31 (UTC)"))
            // The script counts the seconds until then, outside of what is announced.
            let tick = TestPanel.element(#"class="tick""#, in: bar)
            #expect(tick.contains(#"aria-hidden="true""#))
            #expect(tick.contains(#"<time datetime="2026-11-20T07:31:00.000Z"></time>"#))
            let back = #"<button form="f" name="_end" value="port">Change back</button>"#
            #expect(bar.contains(back))
            // One of the two is filled.
            let keep = #"<button class="pri" form="f" name="_keep" value="port">Keep</button>"#
            #expect(bar.contains(keep))
        }
        clock.withLock { $0 += 25 }
        // The text of the bar stays, so that it is announced once.
        #expect(bar(await panel.page()) == bar(page))
        #expect(await panel.page("/?view=text").contains("Changes back to 80 on"))
        let viewed = await send("GET", "/", group: "looker").text
        #expect(viewed.contains("Changes back to") && !viewed.contains(#"name="_keep""#))
    }

    @Test func showsAChangeThatWasNotConfirmedInTheRow() async throws {
        _ = await panel.browse(["port": "81"])
        try wait(60)
        let page = await panel.page()
        let row = TestPanel.row("port", in: page)
        #expect(row.contains("Not confirmed, so it was changed back to <bdi>80</bdi> on"))
        #expect(row.contains(#"aria-describedby="u-port""#) && !row.contains(#"name="_keep""#))
        #expect(bar(page) == #"<div id="keep" role="status"></div>"#)
        #expect(
            await panel.page("/?view=text").contains(
                "Not confirmed, so it was changed back to 80"))
        #expect(
            await panel.page("/?details=port").contains("<bdi>an automatic undo</bdi>"))
        #expect(await panel.page("/changes").contains(">Not confirmed in time<"))
        #expect(await panel.page("/changes?text=not+confirmed").contains(#"id="r-2""#))
        let history = compact(await send("GET", "/api/changes?origin=expiry"))
        #expect(history.contains(#""unconfirmed":["port"],"undoable":true"#))
        // A late confirmation changes nothing.
        #expect(await panel.browse(["_keep": "port"]).status == 303)
        #expect(panel.settings.integer("port") == 80 && panel.settings.revision == 2)
        _ = await panel.json(["port": "82", "_for": "always"])
        #expect(!TestPanel.row("port", in: await panel.page()).contains("u-port"))
    }

    @Test func showsTheRestoredValueInTheRow() async throws {
        _ = await panel.json(["port": "90", "_for": "always"])
        _ = await panel.browse(["port": "81"])
        try wait(60)
        #expect(await panel.row("port").contains("it was changed back to <bdi>90</bdi> on"))
    }

    @Test func showsATimeLimitThatEndsAtTheSameTime() async throws {
        _ = await panel.json(["name": "Ada", "_for": "60s"])
        _ = await panel.json(["port": "81"])
        try wait(60)
        let history = TestPanel.element(#"id="r-3""#, in: await panel.page("/changes"))
        #expect(history.contains(">Time limit ended, Not confirmed in time<"))
    }

    @Test(arguments: ["en", "fr", "ar", "de", "ja"])
    func translatesTheNotes(language: String) async throws {
        func check(_ part: String) {
            #expect(!part.isEmpty && !part.contains("{"))
            #expect(language == "en" || !part.contains("Keep") && !part.contains("kept"))
        }
        _ = await panel.browse(["port": "81"])
        let page = await panel.page("/?lang=\(language)")
        check(TestPanel.row("port", in: page))
        check(bar(page))
        _ = await panel.browse(["mask": "25"])
        check(bar(await panel.page("/?lang=\(language)")))
        try wait(90)
        check(TestPanel.row("port", in: await panel.page("/?lang=\(language)")))
        let history = await panel.page("/changes?lang=\(language)")
        #expect(history.contains(">Not confirmed in time<") == (language == "en"))
        check(TestPanel.element(#"id="r-3""#, in: history))
    }

    static let answers: [(form: TestPanel.Fields, port: Int64, mask: Int64)] = [
        (["_keep": "port"], 81, 24), (["_end": "port"], 80, 24), (["_keep": "*"], 81, 25),
        (["_end": "*"], 80, 24),
    ]

    @Test(arguments: answers)
    func confirmsOrUndoesAllWithTheButtonsOfTheBar(
        _ row: (form: TestPanel.Fields, port: Int64, mask: Int64)
    ) async throws {
        _ = await panel.browse(["port": "81", "mask": "25"])
        let bar = bar(await panel.page())
        #expect(bar.contains("Keep <bdi>2</bdi> changes?"))
        for name in ["_keep", "_end"] { #expect(bar.contains(#"name="\#(name)" value="*""#)) }
        #expect(await panel.browse(row.form).status == 303)
        try wait(600)
        #expect(panel.settings.integer("port") == row.port)
        #expect(panel.settings.integer("mask") == row.mask)
    }

    /// The first of them on the page can be the last to end.
    @Test func showsTheEarliestEndInTheBar() async throws {
        _ = await panel.browse(["mask": "25"])
        clock.withLock { $0 += 45 }
        #expect(bar(await panel.page()).contains(":31:30"))
        _ = await panel.browse(["port": "81"])
        let bar = bar(await panel.page())
        #expect(bar.contains("Keep <bdi>2</bdi> changes?"))
        #expect(bar.contains(":31:30") && !bar.contains(":31:45"), "\(bar)")
    }

    /// The question has a button that does the same as an undo.
    @Test func offersNoUndoBesideTheQuestion() async throws {
        _ = await panel.browse(["port": "81"])
        let page = await panel.page("/?rev=1")
        #expect(TestPanel.element(#"id="undo""#, in: page) == #"<div id="undo"></div>"#)
        #expect(TestPanel.element(#"id="status""#, in: page).contains("changed from"))
    }

    // MARK: - Access

    @Test(arguments: ["_keep", "_end"], ["port", "*"])
    func rejectsAConfirmationByAViewer(field: String, key: String) async throws {
        _ = await panel.browse(["port": "81"])
        let answer = await panel.client.post([(field, key)], fields: [("x-groups", "looker")])
        #expect(answer.status == 403)
        try wait(60)
        #expect(panel.settings.integer("port") == 80 && panel.settings.revision == 2)
    }

    @Test func neitherShowsNorConfirmsAWithheldChange() async throws {
        _ = await panel.browse(["port": "81", "mask": "25"])
        let seen = await send("GET", "/", group: "guests").text
        #expect(bar(seen).contains("<bdi>Port</bdi>") && !seen.contains("mask"))
        for (key, status) in [("mask", 403), ("*", 200)] {
            let answer = await panel.client.post(
                [("_keep", key)], fields: [("accept", "application/json"), ("x-groups", "guests")])
            #expect(answer.status == status)
        }
        #expect(panel.settings.snapshot.unconfirmed.map(\.key) == ["mask"])
        #expect(panel.settings.integer("port") == 81)
    }

    /// A reset leaves no value of its own, by which the change could be found.
    @Test(arguments: [("_keep", 80), ("_end", 90)] as [(String, Int64)])
    func confirmsResetsForALimitedViewer(field: String, port: Int64) async throws {
        _ = await panel.json(["port": "90", "_for": "always"])
        _ = await panel.json(["_reset": "port"])
        #expect(panel.settings.snapshot.unconfirmed.map(\.key) == ["port"])
        let answer = await panel.client.post([(field, "*")], fields: [("x-groups", "guests")])
        #expect(answer.status < 400 && panel.settings.snapshot.unconfirmed.isEmpty)
        #expect(panel.settings.integer("port") == port)
    }
}
