import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

@Suite(.timeLimit(.hung))
struct LongActionTests {
    /// Returns a panel that responds without waiting for actions; its button `go` runs `action`
    /// when the gate opens.
    private func make(
        _ gate: Gate, patience: Duration = .zero, _ action: @escaping ActionHandler
    ) throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"panelKey":"harbour","panelTitle":"Harbour","groups":[
              {"groupKey":"g","items":[
                {"itemKey":"name","itemTitle":"Name","itemControlType":"edit_text",
                 "itemMaximumLength":5},
                {"itemKey":"go","itemTitle":"Copy all","itemControlType":"button"},
                {"itemKey":"p","itemControlType":"page","groups":[{"groupKey":"h","items":[
                  {"itemKey":"port","itemTitle":"Port","itemControlType":"edit_text"}]}]}]}]}
            """#
        ) { configuration in
            configuration.actionPatience = patience
            configuration.actions["go"] = { request in
                request.progress.report(0.25, message: "1 of <4>")
                await gate.wait()
                return try await action(request)
            }
        }
    }

    /// Waits for the end of a run.
    private func end(_ panel: TestPanel, _ address: String) async -> PanelResponse {
        let deadline = ContinuousClock.now + .hung
        while true {
            let state = await panel.client.get(address)
            let isRunning = state.text.contains(#""status":"running""#)
            guard isRunning, ContinuousClock.now < deadline else { return state }
            await Task.yield()
        }
    }

    /// Waits until the handler has reported progress.
    private func begun(_ panel: TestPanel, _ address: String) async -> PanelResponse {
        while true {
            let state = await panel.client.get(address)
            guard !state.text.contains(#""progress":"#) else { return state }
            await Task.yield()
        }
    }

    // MARK: - Scripts

    @Test
    func returnsTheAddressOfItsStatusToAScript() async throws {
        let gate = Gate()
        let panel = try make(gate) { _ in .success("all copied") }
        let started = await panel.json(["name": "ada", "go": "press"])
        #expect(started.status == 202)
        let address = try #require(started.header("location"))
        #expect(address.hasPrefix("/actions/go/"))
        let id = String(address.dropFirst("/actions/go/".count))
        #expect(
            started.text.hasPrefix(
                #"{"revision":1,"changed":{"name":{"from":null,"to":"ada"}},"#
                    + #""action":{"key":"go","status":"running","id":"\#(id)","url":"\#(address)""#)
        )
        let running = await begun(panel, address)
        #expect(running.status == 200)
        #expect(running.header("cache-control") == "no-store")
        #expect(
            running.text
                == #"{"key":"go","status":"running","id":"\#(id)","progress":0.25,"message":"1 of <4>"}"#
        )
        gate.open()
        #expect(
            await end(panel, address).text
                == #"{"key":"go","status":"done","message":"all copied"}"#)
    }

    @Test
    func returnsItsAddressInPlainTextToo() async throws {
        let gate = Gate()
        let panel = try make(gate) { _ in .success() }
        let started = await panel.post(["go": "press"])
        #expect(started.status == 202)
        #expect(started.text == "Running. See \(started.header("location") ?? "")\n")
        gate.open()
    }

    // MARK: - Without JavaScript

    @Test
    func showsItsProgressAndThenTheResult() async throws {
        let gate = Gate()
        let panel = try make(gate) { _ in .success("all copied") }
        let started = await panel.browse(["go": "press"], to: "/pages/p")
        #expect(started.status == 303)
        let address = try #require(started.header("location"))
        #expect(address.hasSuffix("?page=p"))
        _ = await begun(panel, address)
        let page = await panel.visit(address)
        #expect(page.header("cache-control") == "no-store")
        #expect(page.text.contains(#"<meta http-equiv="refresh" content="2">"#))
        #expect(
            page.text.contains(
                #"<div class="run"><p id="r-go" role="status"><bdi>1 of &lt;4&gt;</bdi></p>"#
                    + #"<progress aria-labelledby="r-go" max="100" value="25"></progress>"#
                    + #"<p><a href="/pages/p">Continue in the background</a></p></div>"#))
        gate.open()
        _ = await end(panel, address)
        let done = await panel.visit(address)
        #expect(done.status == 303)
        let result = try #require(done.header("location"))
        #expect(result.hasPrefix("/pages/p?run=") && result.hasSuffix("#s-go"))
        let text = await panel.page(String(result.prefix { $0 != "#" }))
        #expect(TestPanel.element(#"id="status""#, in: text).contains("<bdi>all copied</bdi>"))
    }

    /// The page with the question has the same title.
    @Test
    func reloadsAfterTheConfirmation() async throws {
        let gate = Gate()
        defer { gate.open() }
        let panel = try make(gate) { _ in .success("all copied") }
        let refresh = #"http-equiv="refresh""#
        #expect(await !panel.visit("/actions/go").text.contains(refresh))
        let started = await panel.browse(["go": "press", "_confirm": "go"])
        let address = try #require(started.header("location"))
        #expect(await panel.visit(address).text.contains(refresh))
        #expect(await !panel.visit("/actions/go").text.contains(refresh))
    }

    @Test
    func showsThatItRunsWithoutProgress() async throws {
        let gate = Gate()
        let panel = try TestPanel.make(TestPanel.item("button")) { configuration in
            configuration.actionPatience = .zero
            configuration.actions["k"] = { _ in
                await gate.wait()
                return .success()
            }
        }
        let address = try #require(await panel.browse(["k": "press"]).header("location"))
        let page = await panel.visit(address).text
        #expect(page.contains("<bdi>Running “Port”…</bdi>"))
        #expect(page.contains(#"<progress aria-labelledby="r-k"></progress>"#))
        gate.open()
    }

    // MARK: - Results

    @Test
    func showsProblemsBesideTheirFieldsAfterwards() async throws {
        let gate = Gate()
        gate.open()
        let panel = try make(gate) { _ in
            .failure("no room", problems: ["name": "Who?", "port": "Where?"])
        }
        let address = try #require(await panel.json(["go": "press"]).header("location"))
        #expect(
            await end(panel, address).text
                == #"{"key":"go","status":"failed","message":"“Copy all” failed: no room","#
                + #""errors":[{"key":"name","message":"Who?"},{"key":"port","message":"Where?"}]}"#)
        let result = try #require(await panel.visit(address).header("location"))
        let page = await panel.page(String(result.prefix { $0 != "#" }))
        #expect(page.contains("<title>Error: Harbour</title>"))
        #expect(
            TestPanel.element(#"id="status""#, in: page).contains("“Copy all” failed: no room"))
        #expect(TestPanel.row("name", in: page).contains("</span>Who?</span></p>"))
        #expect(page.contains(##"<a href="/pages/p#c-port">Where?</a>"##))
    }

    @Test
    func reportsWhichOfItsValuesWereRejected() async throws {
        let gate = Gate()
        gate.open()
        let panel = try make(gate) { _ in ActionResult(values: ["name": "too long"]) }
        let address = try #require(await panel.json(["go": "press"]).header("location"))
        #expect(
            await end(panel, address).text
                == #"{"key":"go","status":"failed","message":"There is a problem","errors":["#
                + #"{"key":"name","message":"Name must be 5 characters or fewer"}]}"#)
        let result = try #require(await panel.visit(address).header("location"))
        let page = await panel.page(String(result.prefix { $0 != "#" }))
        #expect(TestPanel.row("name", in: page).contains("Name must be 5 characters or fewer"))
    }

    @Test
    func setsItsValuesAtTheEnd() async throws {
        let gate = Gate()
        let panel = try make(gate) { _ in ActionResult(values: ["name": "bob"]) }
        let started = await panel.json(["name": "ada", "go": "press"])
        #expect(panel.settings.value("name") == "ada")
        gate.open()
        _ = await end(panel, try #require(started.header("location")))
        #expect(panel.settings.value("name") == "bob")
    }

    // MARK: - One at a time

    @Test
    func runsOnceAtATime() async throws {
        let gate = Gate()
        let panel = try make(gate) { _ in .success() }
        let address = try #require(await panel.json(["go": "press"]).header("location"))
        let busy = await panel.json(["go": "press"])
        #expect(busy.status == 409)
        #expect(busy.text.contains(#""code":"action_running""#))
        let page = await panel.browse(["go": "press"])
        #expect(page.status == 409)
        #expect(page.text.contains("“Copy all” is already running. Wait until it finishes"))
        gate.open()
        _ = await end(panel, address)
        #expect(await panel.json(["go": "press"]).status == 202)
    }

    @Test
    func isWaitedForUntilItsTimeLimit() async throws {
        let gate = Gate()
        gate.open()
        let panel = try make(gate, patience: .seconds(50)) { _ in .success("quick") }
        let done = await panel.json(["go": "press"])
        #expect(done.status == 200)
        #expect(done.text.contains(#""message":"quick""#))
    }

    // MARK: - URLs and stopping

    @Test
    func isFoundOnlyUnderItsKeyAndId() async throws {
        let gate = Gate()
        let panel = try make(gate) { _ in .success() }
        let address = try #require(await panel.json(["go": "press"]).header("location"))
        let id = String(address.dropFirst("/actions/go/".count))
        for path in ["/actions/go/x", "/actions/name/\(id)", "/actions/p/\(id)"] {
            #expect(await panel.visit(path).status == 404)
        }
        let head = await panel.client.send(SimpleRequest("HEAD", address))
        #expect(head.status == 200)
        #expect(await panel.browse(["go": "press"], to: address).status == 405)
        gate.open()
    }

    @Test
    func isCanceledByAStop() async throws {
        let gate = Gate()
        let wasCancelled = Mutex(false)
        let panel = try make(gate) { _ in
            wasCancelled.withLock { $0 = Task.isCancelled }
            return .failure("stopped")
        }
        let address = try #require(await panel.json(["go": "press"]).header("location"))
        panel.client.panel.stopActions()
        let ended = await end(panel, address)
        #expect(ended.text.contains(#""status":"failed""#))
        #expect(wasCancelled.withLock { $0 })
        let late = await panel.json(["go": "press"])
        #expect(late.status == 503)
        #expect(late.text.contains(#""code":"stopping""#))
        #expect(late.text.contains("“Copy all” was not started: the program is stopping"))
        #expect(late.header("retry-after") != nil)
    }

    @Test
    func itsStatusContainsNoSecret() async throws {
        let gate = Gate()
        gate.open()
        let panel = try TestPanel.make(
            TestPanel.item("button"), TestPanel.item("edit_password", key: "pw")
        ) { configuration in
            configuration.actionPatience = .zero
            configuration.actions["k"] = { _ in ActionResult(values: ["pw": "hunter2"]) }
        }
        let address = try #require(await panel.json(["k": "press"]).header("location"))
        #expect(!(await end(panel, address).text.contains("hunter2")))
        #expect(try panel.settings.secret("pw") == "hunter2")
    }
}
