import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

struct PanelClosingTests {
    /// A panel with a URL to return to, and the calls of its handlers.
    private struct Bench {
        let panel: TestPanel
        let told = Locked<[Origin]>([])
        let veto = Locked<Veto?>(nil)

        init(done: String? = "/app?from=panel") throws {
            panel = try TestPanel.make(
                TestPanel.item("edit_text", key: "name"),
                TestPanel.item("edit_integer", key: "count")
            ) { [told, veto] configuration in
                configuration.done = done
                configuration.willClose = { closing in
                    // The handler runs after the typed values are saved.
                    closing.snapshot.value("name") == "left"
                        ? .key("name", "Not left") : veto.withLock { $0 }
                }
                configuration.didClose = { closing in
                    told.withLock { $0.append(closing.origin) }
                }
            }
        }

        func post(
            _ fields: (String, String)..., accept: String = "text/html"
        ) async -> PanelResponse {
            await panel.client.post(
                fields.map { (name: $0.0, value: $0.1) }, to: "/",
                fields: [("accept", accept), ("sec-fetch-site", "same-origin")])
        }

        func get(_ target: String = "/", accept: String = "text/html") async -> PanelResponse {
            await panel.client.get(target, fields: [("accept", accept)])
        }
    }

    private static let button =
        #"<button class="done" form="f" name="_done" value="1">Done</button>"#

    // MARK: - Done

    @Test
    func doneSavesAndRedirects() async throws {
        let bench = try Bench()
        #expect(await bench.get().text.contains(Self.button))
        let answer = await bench.post(("name", "Ann"), ("_done", "1"))
        #expect(answer.status == 303 && answer.header("location") == "/app?from=panel")
        #expect(bench.panel.settings.snapshot.value("name") == "Ann")
        #expect(bench.told.withLock { $0 } == [.browser])
        #expect(!bench.panel.client.panel.isClosed)
    }

    @Test
    func theHandlerGetsTheUserWhoCloses() async throws {
        let actors = Locked<[String?]>([])
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.done = "/app"
            $0.identify = { _ in Requester(name: "ada") }
            $0.didClose = { closing in actors.withLock { $0.append(closing.actor) } }
        }
        #expect(await panel.browse(["k": "YES", "_done": "1"]).status == 303)
        await panel.client.panel.close()
        #expect(actors.withLock { $0 } == ["ada", nil])
    }

    @Test
    func aRejectedValueKeepsThePageOpen() async throws {
        let bench = try Bench()
        let answer = await bench.post(("count", "many"), ("_done", "1"))
        #expect(answer.status == 422 && answer.text.contains(Self.button))
        #expect(bench.told.withLock { $0 }.isEmpty)
    }

    @Test
    func aVetoKeepsThePageOpenAfterTheSave() async throws {
        let bench = try Bench()
        let beside = await bench.post(("name", "left"), ("_done", "1"))
        #expect(beside.status == 422 && beside.text.contains("Not left"))
        #expect(beside.text.contains(#"id="e-name""#), "\(beside.text)")
        #expect(bench.panel.settings.snapshot.value("name") == "left")
        bench.veto.withLock { $0 = .all("Still at work") }
        let whole = await bench.post(("name", "x"), ("_done", "1"))
        #expect(whole.status == 422 && whole.text.contains("Still at work"))
        let json = await bench.post(("_done", "1"), accept: "application/json")
        #expect(json.status == 422 && json.text.contains(#""code":"held""#))
        #expect(bench.told.withLock { $0 }.isEmpty)
    }

    /// The values of a page that a veto holds are saved, so that they are no conflict when they are posted again.
    @Test
    func aPageHeldByAVetoContinuesWithTheSavedValues() async throws {
        let bench = try Bench()
        let held = await bench.post(("name", "left"), ("_revision", "0"), ("_done", "1"))
        #expect(held.status == 422 && held.text.contains(#"name="_revision" value="1""#))
        let next = await bench.post(("name", "gone"), ("_revision", "1"), ("_done", "1"))
        #expect(next.status == 303)
        #expect(bench.panel.settings.snapshot.value("name") == "gone")
    }

    @Test
    func aScriptGetsTheAddressToOpen() async throws {
        let bench = try Bench()
        let answer = await bench.post(
            ("name", "Ann"), ("_done", "1"), accept: "application/json")
        #expect(answer.status == 200)
        #expect(answer.text.hasSuffix(#""done":"/app?from=panel"}"#), "\(answer.text)")
    }

    @Test
    func redirectsToAnotherServerByAPage() async throws {
        let bench = try Bench(done: "https://example.org/x")
        // The page's security policy does not allow a form to be redirected to another server.
        let answer = await bench.post(("name", "Ann"), ("_done", "1"))
        #expect(answer.status == 303 && answer.header("location") == "/closed")
        let page = await bench.get("/closed")
        #expect(page.status == 200 && page.header("refresh") == "0; url=https://example.org/x")
        #expect(page.text.contains(#"<a class="btn" href="https://example.org/x">Done</a>"#))
        let script = await bench.post(("_done", "1"), accept: "*/*")
        #expect(script.status == 303 && script.header("location") == "https://example.org/x")
    }

    @Test(
        arguments: [
            nil, "", "app", "javascript:alert(1)", "//elsewhere", "https://", "mailto:a@b",
            "/a b", "/a\nb",
        ])
    func withoutAnAddressDoneOnlySaves(done: String?) async throws {
        let bench = try Bench(done: done)
        #expect(await bench.get().text.contains("_done") == false)
        let answer = await bench.post(("name", "Ann"), ("_done", "1"))
        #expect(answer.header("location") == "/?rev=1#s-name")
    }

    @Test(arguments: [
        ("/app", false, 303), ("/app", true, 303), ("/closed", false, 410), (nil, false, 404),
        (nil, true, 410),
    ])
    func theClosedAddressRedirects(done: String?, isClosed: Bool, status: Int) async throws {
        let bench = try Bench(done: done)
        if isClosed { await bench.panel.client.panel.close() }
        let answer = await bench.get("/closed")
        #expect(answer.status == status)
        #expect(answer.header("location") == (status == 303 ? done : nil))
    }

    @Test
    func worksBelowABasePath() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text", key: "name")) {
            $0.basePath = "/settings"
            $0.done = "/"
        }
        await panel.client.panel.close()
        let page = await panel.client.get("/settings/", fields: [("accept", "text/html")])
        #expect(page.status == 303 && page.header("location") == "/")
    }

    @Test
    func aReadOnlyViewerHasALink() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text", key: "name")) {
            $0.done = "/app"
            $0.identify = { _ in Requester(access: .view) }
        }
        let page = await panel.client.get("/", fields: [("accept", "text/html")])
        #expect(page.text.contains(#"<a class="btn done" href="/closed">Done</a>"#))
    }

    // MARK: - Closing

    @Test(arguments: ["/", "/?q=x", "/changes", "/s/name", "/nowhere"])
    func aClosedPanelRedirectsPages(target: String) async throws {
        let bench = try Bench()
        #expect(await bench.panel.client.panel.close() == nil)
        let answer = await bench.get(target)
        #expect(answer.status == 303 && answer.header("location") == "/app?from=panel")
        #expect(bench.told.withLock { $0 } == [.program])
    }

    @Test(arguments: ["/healthz", "/api/changes"])
    func aClosedPanelReportsItsStateToScripts(target: String) async throws {
        let bench = try Bench()
        await bench.panel.client.panel.close()
        #expect(await bench.get(target).status == 200)
    }

    @Test(arguments: ["/app", "https://example.org/", "HTTPS://example.org/"])
    func aClosedPanelStillSavesPosts(done: String) async throws {
        let bench = try Bench(done: done)
        await bench.panel.client.panel.close()
        let refused = await bench.post(("count", "many"))
        #expect(refused.status == 422 && refused.text.contains("many"))
        let saved = await bench.post(("count", "3"))
        #expect(bench.panel.settings.snapshot.value("count") == 3)
        #expect(saved.header("location") == (done == "/app" ? "/app" : "/closed"))
        let script = await bench.panel.client.get(
            fields: [("accept", "text/html"), ("sec-fetch-mode", "cors")])
        #expect(script.status == 303 && script.header("location") == saved.header("location"))
        // An old browser does not say how it asks, and can go to another server itself.
        #expect(await bench.get().header("location") == done)
    }

    @Test
    func aVetoKeepsThePanelOpen() async throws {
        let bench = try Bench()
        bench.veto.withLock { $0 = .all("Still at work") }
        #expect(await bench.panel.client.panel.close() == .all("Still at work"))
        #expect(!bench.panel.client.panel.isClosed)
        #expect(await bench.get().status == 200)
        bench.veto.withLock { $0 = nil }
        #expect(await bench.panel.client.panel.close() == nil)
        #expect(await bench.panel.client.panel.close() == nil)
        #expect(bench.told.withLock { $0 } == [.program])
        bench.panel.client.panel.reopen()
        #expect(await bench.get().status == 200)
        #expect(await bench.panel.client.panel.close() == nil)
        #expect(bench.told.withLock { $0 } == [.program, .program])
    }

    /// Closing a closed panel calls no handler, and two closings at once are one.
    @Test(.timeLimit(.hung))
    func closesOnce() async throws {
        let (gate, asked, told) = (Gate(), Locked(0), Locked(0))
        let panel = try TestPanel.make(TestPanel.item("edit_text")) {
            $0.willClose = { _ in
                asked.withLock { $0 += 1 }
                await gate.wait()
                return nil
            }
            $0.didClose = { _ in told.withLock { $0 += 1 } }
        }.client.panel
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await panel.close() } }
            while asked.withLock({ $0 }) < 2 { await Task.yield() }
            gate.open()
        }
        await panel.close()
        #expect(asked.withLock { $0 } == 2 && told.withLock { $0 } == 1)
    }

    @Test(arguments: [nil, "/", "/#top", "/?from=panel"])
    func withoutAnAddressItReportsThatItIsClosed(done: String?) async throws {
        let bench = try Bench(done: done)
        await bench.panel.client.panel.close()
        let page = await bench.get()
        #expect(page.status == 410 && page.text.contains("<h1>The settings are closed</h1>"))
        #expect(page.text.contains("class=\"btn\"") == false)
        let json = await bench.get(accept: "application/json")
        #expect(json.status == 410 && json.text.contains(#""code":"closed""#))
    }

    @Test(.timeLimit(.hung))
    func sendsACloseEventToStreams() async throws {
        let bench = try Bench()
        func told(_ events: PanelEvents) -> Task<String, Never> {
            Task {
                var text = ""
                for await bytes in events {
                    text += String(decoding: bytes, as: UTF8.self)
                    if text.contains("event: close") { break }
                }
                return text
            }
        }
        let open = try #require(await bench.get("/api/events").events)
        var cursor = open.cursor
        #expect(cursor.next() != nil && cursor.next() == nil)
        let waiting = told(open)
        await bench.panel.client.panel.close()
        let event = "event: close\ndata: {\"address\":\"/app?from=panel\"}\n\n"
        #expect(await waiting.value.hasSuffix(event))
        let late = try #require(await bench.get("/api/events").events)
        #expect(await told(late).value.hasSuffix(event))
        #expect(cursor.next().map { String(decoding: $0, as: UTF8.self) } == event)
        // On a slow machine it is a heartbeat.
        #expect(cursor.next().map { String(decoding: $0, as: UTF8.self) } != event)
        bench.panel.client.panel.reopen()
        var again = try #require(await bench.get("/api/events").events).cursor
        #expect(again.next() != nil && again.next() == nil)
    }
}
