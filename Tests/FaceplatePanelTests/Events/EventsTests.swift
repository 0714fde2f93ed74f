import Dispatch
import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The events of `GET /api/events` and their format.
@Suite(.timeLimit(.hung))
struct EventsTests {
    private static let items = [
        TestPanel.item("edit_text"), TestPanel.item("edit_password", key: "pw"),
        TestPanel.item("switch", key: "on"),
    ]

    private static func panel() throws -> TestPanel {
        try TestPanel.make(items[0], items[1], items[2])
    }

    /// One client of the stream.
    private struct Reader {
        private var events: PanelEvents.AsyncIterator
        private var lines: [String] = []

        init(
            _ panel: TestPanel, _ target: String = "/api/events",
            fields: [(name: String, value: String)] = []
        ) async throws {
            let response = await panel.client.get(target, fields: fields)
            #expect(response.status == 200)
            events = try #require(response.events).makeAsyncIterator()
        }

        /// Returns the fields of the next event, as a client reads them: a line ends with LF, CR or
        /// both.
        mutating func next() async throws -> [String: String] {
            var fields: [String: String] = [:]
            var beats = 0
            while fields.isEmpty {
                // A heartbeat comes every fifteen seconds, so that the test ends when an event
                // never comes.
                try #require(beats < 4, "The stream sends nothing but heartbeats.")
                beats += 1
                while !lines.contains("") {
                    let bytes = try #require(await events.next(), "The stream has ended.")
                    let parts = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
                    for part in parts.dropLast() {
                        #expect(!part.contains(0x0D))
                        lines.append(String(decoding: part, as: UTF8.self))
                    }
                }
                // A comment has no name.
                while case let line = lines.removeFirst(), !line.isEmpty {
                    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
                        continue
                    }
                    let name = String(line[..<colon])
                    #expect(fields[name] == nil, "Each field comes once.")
                    fields[name] = String(line[line.index(after: colon)...].dropFirst())
                }
            }
            return fields
        }

        /// Reads the first event, which is always `hello`.
        mutating func skipHello() async throws {
            #expect(try await next()["event"] == "hello")
        }

        /// Waits for the end of the stream; returns false when an event comes first.
        mutating func isOver() async -> Bool {
            while let bytes = await events.next() {
                guard bytes == EventFormat.heartbeat else { return false }
            }
            return true
        }
    }

    // MARK: - Events

    @Test func theFirstEventHasTheRevisionAndTheSchema() async throws {
        let panel = try Self.panel()
        try panel.set(["k": "a"])
        let response = await panel.client.get("/api/events")
        #expect(response.header("content-type") == "text/event-stream")
        #expect(response.header("cache-control") == "no-store")
        #expect(response.body.isEmpty)
        var reader = try await Reader(panel)
        let digest = panel.settings.snapshot.digest
        #expect(
            try await reader.next() == [
                "retry": "2000", "id": "1", "event": "hello",
                "data": #"{"revision":1,"schema":"\#(digest)","refreshes":0}"#,
            ])
    }

    // MARK: - Refreshes

    @Test func aRefreshSendsItsKeyAndNewOptions() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("info"),
            TestPanel.item("choice", #""itemOptionsProvided":true"#, key: "voice"))
        let voices = Locked(["alto"])
        var content = ProvidedContent()
        content.options["voice"] = { voices.withLock { $0 }.map { ProvidedOption(.text($0)) } }
        try panel.settings.content.provide(content)
        var reader = try await Reader(panel)
        try await reader.skipHello()
        try panel.client.panel.refresh("k")
        #expect(try await reader.next() == ["event": "refresh", "data": #"{"key":"k"}"#])
        // A page that had no stream in the meantime learns of it by the first event.
        var later = try await Reader(panel)
        #expect(try await later.next()["data"]?.contains(#""refreshes":1"#) == true)
        voices.withLock { $0.append("bass") }
        try panel.client.panel.refresh("voice")
        let events = [try await reader.next()["event"], try await reader.next()["event"]]
        #expect(Set(events) == ["schema", "refresh"])
        #expect(panel.settings.snapshot.schema.items["voice"]?.options.count == 2)
    }

    /// A page reads the content as soon as it hears of the refresh.
    @Test func aRefreshIsSentWhenItsContentIsRead() throws {
        let panel = try TestPanel.make(
            TestPanel.item("choice", #""itemOptionsProvided":true"#, key: "voice"))
        let feed = panel.client.panel.feed
        let sent = Locked<[Int]>([])
        var content = ProvidedContent()
        content.options["voice"] = {
            sent.withLock { $0.append(feed.lastRefresh) }
            return [ProvidedOption(.text("alto"))]
        }
        try panel.settings.content.provide(content)
        let count = sent.withLock { $0.count }
        try panel.client.panel.refresh("voice")
        #expect(eventually { feed.lastRefresh == 1 && sent.withLock { $0.count } > count })
        #expect(sent.withLock { $0.allSatisfy { $0 == 0 } })
    }

    @Test(arguments: [("net", "speed"), ("speed", "speed"), ("net_g", "speed"), ("k", "voice")])
    func aRefreshReadsTheContentOfItsOwnPage(key: String, asked: String) throws {
        let inner = TestPanel.item("choice", #""itemOptionsProvided":true"#, key: "speed")
        let panel = try TestPanel.make(
            TestPanel.item("info"),
            TestPanel.item("choice", #""itemOptionsProvided":true"#, key: "voice"),
            TestPanel.item(
                "page", #""groups":[{"groupKey":"net_g","items":[\#(inner)]}]"#, key: "net"))
        let seen = Locked<[String]>([])
        var content = ProvidedContent()
        for key in ["speed", "voice"] {
            content.options[key] = {
                seen.withLock { $0.append(key) }
                return [ProvidedOption(.text("one"))]
            }
        }
        try panel.settings.content.provide(content)
        seen.withLock { $0 = [] }
        try panel.client.panel.refresh(key)
        #expect(eventually { panel.client.panel.feed.lastRefresh == 1 })
        #expect(seen.withLock { $0 } == [asked])
    }

    @Test func aRefreshOfAnotherKeyThrowsAndNamesTheNearest() throws {
        let panel = try Self.panel()
        let error = #expect(throws: SchemaError.self) {
            try panel.client.panel.refresh("onn")
        }
        #expect(
            error?.problems.first?.message
                == "There is no row or group 'onn'. Did you mean 'on'?")
    }

    @Test func onlyMembersReceiveARefreshOfAWithheldRow() async throws {
        let panel = try TestPanel.of(
            #"{"groups":[{"groupKey":"g","items":[\#(Self.items[0])]},{"groupKey":"safe","groupAccess":["owners"],"items":[\#(TestPanel.item("info", key: "gold"))]}]}"#
        ) { $0.identifyByHeaders() }
        var owner = try await Reader(panel, fields: [("x-groups", "owners")])
        var visitor = try await Reader(panel, fields: [("x-groups", "visitors")])
        try await owner.skipHello()
        try await visitor.skipHello()
        try panel.client.panel.refresh("gold")
        #expect(try await owner.next()["data"] == #"{"key":"gold"}"#)
        try panel.client.panel.refresh("k")
        #expect(try await visitor.next()["data"] == #"{"key":"k"}"#)
    }

    @Test func aChangeEventEqualsTheResponseToItsPost() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        let answer = await panel.json(["k": "Ada", "on": "YES"])
        #expect(answer.status == 200)
        let event = try await reader.next()
        #expect(event["id"] == "1")
        #expect(event["event"] == "change")
        #expect(event["data"] == answer.text.dropLast() + #","origin":"script"}"#)
    }

    @Test func aChangeEventNamesItsAuthor() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        try await panel.settings.apply(
            Batch([Assignment("on", .value(true))], origin: .sync, actor: "pi"))
        #expect(
            try await reader.next()["data"]
                == #"{"revision":1,"changed":{"on":{"from":null,"to":true}},"origin":"sync","actor":"pi"}"#
        )
    }

    @Test func everyStreamReceivesAllEventsInOrder() async throws {
        let panel = try Self.panel()
        let readers = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<20 {
                var reader = try await Reader(panel)
                try await reader.skipHello()
                group.addTask { [reader] in
                    var reader = reader
                    var ids: [String] = []
                    for _ in 0..<100 { ids.append(try await reader.next()["id"] ?? "") }
                    return ids
                }
            }
            for number in 1...100 { try panel.set(["k": "\(number)"]) }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(readers == Array(repeating: (1...100).map { "\($0)" }, count: 20))
    }

    @Test func noEventIsSentWithoutAChange() async throws {
        let panel = try Self.panel()
        try panel.set(["k": "a"])
        var reader = try await Reader(panel)
        try await reader.skipHello()
        for _ in 0..<50 { #expect(await panel.json(["k": "a"]).status == 200) }
        #expect(await panel.json(["k": "b", "_dry_run": "1"]).status == 200)
        try panel.set(["k": "c"])
        #expect(try await reader.next()["id"] == "2")
    }

    @Test func anEventOfASecretContainsNoValue() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        try panel.set(["pw": "pl4nted-t0ken"])
        let event = try await reader.next()
        #expect(event["data"]?.contains(#""pw":{"from":null,"to":{"set":true}}"#) == true)
    }

    @Test func aSettingThatBecameASecretIsRedacted() async throws {
        let panel = try Self.panel()
        try panel.set(["k": "pl4nted-t0ken"])
        var before = try await Reader(panel, "/api/events?since=0")
        try await before.skipHello()
        #expect(try await before.next()["data"]?.contains("pl4nted") == true)
        let json =
            #"{"panelKey":"harbour","groups":[{"groupKey":"g","items":[\#(TestPanel.item("edit_password"))]}]}"#
        try panel.settings.adopt(
            SchemaReader.read(Array(json.utf8), name: "x"), labels: LabelCatalog())
        var reader = try await Reader(panel, "/api/events?since=0")
        try await reader.skipHello()
        let event = try await reader.next()
        #expect(event["data"]?.contains(#""k":{"from":null,"to":{"set":true}}"#) == true)
    }

    @Test(arguments: [
        "a\nb", "\r", "\r\n\r\n", "x\ndata: y", "\n\nevent: reset\ndata: {}\n\n",
        "a\u{2028}b\u{2029}c",
        "\u{85}", "id: 9", ": hb", #"\n"},"x":{"#,
    ])
    func noValueCanEndALine(value: String) async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_multiline"))
        var reader = try await Reader(panel)
        try await reader.skipHello()
        let outcome = try? panel.set(["k": value])
        guard let stored = outcome?.changes.first?.new.json else {
            // The settings accept no line break other than a line feed.
            #expect(value.unicodeScalars.contains { ["\r", "\u{85}", "\u{2028}"].contains($0) })
            return
        }
        let event = try await reader.next()
        #expect(event.keys.sorted() == ["data", "event", "id"])
        #expect(event["id"] == "1")
        let data = try JSONReader.read(event["data"] ?? "").object
        #expect(data?["changed"]?.object?["k"]?.object?["to"] == stored)
        try panel.set(["k": "after"])
        #expect(try await reader.next()["id"] == "2")
    }

    @Test func noActorCanEndALine() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        let actor = "x\nid: 8\r\n\ndata: {}\n\n"
        try await panel.settings.apply(
            Batch([Assignment("on", .value(true))], origin: .program, actor: actor))
        let event = try await reader.next()
        #expect(event["id"] == "1")
        #expect(try JSONReader.read(event["data"] ?? "").object?["actor"]?.string == actor)
    }

    @Test func aLargeChangeIsSentAsAReset() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_multiline"))
        var reader = try await Reader(panel)
        try await reader.skipHello()
        try panel.set(["k": String(repeating: "x", count: EventFeed.eventLimit)])
        #expect(
            try await reader.next() == ["id": "1", "event": "reset", "data": #"{"revision":1}"#])
    }

    @Test func aNewSchemaIsAnEvent() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        let json = #"{"panelKey":"harbour","groups":[]}"#
        try panel.settings.adopt(
            SchemaReader.read(Array(json.utf8), name: "x"), labels: LabelCatalog())
        let digest = panel.settings.snapshot.digest
        #expect(
            try await reader.next() == [
                "event": "schema", "data": #"{"revision":0,"schema":"\#(digest)"}"#,
            ])
    }

    // MARK: - Missed events

    @Test(arguments: [
        ("?since=3", nil, ["3", "4", "5"]), ("", "3", ["3", "4", "5"]),
        ("?since=1", "4", ["4", "5"]),
        ("?since=0", nil, ["0", "1", "2", "3", "4", "5"]), ("?since=5", nil, ["5"]),
        ("", nil, ["5"]),
    ])
    func missedEventsAreSentFirst(query: String, last: String?, ids: [String]) async throws {
        let panel = try Self.panel()
        for number in 1...5 { try panel.set(["k": "\(number)"]) }
        let fields = last.map { [(name: "last-event-id", value: $0)] } ?? []
        var reader = try await Reader(panel, "/api/events" + query, fields: fields)
        try panel.set(["k": "more"])
        for id in ids + ["6"] { #expect(try await reader.next()["id"] == id) }
    }

    @Test(arguments: [
        ("?since=1", nil), ("?since=301", nil), ("", "x"), ("", "99999999999999999999"),
    ])
    func eventsThatAreNoLongerInMemoryAreAReset(query: String, last: String?) async throws {
        let panel = try Self.panel()
        for number in 1...300 { try panel.set(["k": "\(number)"]) }
        let fields = last.map { [(name: "last-event-id", value: $0)] } ?? []
        var reader = try await Reader(panel, "/api/events" + query, fields: fields)
        try await reader.skipHello()
        #expect(
            try await reader.next() == [
                "id": "300", "event": "reset", "data": #"{"revision":300}"#,
            ])
        try panel.set(["k": "more"])
        #expect(try await reader.next()["id"] == "301")
    }

    /// A client whose number says nothing can have missed anything.
    @Test(arguments: ["x", "-1", "1 ", "99999999999999999999"])
    func anUnreadableNumberIsAReset(last: String) async throws {
        let panel = try Self.panel()
        for number in 1...3 { try panel.set(["k": "\(number)"]) }
        var reader = try await Reader(panel, fields: [("last-event-id", last)])
        try await reader.skipHello()
        #expect(
            try await reader.next() == ["id": "3", "event": "reset", "data": #"{"revision":3}"#])
    }

    @Test func aSlowClientGetsAReset() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        for number in 1...300 { try panel.set(["k": "\(number)"]) }
        try await reader.skipHello()
        #expect(try await reader.next()["event"] == "reset")
        try panel.set(["k": "more"])
        #expect(try await reader.next()["id"] == "301")
    }

    @Test(arguments: ["", "x", "-1", "+1", "1.0", "99999999999999999999", "%zz"])
    func rejectsAnInvalidNumber(since: String) async throws {
        let response = try await Self.panel().client.get("/api/events?since=\(since)")
        #expect(response.status == 400)
        #expect(response.header("content-type") == JSONAnswer.problemType)
        #expect(response.events == nil)
    }

    // MARK: - Access and end

    @Test func rejectsAnotherSite() async throws {
        let panel = try Self.panel()
        for site in ["cross-site", "same-site", "junk"] {
            for mode in ["cors", "no-cors", "navigate"] {
                let response = await panel.client.get(
                    "/api/events",
                    fields: [
                        ("sec-fetch-site", site), ("sec-fetch-mode", mode),
                        ("sec-fetch-dest", mode == "navigate" ? "document" : "empty"),
                    ])
                #expect(response.status == 403)
                #expect(response.events == nil)
            }
        }
        let own = await panel.client.get("/api/events", fields: [("sec-fetch-site", "same-origin")])
        #expect(own.events != nil)
    }

    @Test func rejectsOtherMethodsAndHeadHasNoStream() async throws {
        let panel = try Self.panel()
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let response = await panel.client.send(SimpleRequest(method, "/api/events"))
            #expect(response.status == 405)
            #expect(response.header("allow") == "GET, HEAD")
        }
        let head = await panel.client.send(SimpleRequest("HEAD", "/api/events"))
        #expect(head.status == 200)
        #expect(head.header("content-type") == "text/event-stream")
        #expect(head.events == nil)
    }

    @Test func aQuietStreamSendsHeartbeats() async throws {
        let panel = try Self.panel()
        let feed = EventFeed(panel.settings, beat: .milliseconds(5))
        var events = PanelEvents(
            cursor: EventCursor(
                feed, view: { panel.client.panel.view(of: nil, .open, at: BasePath("")) })
        ).makeAsyncIterator()
        _ = await events.next()
        for _ in 0..<3 { #expect(await events.next() == Array(": hb\n\n".utf8)) }
    }

    @Test func aStreamOpenedAfterAQuietTimeHasHeartbeats() throws {
        let feed = EventFeed(try Self.panel().settings, beat: .milliseconds(5))
        for _ in 0..<2 {
            let calls = Locked(0)
            var listener: EventFeed.Listener? = feed.listen { calls.withLock { $0 += 1 } }
            #expect(eventually { calls.withLock { $0 } > 1 })
            let beats = feed.beats
            #expect(listener != nil)
            listener = nil
            // The next heartbeat finds no stream, and is the last one.
            #expect(eventually { feed.beats > beats })
        }
    }

    /// Twenty streams do not beat twenty times as often.
    @Test func allStreamsShareOneTimerOfHeartbeats() async throws {
        let feed = EventFeed(try Self.panel().settings, beat: .milliseconds(20))
        let times = Locked<[ContinuousClock.Instant]>([])
        let first = feed.listen { times.withLock { $0.append(.now) } }
        let others = (0..<19).map { _ in feed.listen {} }
        while times.withLock({ $0.count }) < 20 { await Task.yield() }
        let beats = times.withLock { Array($0.prefix(20)) }
        #expect(beats[19] - beats[0] > .milliseconds(300))
        withExtendedLifetime((first, others)) {}
    }

    @Test func streamsEndWithTheirPanel() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        let end = Task { [reader] in
            var reader = reader
            return await reader.isOver()
        }
        panel.client.panel.stopEvents()
        #expect(await end.value)
        let late = await panel.client.get("/api/events")
        #expect(late.status == 503)
        #expect(late.header("retry-after") != nil)
    }

    /// A stream that is asleep does not wait for its next heartbeat.
    @Test func closingWakesEachStream() throws {
        let feed = EventFeed(try Self.panel().settings, beat: .seconds(3_600))
        let calls = Locked(0)
        let listeners = (0..<3).map { _ in feed.listen { calls.withLock { $0 += 1 } } }
        feed.end()
        #expect(eventually { calls.withLock { $0 } == listeners.count })
        #expect(feed.isOver)
    }

    @Test func streamsEndWithTheSettings() async throws {
        let panel = try Self.panel()
        var reader = try await Reader(panel)
        try await reader.skipHello()
        let end = Task { [reader] in
            var reader = reader
            return await reader.isOver()
        }
        panel.settings.close()
        #expect(await end.value)
    }

    @Test func aDisconnectedClientIsRemoved() async throws {
        let panel = try Self.panel()
        let feed = panel.client.panel.feed
        let task = Task {
            var reader = try await Reader(panel)
            try await reader.skipHello()
            return await reader.isOver()
        }
        while feed.listenerCount == 0 { await Task.yield() }
        task.cancel()
        #expect(try await task.value)
        while feed.listenerCount > 0 { await Task.yield() }
    }
}
