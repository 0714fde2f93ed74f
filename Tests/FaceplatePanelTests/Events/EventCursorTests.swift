import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The place of one client in the stream of events, without the time that passes between them.
struct EventCursorTests {
    private func make() throws -> TestPanel {
        try TestPanel.make(TestPanel.item("info"), TestPanel.item("switch", key: "on"))
    }

    /// Returns the place of a client that has received its first event.
    private func cursor(
        _ panel: TestPanel, behind prefix: String? = nil
    ) async throws -> EventCursor {
        var request = SimpleRequest("GET", "/api/events")
        request.pathPrefix = prefix
        var cursor = try #require(await panel.client.send(request).events).cursor
        #expect(cursor.next() != nil)
        return cursor
    }

    /// Returns the events to send now; on a slow machine there are heartbeats among them.
    private func events(_ cursor: inout EventCursor) -> [String] {
        var events: [String] = []
        while let bytes = cursor.next() {
            if bytes != EventFormat.heartbeat {
                events.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return events
    }

    /// A client that was slow still shows each row again, once.
    @Test func aLateClientReceivesARefreshOfEachKey() async throws {
        let panel = try make()
        var behind = try await cursor(panel)
        for key in ["k", "on", "k"] { panel.client.panel.feed.refresh(key) }
        let expected = ["on", "k"].map { "event: refresh\ndata: {\"key\":\"\($0)\"}\n\n" }
        #expect(events(&behind) == expected)
        #expect(events(&behind).isEmpty)
    }

    @Test func aRefreshOfAWithheldRowDelaysNoOther() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("info", #""itemAccess":["owners"]"#), TestPanel.item("info", key: "on")
        ) { $0.identifyByHeaders() }
        var cursor = try await cursor(panel)
        for key in ["k", "on"] { panel.client.panel.feed.refresh(key) }
        #expect(events(&cursor) == ["event: refresh\ndata: {\"key\":\"on\"}\n\n"])
    }

    @Test func eachClosingIsReportedOnce() async throws {
        let panel = try make()
        var open = try await cursor(panel)
        for _ in 0..<2 {
            await panel.client.panel.close()
            #expect(events(&open) == ["event: close\ndata: {\"address\":\"/\"}\n\n"])
            #expect(events(&open).isEmpty)
            panel.client.panel.reopen()
            #expect(events(&open).isEmpty)
        }
    }

    @Test func aClosingNamesTheFirstPageBehindEachProxy() async throws {
        let panel = try make()
        var open = try await cursor(panel, behind: "/garden")
        await panel.client.panel.close()
        #expect(events(&open) == ["event: close\ndata: {\"address\":\"/garden/\"}\n\n"])
    }
}
