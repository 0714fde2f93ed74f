import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct ChangesPageTests {
    private func make(_ more: String = "") throws -> TestPanel {
        try TestPanel.of(
            #"{"panelVersion":2\#(more),"panelLocales":["en","fr","ar","de","ja"],"groups":["#
                + #"{"groupKey":"g","items":[{"itemKey":"a","itemControlType":"edit_text","#
                + #""itemTitle":"Host"},{"itemKey":"on","itemControlType":"switch"},"#
                + #"{"itemKey":"pw","itemControlType":"edit_password","itemTitle":"Password"},"#
                + #"{"itemKey":"serial","itemControlType":"edit_text","itemReadOnly":true}]}]}"#)
    }

    private func row(_ number: Int, _ page: String) -> String {
        TestPanel.element("id=\"r-\(number)\"", in: page)
    }

    @Test func showsWhatChangedByWhomAndWhen() async throws {
        let panel = try make()
        try panel.set(["a": "<1>", "on": "YES"], origin: .cli)
        try panel.settings.applyAndWait(
            Batch(
                [Assignment("a", .text("2"))], origin: .script, actor: "backup<",
                note: "nightly"))
        let page = await panel.page("/changes")
        let first = row(1, page)
        let time = RevisionTime.text(try #require(panel.settings.recentRevision(1)).time)
        #expect(first.contains(#"<p class="help">Revision 1</p>"#))
        #expect(first.contains(#"<time datetime="\#(time)" title=""#))
        #expect(first.contains(#"<span class="tag">Command line</span>"#))
        #expect(first.contains("<details><summary><time") && first.contains("<b>2 settings</b>"))
        #expect(
            first.contains(
                #"<li><a href="/s/a"><bdi>Host</bdi></a>: <s><bdi>empty</bdi> (default)</s> → "#
                    + "<b><bdi>&lt;1&gt;</bdi></b> "))
        #expect(first.contains("<s><bdi>Off</bdi> (default)</s> → <b><bdi>On</bdi></b>"))
        let second = row(2, page)
        #expect(second.contains("<bdi>backup&lt;</bdi> · Script · <bdi>nightly</bdi>"))
        #expect(page.split(separator: #"id="r-1""#).first?.contains(#"id="r-2""#) == true)
        #expect(second.contains(">Host</bdi></a>: <s>") && !second.contains("<summary><time"))
        #expect(page.contains("Times are in "))
    }

    @Test(
        arguments: [
            (["host", "port"], "Network"), (["port", "name"], nil), (["host", "log"], nil),
            (["name", "on"], nil),
        ] as [([String], String?)])
    func aSummaryOfSeveralChangesNamesTheirPage(keys: [String], title: String?) async throws {
        func page(_ key: String, _ title: String, _ items: String...) -> String {
            TestPanel.item(
                "page",
                #""groups":[{"groupKey":"\#(key)_g","items":[\#(items.joined(separator: ","))]}]"#,
                key: key
            ).replacing("Port", with: title)
        }
        func text(_ key: String) -> String {
            #"{"itemKey":"\#(key)","itemControlType":"edit_text"}"#
        }
        let panel = try TestPanel.make(
            text("name"), text("on"), page("net", "Network", text("host"), text("port")),
            page("more", "More", text("log")))
        try panel.settings.applyAndWait(
            Batch(keys.map { Assignment($0, .text("1")) }, origin: .program))
        let place = title.map { #" <span class="help"><bdi>\#($0)</bdi></span>"# } ?? ""
        #expect(
            row(1, await panel.page("/changes")).contains("<b>2 settings</b>\(place)</span>"))
    }

    @Test func reportsAnUnreadableHistory() async throws {
        let panel = try make()
        // The newest revisions are in memory.
        for number in 0..<300 { try panel.set(["a": "\(number)"]) }
        panel.settings.close()
        let page = await panel.client.get("/changes?before=2")
        #expect(page.status == 503)
        #expect(page.text.contains(#"class="bad"><p><bdi>The settings were closed.</bdi></p>"#))
    }

    /// A set value that is equal to the default changes whether the setting follows its default, and nothing else.
    @Test func showsWhetherASettingFollowsItsDefault() async throws {
        let panel = try make()
        try panel.set(["on": "NO"])
        try panel.settings.applyAndWait(Batch([Assignment("on", .reset)], origin: .cli))
        let page = await panel.page("/changes")
        #expect(row(1, page).contains("</a>: <b><bdi>Off</bdi></b>, no longer follows its default"))
        #expect(row(2, page).contains("</a>: <b><bdi>Off</bdi></b>, follows its default again"))
    }

    @Test func offersUndoOnlyWhereItWorks() async throws {
        let panel = try make()
        try panel.set(["a": "1", "on": "YES"])
        try panel.set(["pw": "one"])
        try panel.set(["pw": "two"])
        try panel.set(["serial": "7"], origin: .program)
        let page = await panel.page("/changes")
        func button(_ value: String) -> String { #"form="f" name="_undo" value="\#(value)""# }
        #expect(row(1, page).contains(button("1")) && row(1, page).contains(button("1:a")))
        #expect(row(1, page).contains(#"aria-label="Undo “Host”">Undo</button>"#))
        #expect(row(2, page).contains(button("2")) && !row(2, page).contains(button("2:pw")))
        #expect(!row(3, page).contains("<button") && !row(4, page).contains("<button"))
        #expect(
            row(3, page).contains(#"<a href="/changes?restore=3">Restore everything to here…</a>"#))
        #expect(row(3, page).contains(#"<a href="/changes?key=pw">History of “Password”</a>"#))
        #expect(!row(4, page).contains("restore"))
        #expect(row(2, page).contains("<bdi>Password</bdi></a> saved"))
        #expect(!page.contains("one") || !page.contains(">one<"))
    }

    @Test func undoesAndReturnsToTheList() async throws {
        let panel = try make()
        try panel.set(["a": "1", "on": "YES"])
        let answer = await panel.browse(
            ["_revision": "1", "_locale": "en", "_undo": "1:a"], to: "/changes")
        #expect(answer.status == 303 && answer.header("location") == "/changes?rev=2")
        let page = await panel.page("/changes?rev=2")
        #expect(page.contains("<bdi>Host</bdi> cleared"))
        #expect(page.contains("Redo “Host”: 1"))
        #expect(row(2, page).contains("Undo of revision 1"))
        #expect(!row(1, page).contains(#"value="1:a""#))
        #expect(
            await panel.browse(["_undo": "1:a"], to: "/changes").header("location")
                == "/changes?same=1")
        #expect(await panel.page("/changes?same=1").contains("No changes"))
    }

    @Test func aConflictIsShownOnTheList() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        try panel.set(["a": "2"])
        let page = await panel.browse(["_revision": "2", "_undo": "1"], to: "/changes")
        #expect(page.status == 409 && page.text.contains(#"id="conflict""#))
        #expect(page.text.contains(#"action="/changes""#) && page.text.contains(#"id="r-2""#))
        let form: TestPanel.Fields = ["_revision": "2", "_undo": "1", "_keep[a]": "mine"]
        #expect(await panel.browse(form, to: "/changes").status == 303)
        #expect(!panel.settings.snapshot.isSet("a"))
    }

    @Test func rejectionsAreShownOnTheList() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        let page = await panel.browse(["_undo": "7"], to: "/changes")
        #expect(page.status == 422)
        #expect(page.text.contains("There is no revision 7. History contains 1 to 1"))
        #expect(page.text.contains("<title>Error: Changes"))
    }

    // MARK: - Restore

    @Test func previewsARestore() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        try panel.set(["a": "2", "pw": "one"])
        try panel.set(["pw": "two"])
        let page = await panel.page("/changes?restore=2")
        #expect(page.contains("<h1>Restore revision 2</h1>"))
        #expect(page.contains("Everything is as it was then"))
        #expect(page.contains("<li>The old value of password is not stored"))
        let first = await panel.page("/changes?restore=1")
        #expect(
            first.contains(
                #"<tr><th scope="row">Host</th><td><bdi>2</bdi></td><td><bdi>1</bdi></td></tr>"#))
        #expect(
            first.contains(
                #"<button class="pri" form="f" name="_restore" value="1">Restore 2 settings"#))
        #expect(panel.settings.revision == 3)
        let answer = await panel.browse(["_revision": "3", "_restore": "1"], to: "/changes")
        #expect(answer.header("location") == "/changes?rev=4")
        #expect(panel.settings.value("a") == "1")
        #expect(
            row(4, await panel.page("/changes")).contains("Restored as it was after revision 1"))
    }

    @Test func aRestoreAfterNewerChangesIsShownAgain() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        try panel.set(["a": "2"])
        try panel.set(["a": "3"])
        let page = await panel.browse(["_revision": "2", "_restore": "1"], to: "/changes")
        #expect(page.status == 409 && page.text.contains("<bdi>3</bdi>"))
        #expect(page.text.contains("Host was changed by someone else"))
        #expect(page.text.contains(#"name="_revision" value="3""#))
    }

    @Test(arguments: [("9", 422), ("-1", 422), ("x", 400), ("2000-01-01T00:00:00Z", 200)])
    func returnsAPageForEveryTarget(target: String, status: Int) async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        #expect(await panel.visit("/changes?restore=\(target)").status == status)
    }

    @Test(arguments: ["2026-01-15T07:30", "2026-07-15T23:59", "2026-11-20T00:00:30"])
    func readsTheLocalTimeThatItShows(text: String) throws {
        let clock = PageClock()
        let time = try #require(clock.time(text))
        let local = try #require(CivilDateTime(text))
        #expect(
            clock.text(time, in: DateStyle(.english))
                == DateStyle.text(of: .text(String(local.description.prefix(16))), in: .english))
    }

    /// Also within hours of a change of the clocks, which go forward at 1:00 UTC in March, and back in October.
    @Test(arguments: [
        ("2026-03-29T01:30", "00:30"), ("2026-03-29T03:30", "01:30"),
        ("2026-10-25T01:30", "23:30"), ("2026-10-25T03:30", "02:30"),
    ])
    func readsALocalTimeNearAChangeOfTheClocks(text: String, time: String) throws {
        let read = try #require(PageClock("Europe/Berlin").time(text))
        #expect(RevisionTime.text(read).dropFirst(11).prefix(5) == time)
    }

    // MARK: - Older changes

    @Test func showsFiftyChangesAndALinkToOlderOnes() async throws {
        let panel = try make()
        #expect(await panel.page("/changes").contains("Nothing has been changed yet."))
        for index in 1...51 {
            try panel.set([index == 1 ? "on" : "a": index == 1 ? "YES" : "\(index)"])
        }
        let first = await panel.page("/changes")
        #expect(first.components(of: "<li id=\"r-") == 50 && !first.contains(#"id="r-1""#))
        #expect(first.contains(#"<a class="btn" href="/changes?before=2">Older changes</a>"#))
        let last = await panel.page("/changes?before=2")
        #expect(last.components(of: "<li id=\"r-") == 1 && last.contains("Newest changes"))
        #expect(await panel.page("/changes?before=1").contains("There are no older changes."))
        let filtered = await panel.page("/changes?key=on")
        #expect(filtered.components(of: "<li id=\"r-") == 1)
        #expect(filtered.contains(#"<option value="on" selected>On</option>"#))
        #expect(filtered.contains(#"<a href="/changes">Show all changes</a>"#))
    }

    @Test func theLinkToOlderChangesKeepsTheSetting() async throws {
        let panel = try make()
        for index in 1...51 { try panel.set(["a": "\(index)"]) }
        let first = await panel.page("/changes?key=a")
        #expect(
            first.contains(#"<a class="btn" href="/changes?before=2&amp;key=a">Older changes</a>"#))
        let last = await panel.page("/changes?before=2&key=a")
        #expect(last.contains(#"<a class="btn" href="/changes?key=a">Newest changes</a>"#))
    }

    @Test(
        arguments: [
            "?before=x", "?limit=0", "?limit=1001", "?before=99999999999999999999", "?origin=moon",
            "?key=%zz", "?%FF",
        ])
    func rejectsInvalidNumbers(query: String) async throws {
        let panel = try make()
        #expect(await panel.visit("/changes" + query).status == 400)
        #expect(await panel.client.get("/api/changes" + query).status == 400)
    }

    @Test func reportsThatOlderChangesWereRemoved() async throws {
        let panel = try make(#","panelHistoryRevisions":2"#)
        for index in 1...2 { try panel.set(["a": "\(index)"]) }
        #expect(!(await panel.page("/changes")).contains("were deleted"))
        try panel.set(["a": "3"])
        #expect(
            await panel.page("/changes").contains(
                "Older changes were deleted. History contains the last 2 changes."))
    }

    @Test func aRemovedSettingIsNamedByItsKey() async throws {
        let panel = try make()
        try panel.set(["a": "1"])
        try panel.settings.adopt(
            SchemaReader.read(
                Array(
                    (#"{"panelVersion":2,"groups":[{"groupKey":"g","items":["#
                        + #"{"itemKey":"on","itemControlType":"switch"}]}]}"#).utf8), name: "panel"),
            labels: LabelCatalog())
        let first = row(1, await panel.page("/changes"))
        #expect(
            first.contains("<bdi>a</bdi>: <s><bdi>empty</bdi> (default)</s> → <b><bdi>1</bdi></b>"))
    }

    @Test func aChangeShowsTheDefaultAtThatTime() async throws {
        func json(_ value: Int) -> String {
            #"[{"groupKey":"g","items":[{"itemKey":"level","itemTitle":"Level","#
                + #""itemControlType":"edit_integer","itemValue":\#(value)}]}]"#
        }
        func schema(_ value: Int) throws -> Schema {
            try SchemaReader.read(Array(json(value).utf8), name: "panel")
        }
        let panel = try TestPanel.of(json(1))
        try panel.set(["level": "5"])
        try panel.settings.adopt(schema(2), labels: LabelCatalog())
        try panel.settings.applyAndWait(
            Batch([Assignment("level", .reset)], origin: .program))
        try panel.settings.adopt(schema(3), labels: LabelCatalog())
        let page = await panel.page("/changes?rev=2")
        #expect(page.contains("<bdi>Level</bdi> reset to <bdi>2</bdi>"))
        #expect(row(1, page).contains("<s><bdi>1</bdi> (default)</s> → <b><bdi>5</bdi></b>"))
        #expect(row(2, page).contains("<s><bdi>5</bdi></s> → <b><bdi>2</bdi> (default)</b>"))
    }

    @Test(arguments: ["en", "fr", "ar", "de", "ja"])
    func isTranslatedIntoEveryLanguage(locale: String) async throws {
        let panel = try make()
        try panel.set(["a": "1", "on": "YES"])
        try panel.set(["a": "2"])
        for target in ["/changes?rev=2&lang=", "/changes?restore=1&lang="] {
            let page = await panel.page(target + locale)
            #expect(page.contains("<html lang=\"\(locale)\""))
            #expect(!page.contains("{"), "\(locale)")
        }
    }

    @Test func isNeverCachedByABrowser() async throws {
        let answer = await (try make()).visit("/changes")
        #expect(answer.header("cache-control") == "no-store" && answer.entityTag == nil)
    }

    @Test func everyPageLinksToIt() async throws {
        let panel = try make()
        for target in ["/", "/changes", "/nowhere"] {
            let page = await panel.visit(target).text
            #expect(
                page.contains(
                    #"<a class="way past" href="/changes""#
                        + (target == "/changes" ? #" aria-current="page">"# : ">")
                        + "<span>Changes</span></a>"), "\(target)")
        }
    }

    // MARK: - JSON

    @Test func scriptsGetTheSameChanges() async throws {
        let panel = try make()
        try panel.set(["a": "1"], origin: .cli)
        try panel.set(["pw": "secret words"])
        let answer = await panel.client.get("/api/changes?limit=1")
        let time = RevisionTime.text(try #require(panel.settings.recentRevision(2)).time)
        #expect(
            answer.text
                == #"{"revision":2,"oldest":1,"kept":{"revisions":100000,"days":null,"bytes":268435456},"revisions":["#
                + #"{"revision":2,"time":"\#(time)","origin":"program","actor":null,"note":null,"#
                + #""changed":{"pw":{"from":null,"to":{"set":true}}},"undoable":true}],"next":2}"#)
        let rest = await panel.client.get("/api/changes?before=2&key=a")
        #expect(rest.text.contains(#""origin":"cli""#) && rest.text.contains(#""next":null"#))
        #expect(await panel.client.get("/api/changes?key=none").text.contains(#""revisions":[]"#))
        #expect(await panel.json(["a": "1"]).status == 200)
    }

    @Test func reportsThatOlderChangesWereRemovedByAge() async throws {
        let clock = TestClock()
        let settings = try Settings.inMemory(
            json: #"{"panelHistoryDays":2,"panelHistoryRevisions":100,"groups":[{"groupKey":"g","#
                + #""items":[\#(TestPanel.item("edit_text"))]}]}"#, clock: clock)
        let panel = TestPanel(settings: settings, client: PanelClient(settings))
        for value in ["1", "2", "3"] {
            try panel.set(["k": value])
            clock.advance(by: .seconds(3 * 86_400))
        }
        #expect(
            await panel.page("/changes").contains(
                "Older changes were deleted. History contains the last 2 days."))
    }

    /// Each change of a large revision has a button if an undo would change something.
    @Test func aLargeRevisionOffersUndoForEachPossibleChange() async throws {
        let keys = (1...9).map { "k\($0)" }
        let items =
            keys.map { TestPanel.item("edit_text", key: $0) } + [
                TestPanel.item("edit_password", key: "pw"),
                TestPanel.item("edit_text", #""itemReadOnly":true"#, key: "serial"),
            ]
        let panel = try TestPanel.make(items.joined(separator: ","))
        for value in ["one", "two"] {
            try panel.settings.applyAndWait(
                Batch(
                    (keys + ["pw", "serial"]).map { Assignment($0, .text(value)) }, origin: .program
                ))
        }
        try panel.settings.applyAndWait(
            Batch([Assignment("k1", .text("one")), Assignment("pw", .reset)], origin: .program))
        let row = row(2, await panel.page("/changes"))
        let offered = row.matches(of: /name="_undo" value="2:([a-z0-9]+)"/).map { String($0.1) }
        #expect(offered == Array(keys.dropFirst()))
    }
}

extension String {
    /// Returns how often a string occurs.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
