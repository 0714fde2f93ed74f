import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

struct SettingsAPITests {
    private static let schema = #"""
        {"panelKey":"harbour","panelTitle":"Harbour","groups":[
          {"groupKey":"open","items":[
            {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text","itemValue":"Pier",
             "itemMaximumLength":10,"itemRenamedFrom":["title"]},
            {"itemKey":"level","itemControlType":"edit_integer","itemMinimum":0,"itemMaximum":9},
            {"itemKey":"pin","itemControlType":"edit_password"},
            {"itemKey":"logo","itemControlType":"edit_file"},
            {"itemKey":"size","itemControlType":"edit_integer","itemValue":7,"itemReadOnly":true},
            {"itemKey":"go","itemControlType":"button"},
            {"itemKey":"yard","itemControlType":"page","groups":[
              {"groupKey":"cranes","items":[
                {"itemKey":"crane","itemControlType":"switch","itemValue":"YES"}]}]}]},
          {"groupKey":"theme","items":[
            {"itemKey":"theme_light","itemControlType":"select","itemValue":"YES"},
            {"itemKey":"theme_dark","itemControlType":"select","itemValue":"NO"}]},
          {"groupKey":"safe","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemControlType":"edit_text","itemValue":"xyzzy"},
            {"itemKey":"bolt","itemControlType":"button"}]}]}
        """#

    private func make(
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws -> TestPanel {
        // A page says how long ago a setting was changed.
        try TestPanel.of(Self.schema, now: timedSuiteStart) { configuration in
            configuration.actions["go"] = { .success("gone \($0.text("name"))") }
            configuration.identify = { request in
                let group = request.header("x-groups") ?? "owners"
                return Requester(
                    name: "ada", access: group == "looker" ? .view : .edit, groups: [group])
            }
            configure(&configuration)
        }
    }

    private func send(
        _ panel: TestPanel, _ method: String, _ path: String, _ body: String? = nil,
        _ more: [(String, String)] = []
    ) async -> PanelResponse {
        var fields = more + [("host", "localhost")]
        if body != nil, !more.contains(where: { $0.0 == "content-type" }) {
            fields.append(("content-type", "application/json"))
        }
        return await panel.client.send(
            SimpleRequest(method, path, fields: fields, body: Array((body ?? "").utf8)))
    }

    // MARK: - Reading

    private static let values =
        #"{"name":"Pier","level":null,"pin":{"set":false},"logo":null,"size":7,"#
        + #""theme":"theme_light","code":"xyzzy","crane":true}"#

    @Test(arguments: [
        ("/api/settings", SettingsAPITests.values), ("/api/settings/name", #""Pier""#),
        ("/api/settings/title", #""Pier""#), ("/api/settings/level", "null"),
        ("/api/settings/pin", #"{"set":false}"#), ("/api/settings/theme", #""theme_light""#),
        ("/api/settings/theme_dark", "false"), ("/api/settings/theme_light", "true"),
    ])
    func readsValues(path: String, json: String) async throws {
        let answer = await send(try make(), "GET", path)
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "application/json; charset=utf-8")
        #expect(answer.header("cache-control") == "private, no-cache")
        #expect(answer.text.filter { !$0.isWhitespace } == json)
    }

    @Test
    func describesASetting() async throws {
        let panel = try make()
        _ = await send(panel, "PUT", "/api/settings/name", #""Quay""#, [("x-groups", "owners")])
        let answer = await send(panel, "GET", "/api/settings/name?detailed=1")
        let report = try #require(try JSONReader.read(answer.body).object)
        #expect(report["value"]?.string == "Quay")
        #expect(report["default"]?.string == "Pier")
        #expect(report["isSet"] == true)
        #expect(report["provenance"]?.string == "set")
        #expect(report["revision"] == 1)
        #expect(report["origin"]?.string == "script")
        #expect(report["actor"]?.string == "ada")
        #expect(report["time"]?.string?.hasSuffix("Z") == true)
        #expect(report["label"]?.string == "Name")
        #expect(report["control"]?.string == "edit_text")
        #expect(report["constraints"]?.object?["maxLength"] == 10)
        let all = await send(panel, "GET", "/api/settings?detailed=1")
        let document = try #require(try JSONReader.read(all.body).object)
        #expect(document["revision"] == 1)
        #expect(document["settings"]?.object?["name"] == JSONValue(.object(report)))
        let settings = document["settings"]?.object
        #expect(settings?["level"]?.object?["provenance"]?.string == "default")
        #expect(settings?["pin"]?.object?["value"] == ["set": false])
        // A set value that equals the default stays set.
        try panel.set(["name": "Pier"])
        let same = await send(panel, "GET", "/api/settings/name?detailed=1")
        #expect(try JSONReader.read(same.body).object?["isSet"] == true)
    }

    /// The newest revisions are in memory, and older ones in the store.
    @Test
    func describesTheOriginOfAnOldChange() async throws {
        let panel = try make()
        _ = await send(panel, "PUT", "/api/settings/name", #""Quay""#)
        for number in 0..<300 { try panel.set(["level": "\(number % 9 + 1)"]) }
        let answer = await send(panel, "GET", "/api/settings/name?detailed=1")
        let report = try #require(try JSONReader.read(answer.body).object)
        #expect(report["origin"]?.string == "script" && report["actor"]?.string == "ada")
        #expect(report["time"]?.string?.hasSuffix("Z") == true)
    }

    @Test
    func reportsASettingThatNeedsARestart() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemRestart":true"#, key: "name"))
        try panel.settings.markApplied()
        for value in ["Quay", ""] {
            try panel.set(["name": value])
            let answer = await send(panel, "GET", "/api/settings/name?detailed=1")
            let report = try #require(try JSONReader.read(answer.body).object)
            #expect(report["needsRestart"] == (value.isEmpty ? nil : true))
        }
    }

    @Test
    func describesALock() async throws {
        let settings = try Settings.inMemory(
            SchemaReader.read(Array(Self.schema.utf8), name: "x"),
            locks: [
                Settings.Lock("name", .text("Held"), source: .environment(variable: "HOLD"))
            ])
        let client = PanelClient(settings)
        let answer = await client.get("/api/settings/name?detailed=1")
        let report = try #require(try JSONReader.read(answer.body).object)
        #expect(report["provenance"]?.string == "locked")
        #expect(report["lockedBy"]?.string?.contains("HOLD") == true)
        #expect(report["value"]?.string == "Held")
    }

    @Test
    func returns304ForAKnownTag() async throws {
        let panel = try make()
        for path in [
            "/api/settings", "/api/settings/name", "/api/schema", "/api/openapi.json", "/api/panel",
        ] {
            let first = await send(panel, "GET", path)
            let tag = try #require(first.header("etag"))
            #expect(tag.hasPrefix("\"0-"))
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let answer = await send(panel, "GET", path, nil, [("if-none-match", known)])
                #expect(answer.status == 304, "\(path) \(known)")
            }
            #expect(await send(panel, "HEAD", path).header("etag") == tag)
        }
        let changes = try #require(await send(panel, "GET", "/api/changes").header("etag"))
        try panel.set(["name": "Quay"])
        let after = await send(panel, "GET", "/api/changes", nil, [("if-none-match", changes)])
        #expect(after.status == 200)
    }

    @Test(arguments: [
        (
            "/",
            #"{"name":"Quay","level":null,"pin":{"set":false},"logo":null,"size":7,"#
                + #""theme":"theme_light","code":"xyzzy"}"#
        ),
        ("/pages/yard", #"{"crane":true}"#), ("/?q=crane", #"{"crane":true}"#),
        ("/pages/yard?detailed=1", ""),
    ])
    func returnsTheValuesOfAPageAsJSON(path: String, json: String) async throws {
        let panel = try make()
        try panel.set(["name": "Quay"])
        // The page for people is cached before, and stays as it is.
        let page = await panel.client.get(path, fields: [("accept", "text/html,*/*;q=0.8")])
        #expect(page.text.hasPrefix("<!DOCTYPE html>") || page.text.hasPrefix("<!doctype html>"))
        let answer = await send(panel, "GET", path, nil, [("accept", "application/json")])
        #expect(answer.status == 200)
        #expect(answer.header("vary") == "Accept, Accept-Language, Cookie")
        if json.isEmpty {
            #expect(answer.text.contains(#""constraints""#))
        } else {
            #expect(answer.text.filter { !$0.isWhitespace } == json)
        }
        let plain = await panel.client.get(path, fields: [("accept", "*/*")])
        #expect(plain.text == page.text)
    }

    @Test(arguments: [
        ("GET", "/api/settings/nope"), ("GET", "/api/settings/go"), ("GET", "/api/settings/open"),
        ("PUT", "/api/settings/nope"), ("DELETE", "/api/settings/*"),
        ("DELETE", "/api/settings/open"), ("POST", "/api/actions/nope"),
        ("POST", "/api/actions/name"), ("GET", "/api/nope"), ("GET", "/api/settings/name/x"),
    ])
    func returns404ForUnknownPathsAndKeys(method: String, path: String) async throws {
        let answer = await send(try make(), method, path, method == "GET" ? nil : "1")
        #expect(answer.status == 404)
        #expect(answer.header("content-type")?.hasPrefix("application/problem+json") == true)
        #expect(answer.text.contains(#""code":"not_found""#))
    }

    /// A setting can have several rows on a page, and has one value.
    @Test func returnsASettingWithTwoRowsOnce() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text", #""itemValue":"Pier""#), #"{"itemReference":"k"}"#)
        let answer = await send(panel, "GET", "/", nil, [("accept", "application/json")])
        #expect(answer.text.filter { !$0.isWhitespace } == #"{"k":"Pier"}"#)
    }

    /// A link with a URL leads there and has no action.
    @Test(arguments: [("k", 404), ("go", 200)])
    func doesNotPressALinkWithAURL(key: String, status: Int) async throws {
        let panel = try TestPanel.make(
            TestPanel.item("link", #""itemURL":"/x""#), TestPanel.item("link", key: "go")
        ) { $0.defaultAction = { _ in .success() } }
        #expect(await send(panel, "POST", "/api/actions/\(key)").status == status)
        let form = await panel.post([key: "press"])
        #expect(form.status == (status == 404 ? 422 : 303), "\(form.text)")
    }

    @Test
    func suggestsTheNearestKey() async throws {
        let answer = await send(try make(), "GET", "/api/settings/nam")
        #expect(answer.text.contains(#""nearest":"name""#))
    }

    @Test(arguments: [
        ("GET", "settings?detailed=2"), ("GET", "settings?wait=61&after=0"),
        ("GET", "settings?wait=-1&after=0"), ("GET", "settings?wait=5"),
        ("GET", "settings?after=x"), ("GET", "settings?%"),
        ("GET", "settings?wait=%2B5&after=0"), ("GET", "changes?wait=5"),
        ("GET", "changes?limit=0"), ("GET", "changes?origin=moon"), ("GET", "events?since=x"),
        ("GET", "export?format=xml"), ("GET", "export?changed=2"),
        ("PATCH", "settings?dry_run=yes"), ("DELETE", "settings/name?end=2"),
        ("POST", "import?partial=2"), ("POST", "profiles/Night/apply?partial=2"),
    ])
    func rejectsAMalformedQuery(method: String, target: String) async throws {
        let answer = await send(try make(), method, "/api/" + target)
        #expect(answer.status == 400)
        #expect(answer.text.contains(#""code":"malformed""#))
    }

    /// A query has at most 100 fields.
    @Test(
        arguments: ["/api/settings", "/api/settings/name", "/api/changes"],
        [(100, 200), (101, 413)])
    func limitsTheNumberOfFieldsOfAQuery(
        path: String, size: (fields: Int, status: Int)
    ) async throws {
        let query = (0..<size.fields).map { "x\($0)=1" }.joined(separator: "&")
        let answer = await send(try make(), "GET", path + "?" + query)
        #expect(answer.status == size.status, "\(answer.text)")
        #expect(answer.text.contains(#""code":"too_large""#) == (size.status == 413))
    }

    // MARK: - Waiting

    /// Waits until requests wait for a change.
    private func requireWaiting(_ count: Int = 1, on panel: TestPanel) async throws {
        let deadline = ContinuousClock.now + .hung
        while panel.client.panel.waits.count < count {
            try #require(ContinuousClock.now < deadline)
            await Task.yield()
        }
    }

    @Test
    func waitsForAChange() async throws {
        let panel = try make()
        async let answer = send(panel, "GET", "/api/settings?after=0&wait=60")
        try await requireWaiting(on: panel)
        try panel.set(["name": "Quay"])
        #expect(await answer.text.contains(#""name":"Quay""#))
        #expect(panel.client.panel.waits.count == 0)
    }

    @Test
    func waitsForAChangeOfItsKey() async throws {
        let panel = try make()
        async let answer = send(panel, "GET", "/api/settings/level?after=0&wait=60")
        try await requireWaiting(on: panel)
        async let others = send(panel, "GET", "/api/settings?after=0&wait=60")
        try await requireWaiting(2, on: panel)
        try panel.set(["name": "Quay"])
        #expect(await others.status == 200)
        try panel.set(["level": "3"])
        #expect(await answer.text.filter { !$0.isWhitespace } == "3")
    }

    /// One that waits would be rejected, because the only place is taken.
    @Test(arguments: ["", "/level"], ["after=0&wait=0", "after=0", "after=7&wait=60"])
    func doesNotWaitWithoutATimeOrForAFutureRevision(path: String, query: String) async throws {
        let panel = try make()
        panel.client.panel.waits.limit(toConnections: 4)
        async let waiting = send(panel, "GET", "/api/settings?after=0&wait=60")
        try await requireWaiting(on: panel)
        #expect(await send(panel, "GET", "/api/settings\(path)?\(query)").status == 200)
        panel.client.panel.stopActions()
        #expect(await waiting.status == 200)
    }

    @Test
    func doesNotWaitForAnEarlierChange() async throws {
        let panel = try make()
        try panel.set(["name": "Quay"])
        #expect(await send(panel, "GET", "/api/settings?after=0&wait=60").status == 200)
        #expect(await send(panel, "GET", "/api/settings/name?after=0&wait=60").status == 200)
    }

    @Test
    func endsAWaitWhenEventsStop() async throws {
        let panel = try make()
        async let answer = send(panel, "GET", "/api/settings?after=0&wait=60")
        try await requireWaiting(on: panel)
        panel.client.panel.stopEvents()
        #expect(await answer.status == 200)
    }

    /// A server stops its actions first, and then waits for the requests that it has.
    @Test
    func doesNotWaitAfterActionsStop() async throws {
        let panel = try make()
        async let answer = send(panel, "GET", "/api/settings?after=0&wait=60")
        try await requireWaiting(on: panel)
        panel.client.panel.stopActions()
        #expect(await answer.status == 200)
        #expect(await send(panel, "GET", "/api/settings?after=0&wait=60").status == 200)
        #expect(panel.client.panel.waits.count == 0)
    }

    @Test
    func endsALaterWaitAtOnceAfterActionsStop() throws {
        let panel = try make().client.panel
        panel.stopActions()
        let isEnded = Locked(false)
        let isTaken = panel.waits.wait(for: 60, panel.feed, until: { _ in false }) {
            isEnded.withLock { $0 = true }
        }
        #expect(isTaken && isEnded.withLock { $0 })
    }

    /// A quarter of a server's connections may wait.
    @Test
    func rejectsTooManyWaits() async throws {
        let panel = try make()
        panel.client.panel.waits.limit(toConnections: 8)
        async let first = send(panel, "GET", "/api/settings?after=0&wait=60")
        async let second = send(panel, "GET", "/api/settings/level?after=0&wait=60")
        try await requireWaiting(2, on: panel)
        let third = await send(panel, "GET", "/api/settings?after=0&wait=60")
        #expect(third.status == 503)
        #expect(third.text.contains(#""code":"too_many_waiting""#))
        try panel.set(["level": "3"])
        #expect(await first.status == 200)
        #expect(await second.status == 200)
    }

    /// A schema that withholds more while a request waits is respected.
    @Test
    func checksAccessAgainWhenAWaitEnds() async throws {
        let panel = try TestPanel.of(
            Self.schema.replacing(#""groupAccess":["owners"],"#, with: "")
        ) { $0.identify = { _ in Requester(groups: ["visitors"]) } }
        async let answer = send(panel, "GET", "/api/settings?after=0&wait=60")
        try await requireWaiting(on: panel)
        try panel.settings.adopt(
            SchemaReader.read(Array(Self.schema.utf8), name: "x"), labels: LabelCatalog())
        try panel.set(["name": "Quay"])
        let text = await answer.text
        #expect(text.contains("Quay"))
        #expect(!text.contains("xyzzy"))
    }

    // MARK: - Writing

    @Test(arguments: [
        ("PUT", "/api/settings/name", #""Quay""#, #""name":{"from":null,"to":"Quay"}"#),
        ("PUT", "/api/settings/title", #""Quay""#, #""name":{"from":null,"to":"Quay"}"#),
        ("PUT", "/api/settings/theme_dark", "true", #""theme":{"from":null,"to":"theme_dark"}"#),
        ("PUT", "/api/settings/pin", #""1234""#, #""pin":{"from":null,"to":{"set":true}}"#),
        ("PUT", "/api/settings/pin", #"{"set":false}"#, #""changed":{}"#),
        ("PUT", "/api/settings/name", "null", #""changed":{}"#),
        ("PUT", "/api/settings/size", "7", #""changed":{}"#),
        ("DELETE", "/api/settings/name", "", #""changed":{}"#),
        ("PATCH", "/api/settings", "{}", #""changed":{}"#),
        (
            "PATCH", "/api/settings", SettingsAPITests.values.replacing("xyzzy", with: "xyzz"),
            #""code":{"from":null,"to":"xyzz"}"#
        ),
        ("POST", "/api/actions/go", "", #""status":"done""#),
        ("POST", "/api/actions/go", #"{"name":"Quay"}"#, #""message":"gone Quay""#),
    ])
    func changesSettings(
        method: String, path: String, body: String, expected: String
    ) async throws {
        let panel = try make()
        let before = panel.settings.revision
        let rehearsed = await send(
            panel, method, path + "?dry_run=1", body.isEmpty ? nil : body)
        #expect(rehearsed.status == 200)
        #expect(panel.settings.revision == before)
        let answer = await send(panel, method, path, body.isEmpty ? nil : body)
        #expect(answer.status == 200)
        #expect(answer.text.contains(expected), "\(answer.text)")
        if expected == #""changed":{}"# { #expect(panel.settings.revision == before) }
    }

    @Test
    func resetsWithNullAndDelete() async throws {
        let panel = try make()
        for (method, path, body) in [
            ("PATCH", "/api/settings", #"{"name":null,"pin":null}"# as String?),
            ("PUT", "/api/settings/name", "null"), ("DELETE", "/api/settings/name", nil),
            ("DELETE", "/api/settings/title", nil),
        ] {
            try panel.set(["name": "Quay", "pin": "1234"])
            #expect(await send(panel, method, path, body).status == 200)
            #expect(panel.settings.snapshot.provenance("name") == .onDefault)
        }
        _ = await send(panel, "DELETE", "/api/settings/pin")
        #expect(try panel.settings.secret("pin") == nil)
    }

    @Test
    func mergesAnObject() async throws {
        let panel = try make()
        let file = #"{"name":"a.txt","type":"text/plain","data":"QQ=="}"#
        _ = await send(panel, "PUT", "/api/settings/logo", file)
        let answer = await send(panel, "PATCH", "/api/settings", #"{"logo":{"name":"b.txt"}}"#)
        #expect(answer.status == 200)
        #expect(
            await send(panel, "GET", "/api/settings/logo").text
                .contains(#""data":"QQ==","name":"b.txt","type":"text/plain""#))
        // `PUT` replaces the whole value.
        let part = await send(panel, "PUT", "/api/settings/logo", #"{"name":"c.txt"}"#)
        #expect(part.status == 422)
    }

    /// Examples of RFC 7396, appendix A.
    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func mergesAsRFC7396Specifies(target: String, patch: String, result: String) throws {
        let merged = try JSONReader.read(patch).merged(into: JSONReader.read(target))
        #expect(JSONWriter().text(merged) == result)
    }

    @Test(arguments: [
        ("PUT", "/api/settings/level", #""a""#, 422, "not_integer"),
        ("PUT", "/api/settings/level", "1e400", 422, ""),
        ("PUT", "/api/settings/size", "8", 422, "read_only"),
        ("PUT", "/api/settings/pin", #"{"set":true}"#, 422, "not_text"),
        ("PUT", "/api/settings/name", "[", 400, "malformed"),
        ("PUT", "/api/settings/name", "", 400, "malformed"),
        ("PATCH", "/api/settings", "[1]", 400, "malformed"),
        ("PATCH", "/api/settings", #"{"name":"a","name":"b"}"#, 400, "malformed"),
        ("PATCH", "/api/settings", #"{"nope":1}"#, 422, "unknown_key"),
        ("PATCH", "/api/settings", #"{"*":null}"#, 422, "unknown_key"),
        ("PATCH", "/api/settings", #"{"open":null,"name":"x"}"#, 422, "unknown_key"),
        ("PATCH", "/api/settings", #"{"name":"12345678901","level":3}"#, 422, "too_long"),
        ("POST", "/api/undo", "{}", 400, "malformed"),
        ("POST", "/api/undo", #"{"revision":"7"}"#, 400, "malformed"),
        ("POST", "/api/undo", #"{"revision":7,"x":1}"#, 400, "malformed"),
        ("POST", "/api/undo", #"{"revision":7,"key":5}"#, 400, "malformed"),
        ("POST", "/api/undo", #"{"revision":7,"key":null}"#, 400, "malformed"),
        ("POST", "/api/undo", #"{"revision":7}"#, 422, "no_revisions"),
    ])
    func savesNothingOfAnInvalidRequest(
        method: String, path: String, body: String, status: Int, code: String
    ) async throws {
        let panel = try make()
        let answer = await send(panel, method, path, body)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.text.contains(#""code":"\#(code)"#), "\(answer.text)")
        #expect(panel.settings.revision == 0)
    }

    /// As many members as a form may have fields.
    @Test(arguments: [
        ("PATCH", "/api/settings"), ("POST", "/api/actions/go"), ("POST", "/api/undo"),
    ])
    func limitsTheNumberOfMembersOfABody(method: String, path: String) async throws {
        let panel = try make()
        let limit = panel.client.panel.bodyLimits(forLength: 0).fields
        for (count, status) in [(limit, 422), (limit + 1, 413)] {
            let members = (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",")
            let answer = await send(panel, method, path, "{\(members)}")
            // An undo has no such members, and says so.
            let expected = path == "/api/undo" && status == 422 ? 400 : status
            #expect(answer.status == expected)
            if status == 413 { #expect(answer.text.contains(#""code":"too_large""#)) }
        }
    }

    @Test
    func mergesInLinearTime() {
        expectProportion(at: 64_000) { size in
            let members = (0..<size).map { JSONObject.Member(name: "k\($0)", value: 1) }
            let object = JSONValue(.object(JSONObject(members)))
            #expect(object.merged(into: object).object?.members.count == size)
        }
    }

    /// An undo also replaces a newer value, but not with the same value.
    @Test
    func marksRevisionsWhoseUndoChangesAValue() async throws {
        let panel = try make()
        for name in ["Quay", "Mole", "Jetty", "Quay"] { try panel.set(["name": name]) }
        let answer = await send(panel, "GET", "/api/changes")
        let revisions = try JSONReader.read(answer.body).object?["revisions"]?.array
        #expect(revisions?.map { $0.object?["undoable"] } == [true, true, false, true])
    }

    // MARK: - Conditions

    @Test(arguments: [
        ("\"1\"", 412), ("\"2\"", 200), ("\"3\"", 412), ("\"99999999\"", 412), ("*", 200),
        ("soon", 400), ("\"2-abc\"", 200),
    ])
    func checksTheRevisionOfIfMatch(tag: String, status: Int) async throws {
        let panel = try make()
        try panel.set(["level": "1"])
        try panel.set(["name": "Quay"])
        for (method, path, body) in [
            ("PUT", "/api/settings/name", #""Pier 4""#),
            ("PATCH", "/api/settings", #"{"name":"P"}"#),
            ("DELETE", "/api/settings/name", nil as String?),
        ] {
            let answer = await send(
                panel, method, path + "?dry_run=1", body, [("if-match", tag)])
            #expect(answer.status == status, "\(method): \(answer.text)")
        }
    }

    /// A patch without changes is rejected too when its revision does not exist yet.
    @Test
    func rejectsAFutureRevision() async throws {
        let answer = await send(
            try make(), "PATCH", "/api/settings", "{}", [("if-match", "\"5\"")])
        #expect(answer.status == 412)
        #expect(answer.text.contains(#""code":"no_such_revision""#))
    }

    @Test
    func acceptsTheTagOfAResponseInIfMatch() async throws {
        let panel = try make()
        let tag = try #require(await send(panel, "GET", "/api/settings/name").header("etag"))
        let condition = [("if-match", tag)]
        let first = await send(panel, "PUT", "/api/settings/name", #""A""#, condition)
        #expect(first.status == 200)
        let second = await send(panel, "PUT", "/api/settings/name", #""B""#, condition)
        #expect(second.status == 412)
    }

    // MARK: - Access

    @Test(arguments: [
        ("application/json", 200), ("application/json; charset=utf-8", 200),
        ("application/merge-patch+json", 200), ("APPLICATION/JSON", 200),
        ("application/json; charset=utf-16", 415), ("text/plain", 415), ("", 415),
        ("application/x-www-form-urlencoded", 415), ("multipart/form-data; boundary=b", 415),
        ("text/plain; application/json", 415),
    ])
    func acceptsOnlyJSON(type: String, status: Int) async throws {
        let panel = try make()
        let answer = await send(
            panel, "PATCH", "/api/settings", #"{"name":"Quay"}"#, [("content-type", type)])
        #expect(answer.status == status)
        #expect(panel.settings.revision == (status == 200 ? 1 : 0))
    }

    @Test
    func rejectsABodyWithoutAContentType() async throws {
        let panel = try make()
        let answer = await panel.client.send(
            SimpleRequest(
                "PATCH", "/api/settings", fields: [("host", "localhost")],
                body: Array(#"{"name":"Quay"}"#.utf8)))
        #expect(answer.status == 415 && panel.settings.revision == 0)
    }

    static let writes: [(method: String, path: String, body: String?)] = [
        ("PATCH", "/api/settings", #"{"name":"Quay"}"#), ("PUT", "/api/settings/name", #""Quay""#),
        ("DELETE", "/api/settings/level", nil), ("POST", "/api/actions/go", nil),
        ("POST", "/api/undo", #"{"revision":1}"#),
    ]

    @Test(arguments: writes)
    func otherOriginsCannotWrite(
        _ write: (method: String, path: String, body: String?)
    ) async throws {
        let panel = try make()
        try panel.set(["level": "3"])
        let foreign: [[(String, String)]] = [
            [("origin", "https://evil.example")], [("origin", "null")],
            [("sec-fetch-site", "cross-site")], [("sec-fetch-site", "same-site")],
            [("sec-fetch-site", "none")], [("origin", "http://localhost:3000")],
        ]
        for fields in foreign {
            let answer = await send(panel, write.method, write.path, write.body, fields)
            #expect(answer.status == 403)
            #expect(answer.text.contains(#""code":"other_origin""#))
        }
        #expect(panel.settings.revision == 1)
        let own = await send(
            panel, write.method, write.path, write.body,
            [("origin", "http://localhost"), ("sec-fetch-site", "same-origin")])
        #expect(own.status == 200)
    }

    @Test(arguments: writes)
    func aViewerCannotWrite(
        _ write: (method: String, path: String, body: String?)
    ) async throws {
        let panel = try make()
        try panel.set(["level": "3"])
        let answer = await send(
            panel, write.method, write.path, write.body, [("x-groups", "looker")])
        #expect(answer.status == 403)
        #expect(answer.text.contains(#""code":"not_allowed""#))
        #expect(panel.settings.revision == 1)
    }

    @Test
    func otherOriginsCannotRead() async throws {
        let panel = try make()
        for path in ["/api/settings", "/api/settings/name", "/api/schema", "/api/openapi.json"] {
            for fields in [
                [
                    ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"),
                    ("sec-fetch-dest", "document"),
                ],
                [("sec-fetch-site", "same-site")],
            ] {
                #expect(await send(panel, "GET", path, nil, fields).status == 403)
            }
            let preflight = await send(panel, "OPTIONS", path)
            #expect(preflight.status == 405)
            #expect(!preflight.headers.contains { $0.name.hasPrefix("Access-Control") })
        }
    }

    @Test
    func hidesWithheldGroups() async throws {
        let panel = try make()
        try panel.set(["code": "plugh"])
        let visitor = [("x-groups", "visitors")]
        for path in [
            "/api/settings", "/api/settings?detailed=1", "/api/schema", "/api/openapi.json",
            "/api/settings/code", "/api/settings/cod", "/api/changes",
        ] {
            let text = await send(panel, "GET", path, nil, visitor).text
            for word in ["plugh", "xyzzy", "bolt"] { #expect(!text.contains(word), "\(path)") }
        }
        #expect(await send(panel, "GET", "/api/settings/code", nil, visitor).status == 404)
        #expect(await send(panel, "PUT", "/api/settings/code", "1", visitor).status == 404)
        #expect(await send(panel, "DELETE", "/api/settings/code", nil, visitor).status == 404)
        #expect(await send(panel, "POST", "/api/actions/bolt", nil, visitor).status == 404)
        let patch = await send(panel, "PATCH", "/api/settings", #"{"code":"x"}"#, visitor)
        #expect(patch.status == 403)
        let undo = await send(panel, "POST", "/api/undo", #"{"revision":1}"#, visitor)
        #expect(undo.status == 403)
        #expect(panel.settings.text("code") == "plugh")
        let history = await send(panel, "GET", "/api/changes?key=code", nil, visitor)
        #expect(history.text.filter { !$0.isWhitespace }.contains(#""revisions":[]"#))
    }

    /// A withheld key is not proposed, because that would show that it exists.
    @Test(
        arguments: [("owners", true), ("visitors", false)],
        [
            ("PATCH", "/api/settings", #"{"cod":1}"#, 422), ("GET", "/api/settings/cod", nil, 404),
            ("PUT", "/api/settings/cod", "1", 404), ("POST", "/api/actions/cod", nil, 404),
        ] as [(method: String, path: String, body: String?, status: Int)])
    func suggestsOnlyKeysThatTheViewerMaySee(
        viewer: (group: String, isNamed: Bool),
        request: (method: String, path: String, body: String?, status: Int)
    ) async throws {
        let answer = await send(
            try make(), request.method, request.path, request.body, [("x-groups", viewer.group)])
        #expect(answer.status == request.status)
        #expect(answer.text.contains(#""nearest":"code""#) == viewer.isNamed)
    }

    /// A revision that cannot be read could have changed a withheld setting.
    @Test
    func doesNotUndoAnUnreadableRevisionForALimitedEditor() async throws {
        let panel = try make()
        try panel.set(["name": "Quay"])
        // The newest revisions are in memory.
        for number in 0..<300 { try panel.set(["level": "\(number % 9 + 1)"]) }
        panel.settings.close()
        for (group, status) in [("owners", 503), ("visitors", 403)] {
            let answer = await send(
                panel, "POST", "/api/undo", #"{"revision":1}"#, [("x-groups", group)])
            #expect(answer.status == status, "\(answer.text)")
        }
    }

    @Test
    func reportsAnUnreadableHistory() async throws {
        let panel = try make()
        for number in 0..<300 { try panel.set(["level": "\(number % 9 + 1)"]) }
        panel.settings.close()
        let answer = await send(panel, "GET", "/api/changes?limit=300")
        #expect(answer.status == 503)
        #expect(answer.text.contains(#""code":"storage_closed""#), "\(answer.text)")
    }

    @Test
    func neverShowsSecrets() async throws {
        let panel = try make()
        _ = await send(panel, "PUT", "/api/settings/pin", #""pl4nted""#)
        for path in [
            "/api/settings", "/api/settings?detailed=1", "/api/settings/pin", "/api/schema",
            "/api/settings/pin?detailed=1", "/api/changes", "/api/openapi.json",
        ] {
            #expect(await !send(panel, "GET", path).text.contains("pl4nted"), "\(path)")
        }
        #expect(await send(panel, "GET", "/api/settings/pin").text.contains(#""set":true"#))
        // The values that were read can be sent back, and leave the secret as it is.
        let all = await send(panel, "GET", "/api/settings").text
        #expect(await send(panel, "PATCH", "/api/settings", all).status == 200)
        #expect(try panel.settings.secret("pin") == "pl4nted")
        let bad = await send(panel, "PUT", "/api/settings/pin", #"["pl4nted2"]"#)
        #expect(bad.status == 422)
        #expect(!bad.text.contains("pl4nted2"))
    }

    // MARK: - The description

    @Test
    func describesEveryOperationForPrograms() async throws {
        let answer = await send(
            try make { $0.basePath = "/admin" }, "GET", "/admin/api/openapi.json")
        let document = try #require(try JSONReader.read(answer.body).object)
        #expect(document["servers"] == [["url": "/admin"]])
        var ids: Set<String> = []
        for (name, row) in RouteTable.rows where row.audience == .programs {
            guard name != .unknownData else { continue }
            let path = try #require(row.path)
            let item = try #require(document["paths"]?.object?[path.text]?.object)
            #expect(item.members.count == row.operations.count)
            for operation in row.operations {
                let described = item[operation.method.rawValue.lowercased()]?.object
                let id = try #require(described?["operationId"]?.string)
                #expect(ids.insert(id).inserted)
                #expect((described?["requestBody"] != nil) == (operation.body != .none))
            }
        }
    }
}
