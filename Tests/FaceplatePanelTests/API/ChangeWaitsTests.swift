import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// The requests that wait for a change; `SettingsAPITests` sends such requests.
@Suite(.timeLimit(.hung))
struct ChangeWaitsTests {
    /// A feed with a listener sends heartbeats, which cost time on a panel where no request waits.
    @Test
    func listensOnlyWhileARequestWaits() throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        let waits = panel.client.panel.waits
        let feed = panel.client.panel.feed
        func wait(until revision: Int) -> Bool {
            waits.wait(for: 60, feed, until: { $0.revision >= revision }, end: {})
        }
        #expect(feed.listenerCount == 0)
        #expect(wait(until: 1) && wait(until: 2))
        #expect(feed.listenerCount == 1)
        try panel.set(["k": "a"])
        #expect(eventually { waits.count == 1 })
        #expect(feed.listenerCount == 1)
        try panel.set(["k": "b"])
        #expect(eventually { feed.listenerCount == 0 })
        // A wait after the last one listens again.
        #expect(wait(until: 3))
        #expect(feed.listenerCount == 1)
        waits.endAll()
        #expect(feed.listenerCount == 0)
    }

    /// The change came after the request was judged, and before it waited.
    @Test
    func endsAWaitForAnEarlierChangeAtOnce() throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        let waits = panel.client.panel.waits
        let isEnded = Locked(false)
        try panel.set(["k": "a"])
        let isWaiting = waits.wait(
            for: 60, panel.client.panel.feed, until: { $0.revision >= 1 },
            end: { isEnded.withLock { $0 = true } })
        #expect(isWaiting && waits.count == 0)
        #expect(isEnded.withLock { $0 })
    }

    @Test
    func endsAWaitWhenEventsStop() throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        let waits = panel.client.panel.waits
        let isEnded = Locked(false)
        let isWaiting = waits.wait(
            for: 86_400, panel.client.panel.feed, until: { _ in false },
            end: { isEnded.withLock { $0 = true } })
        #expect(isWaiting && waits.count == 1)
        panel.client.panel.stopEvents()
        #expect(eventually { isEnded.withLock { $0 } })
        #expect(waits.count == 0)
    }

    @Test
    func endsAWaitAfterItsTime() throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text")).client.panel
        let ended = Locked<[Int]>([])
        for seconds in [60, 0] {
            let isWaiting = panel.waits.wait(
                for: seconds, panel.feed, until: { _ in false },
                end: { ended.withLock { $0.append(seconds) } })
            #expect(isWaiting)
        }
        #expect(eventually { ended.withLock { $0 } == [0] })
        #expect(panel.waits.count == 1)
    }

    /// One request can wait even on a small server, and a large one has room for a thousand.
    @Test(arguments: [(1, 1), (3, 1), (8, 2), (4_000, 1_000), (1_000_000, 1_000)])
    func limitsWaitsToAQuarterOfTheConnections(connections: Int, most: Int) throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text")).client.panel
        panel.waits.limit(toConnections: connections)
        func wait() -> Bool {
            panel.waits.wait(for: 60, panel.feed, until: { _ in false }, end: {})
        }
        for _ in 0..<most { #expect(wait()) }
        #expect(!wait())
        panel.waits.endAll()
    }

    @Test
    func limitsOnlyTheRequestsThatWaitNow() throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        let waits = panel.client.panel.waits
        func wait(until revision: Int) -> Bool {
            waits.wait(
                for: 60, panel.client.panel.feed, until: { $0.revision >= revision }, end: {})
        }
        // Two of eight connections.
        waits.limit(toConnections: 8)
        for revision in 1...3 {
            #expect(wait(until: revision))
            try panel.set(["k": "\(revision)"])
            #expect(eventually { waits.count == 0 })
        }
        #expect(wait(until: 9) && wait(until: 9))
        #expect(!wait(until: 9))
    }
}
