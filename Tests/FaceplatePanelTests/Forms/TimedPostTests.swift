import FaceplateTestSupport
import Foundation
import Testing

@testable import Faceplate
@testable import FaceplatePanel
@testable import FaceplateTesting

/// Values that are set for a time: posts, the API and the page.
struct TimedPostTests: TimedSuite {
    let clock = Locked(timedSuiteStart)
    let panel: TestPanel

    private static let schema = #"""
        {"panelKey":"harbour","panelLocales":["en","fr","ar","de","ja"],"groups":[
          {"groupKey":"g","items":[
            {"itemKey":"level","itemTitle":"Level","itemControlType":"choice",
             "itemOptions":["info","debug"],"itemValue":"info"},
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text"},
            {"itemKey":"pin","itemTitle":"Pin","itemControlType":"edit_password"},
            {"itemKey":"days","itemTitle":"Days","itemControlType":"choices",
             "itemOptions":["mon","tue"],"itemValue":[]}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemControlType":"edit_text","itemValue":"xyzzy"}]}]}
        """#

    init() throws { panel = try Self.panel(Self.schema, clock) }

    @Test func setsTheChangedValuesForATime() async throws {
        let answer = await panel.json(["level": "debug", "name": "", "_for": "2h"])
        #expect(
            compact(answer) == #"{"revision":1,"changed":{"level":{"from":null,"to":"debug"},"#
                + #""name":{"from":null,"to":""}},"until":{"level":"2026-11-20T09:30:00.000Z","#
                + #""name":"2026-11-20T09:30:00.000Z"}}"#)
        try wait(7_200)
        #expect(panel.settings.text("level") == "info" && panel.settings.revision == 2)
    }

    static let times: [(path: String, method: String, body: String)] = [
        ("/api/settings?for=90s", "PATCH", #"{"level":"debug"}"#),
        ("/api/settings/level?for=90s", "PUT", #""debug""#),
    ]

    @Test(arguments: times)
    func setsAndEndsATemporaryValueByTheAPI(
        _ row: (path: String, method: String, body: String)
    ) async throws {
        let answer = await send(row.method, row.path, row.body)
        #expect(compact(answer).contains(#""until":{"level":"2026-11-20T07:31:30.000Z"}"#))
        let report = await send("GET", "/api/settings/level?detailed=1")
        #expect(compact(report).contains(#""until":"2026-11-20T07:31:30.000Z""#))
        let end = await send("DELETE", "/api/settings/level?end=1")
        #expect(compact(end) == #"{"revision":2,"changed":{"level":{"from":"debug","to":null}}}"#)
        let after = await send("GET", "/api/settings/level?detailed=1")
        #expect(!after.text.contains("until"))
    }

    static let refusals: [(form: TestPanel.Fields, status: Int, words: String)] = [
        (
            ["level": "debug", "_for": "soon"], 400,
            "'_for' must be a time of 1 second to 366 days, like 2h or 1h30m, or 'always'."
        ),
        (
            ["level": "debug", "_for[level]": "367d"], 400,
            "'_for[level]' must be a time of 1 second to 366 days, like 2h or 1h30m."
        ),
        (
            ["level": "debug", "_for": "1h", "_for": "2h"], 400,
            "'_for' is sent twice with different values. Send one."
        ),
        (["_undo": "1", "_for": "1h"], 400, "'_for' and '_undo' exclude each other. Send one."),
        (
            ["_restore": "0", "_for": "1h"], 400,
            "'_for' and '_restore' exclude each other. Send one."
        ),
        (["_for[level]": "1h"], 422, "level: Level has no earlier value to restore"),
        (["_for[levle]": "1h"], 422, "levle: "),
    ]

    @Test(arguments: refusals)
    func rejectsInvalidTimes(
        _ row: (form: TestPanel.Fields, status: Int, words: String)
    ) async throws {
        let answer = await panel.post(row.form)
        #expect(answer.status == row.status && answer.text.contains(row.words), "\(answer.text)")
        #expect(panel.settings.revision == 0)
    }

    /// The values that an action sets are permanent, and the others of the post keep their time.
    @Test func returnsTheTimesAfterAnAction() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", key: "a"), TestPanel.item("edit_text", key: "b"),
            TestPanel.item("button", key: "go")
        ) { $0.actions["go"] = { _ in ActionResult(values: ["b": "set"]) } }
        let answer = await panel.json(["a": "x", "b": "y", "_for": "2h", "go": "press"])
        let until = try JSONReader.read(answer.body).object?["until"]?.object
        #expect(until?.members.map(\.name) == ["a"], "\(answer.text)")
        #expect(panel.settings.snapshot.until("a") != nil)
        #expect(panel.settings.snapshot.until("b") == nil)
    }

    /// A form can have a menu of times, whose first option is "for good".
    @Test func setsAPermanentValueForAnEmptyTime() async throws {
        let answer = await panel.json(["level": "debug", "_for": ""])
        #expect(answer.status == 200 && !answer.text.contains("until"))
    }

    @Test func hidesTheTimeOfAWithheldSetting() async throws {
        for form in [["_for[code]": "1h"], ["_end": "code"], ["_keep": "code"]] {
            let answer = await panel.client.post(
                form.map { ($0.key, $0.value) },
                fields: [("accept", "application/json"), ("x-groups", "guests")])
            #expect(answer.status == 403 && answer.text.contains("not_allowed"))
        }
        _ = await panel.json(["code": "plugh", "_for": "1h"])
        let seen = await send("GET", "/api/settings?detailed=1", group: "guests")
        #expect(!seen.text.contains("until") && !seen.text.contains("code"))
    }

    /// No revision tells of a new end.
    @Test func sendsANewTimeToOtherPages() async throws {
        _ = await panel.json(["name": "a"])
        _ = await panel.json(["name": "b", "level": "debug"])
        var cursor = try #require(await panel.client.get("/api/events").events).cursor
        #expect(cursor.next() != nil && cursor.next() == nil)
        _ = await panel.json(["_for[name]": "1h", "_for[level]": "1h"])
        var events: [String] = []
        #expect(
            eventually {
                while let event = cursor.next() {
                    events.append(String(decoding: event, as: UTF8.self))
                }
                return events.count == 2
            }, "\(events)")
        for key in ["name", "level"] {
            #expect(
                events.contains { $0.hasPrefix("event: refresh") && $0.contains(key) }, "\(events)")
        }
    }

    // MARK: - The page

    private func row(_ target: String = "/") async -> String {
        await TestPanel.row("level", in: panel.page(target))
    }

    @Test func showsTheRemainingTimeInTheRow() async throws {
        let before = await row()
        #expect(!before.contains("<time "))
        _ = await panel.json(["level": "debug", "_for": "2h"])
        let row = await row()
        #expect(row.contains(#"<time datetime="2026-11-20T09:30:00.000Z">"#))
        #expect(row.contains("2 hours") && row.contains(#"aria-describedby="u-level""#))
        #expect(row.contains(#"name="_end" value="level""#))
        #expect(row.contains(#"name="_keep" value="level""#))
        // Only a change that must be confirmed asks.
        #expect(!row.contains("Changes back to"))
        // The cached page is replaced by the minute.
        clock.withLock { $0 += 60 }
        let later = await self.row()
        #expect(later.contains("1 hour 59 minutes"))
        let text = await panel.page("/?view=text")
        #expect(text.contains("1 hour 59 minutes left"))
        let viewed = await send("GET", "/", group: "looker")
        #expect(viewed.text.contains("1 hour 59 minutes") && !viewed.text.contains("_end"))
    }

    /// Beyond a day, minutes are not worth reading.
    @Test(arguments: [("23h59m", "23 hours 59 minutes left"), ("25h30m", "1 day 1 hour left")])
    func shortensTheRemainingTime(time: String, words: String) async throws {
        _ = await panel.json(["level": "debug", "_for": "\(time)"])
        let text = await panel.page("/?view=text")
        #expect(text.contains(words), "\(text)")
    }

    @Test(arguments: ["en", "fr", "ar", "de", "ja"])
    func translatesTheNote(language: String) async throws {
        _ = await panel.json(["level": "debug", "_for": "2h"])
        let row = await row("/?lang=\(language)&details=level")
        #expect(row.contains("<time ") && !row.contains("{time") && !row.contains("{left"))
        #expect(language == "en" || !row.contains("Restore now"))
    }

    @Test func endsTheTimeWithTheButtonsOfTheRow() async throws {
        for (form, value) in [(["_end": "level"], "info"), (["_keep": "level"], "debug")] {
            _ = await panel.json(["level": "debug", "_for": "2h"])
            let answer = await panel.client.post(
                form.map { ($0.key, $0.value) },
                fields: [("accept", "text/html"), ("sec-fetch-site", "same-origin")])
            #expect(answer.status == 303)
            #expect(answer.header("location")?.hasSuffix("#s-level") == true)
            #expect(panel.settings.text("level") == value)
            #expect(panel.settings.snapshot.until("level") == nil)
        }
    }

    /// The page saves a change at once, so its menu limits what is saved already.
    @Test func limitsTheCurrentValueInTheDetails() async throws {
        _ = await panel.json(["level": "debug"])
        let details = await row("/?details=level")
        for seconds in [900, 3_600, 28_800, 86_400] {
            #expect(details.contains(#"name="_for[level]" value="\#(seconds)s""#))
        }
        let answer = await panel.browse([
            "_revision": "1", "level": "debug", "name": "Ada", "_for[level]": "900s",
        ])
        #expect(answer.status == 303)
        #expect(panel.settings.snapshot.until("name") == nil)
        try wait(900)
        #expect(panel.settings.text("level") == "info" && panel.settings.text("name") == "Ada")
        let secret = await panel.page("/?details=pin")
        #expect(!secret.contains("_for[pin]"))
    }

    /// There is no revision of it, but the page says what happens when.
    @Test func reportsANewTimeInTheBar() async throws {
        _ = await panel.json(["level": "debug", "_for": "1h"])
        let answer = await panel.browse(["_revision": "1", "_for[level]": "2h"])
        #expect(answer.status == 303)
        #expect(answer.header("location") == "/?until=level#s-level")
        let page = await panel.page("/?until=level")
        let status = TestPanel.element(#"id="status""#, in: page)
        #expect(
            status.contains(
                "<bdi>Level</bdi>: <bdi>debug</bdi> until <bdi>09:30 (UTC)</bdi>, "
                    + "then <bdi>info</bdi>"), "\(status)")
        #expect(
            TestPanel.element(#"id="undo""#, in: page)
                == #"<div id="undo"><button form="f" name="_keep" value="level" "#
                + #"aria-label="Undo “Level”">Undo</button></div>"#)
    }

    /// A link can name any key.
    @Test(arguments: ["code", "name", "levle", ""])
    func reportsNoTimeOfAnotherSetting(key: String) async throws {
        _ = await panel.json(["code": "plugh", "_for": "1h"])
        let page = await send("GET", "/?until=\(key)", group: "guests").text
        #expect(
            TestPanel.element(#"id="status""#, in: page)
                == #"<div id="status" role="status"></div>"#)
        #expect(!page.contains("plugh") && !page.contains(#"name="_keep""#))
    }

    /// The value belongs to the group of the option.
    @Test(arguments: ["theme", "dark"])
    func appliesTheTimeOfAnOptionToItsGroup(key: String) async throws {
        let panel = try Self.panel(
            #"""
            [{"groupKey":"theme","items":[{"itemKey":"light","itemControlType":"select"},
              {"itemKey":"dark","itemControlType":"select"}]}]
            """#, clock)
        let answer = await panel.json(["dark": "YES", "_for[\(key)]": "2h"])
        #expect(
            compact(answer) == #"{"revision":1,"changed":{"theme":{"from":null,"to":"dark"}},"#
                + #""until":{"theme":"2026-11-20T09:30:00.000Z"}}"#)
    }

    @Test func findsTemporaryValues() async throws {
        _ = await panel.json(["level": "debug", "_for": "2h"])
        let found = await panel.page("/?q=@temporary")
        #expect(!TestPanel.row("level", in: found).isEmpty)
        #expect(TestPanel.row("name", in: found).isEmpty)
    }

    /// A row of several fields has the note in its group.
    @Test func showsTheNoteInARowOfSeveralFields() async throws {
        _ = await panel.json(["days": "mon", "_for": "2h"])
        let row = TestPanel.row("days", in: await panel.page())
        #expect(row.contains("u-days") && row.contains("<time "))
    }
}
