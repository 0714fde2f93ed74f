import Faceplate
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

struct ActionStatesTests {
    private func make(
        _ action: @escaping ActionHandler = { _ in .success() }
    ) throws -> TestPanel {
        try TestPanel.make(
            TestPanel.item("edit_text", key: "name"),
            TestPanel.item(
                "button",
                #""itemData":{"x":[1]},"itemStates":["#
                    + #"{"state":"off","title":"Connect"},"#
                    + #"{"state":"on","title":"Disconnect","confirm":"Cut it?","role":"destructive"},"#
                    + #"{"state":"lost","title":"Find","role":"primary"}]"#),
            TestPanel.item("button", key: "plain")
        ) {
            $0.actions["k"] = action
            $0.actions["plain"] = action
        }
    }

    private func to(_ state: String, _ panel: TestPanel) async throws {
        try await panel.settings.set("k", to: .text(state))
    }

    // MARK: - The button

    @Test(arguments: [
        ("off", "", "Connect"), ("on", #" class="danger""#, "Disconnect"),
        ("lost", #" class="pri""#, "Find"),
    ])
    func haveATitleAndARoleEach(state: String, look: String, title: String) async throws {
        let panel = try make()
        try await to(state, panel)
        let row = await panel.row()
        #expect(row.contains(#"name="k" value="press:\#(state)""#))
        #expect(row.contains(">\(title)</button>"))
        #expect(row.contains(#"class="danger""#) == look.contains("danger"))
        #expect(row.contains(#"class="pri""#) == look.contains("pri"))
    }

    @Test
    func haveAConfirmationEach() async throws {
        let panel = try make()
        #expect(await panel.browse(["k": "press"]).header("location")?.hasPrefix("/?run=") == true)
        #expect(panel.settings.text("k") == "on")
        #expect(await panel.row().contains(#"data-confirm="Cut it?""#))
        #expect(await panel.browse(["k": "press:on"]).header("location") == "/actions/k")
        let page = await panel.visit("/actions/k").text
        #expect(page.contains("<h1>Disconnect</h1>"))
        #expect(page.contains("<p>Cut it?</p>"))
        #expect(page.contains(#"<button class="danger" name="k" value="press:on">Disconnect"#))
        #expect(panel.settings.text("k") == "on")
    }

    @Test
    func areReadOnlyToForms() async throws {
        let panel = try make()
        #expect(await panel.post(["k": "on"]).status == 422)
        #expect(panel.settings.text("k") == "off")
    }

    // MARK: - Changes of state

    @Test
    func advanceIfTheHandlerNamesNoState() async throws {
        let panel = try make()
        var seen: [String?] = []
        for _ in 0..<4 {
            _ = await panel.json(["k": "press"])
            seen.append(panel.settings.text("k"))
        }
        #expect(seen == ["on", "lost", "off", "on"])
        #expect(panel.settings.recentRevision(1)?.origin == .program)
    }

    @Test
    func changeToTheStateThatTheHandlerNames() async throws {
        let panel = try make { .success(state: $0.state == "off" ? "lost" : "off") }
        let first = await panel.json(["k": "press"])
        #expect(first.text.contains(#""changed":{"k":{"from":null,"to":"lost"}}"#))
        _ = await panel.json(["k": "press"])
        #expect(panel.settings.text("k") == "off")
    }

    @Test(arguments: [
        ActionResult.failure("no"), ActionResult(problems: ["name": "wrong"]),
    ])
    func stayAfterAFailure(result: ActionResult) async throws {
        let panel = try make { _ in result }
        #expect(await panel.json(["k": "press"]).status == 422)
        #expect(panel.settings.revision == 0)
    }

    @Test
    func canBeNamedByAFailure() async throws {
        let panel = try make { _ in
            ActionResult(message: "cut off", isFailure: true, state: "lost")
        }
        #expect(await panel.json(["k": "press"]).status == 422)
        #expect(panel.settings.text("k") == "lost")
    }

    @Test(arguments: [("k", "nope"), ("plain", "on"), ("k", "")])
    func mustBeDeclaredByTheButton(key: String, state: String) async throws {
        let panel = try make { _ in
            ActionResult(values: ["name": "x"], state: state)
        }
        let page = await panel.browse([key: "press"])
        #expect(page.status == 422)
        #expect(page.text.contains("<bdi>“Port” failed: it has no state \(state)</bdi>"))
        #expect(panel.settings.revision == 0)
    }

    // MARK: - Outdated pages

    @Test
    func ofAnOutdatedPageCannotBePressed() async throws {
        let count = Mutex(0)
        let panel = try make { _ in
            count.withLock { $0 += 1 }
            return .success()
        }
        #expect(await panel.json(["k": "press:off"]).status == 200)
        let late = await panel.browse(["k": "press:off", "_confirm": "k", "name": "x"])
        #expect(late.status == 409)
        #expect(late.text.contains("Port was changed by someone else"))
        #expect(TestPanel.row(in: late.text).contains(">Disconnect</button>"))
        #expect(count.withLock { $0 } == 1)
        #expect(panel.settings.text("k") == "on")
        // A press with the state that the page now shows is accepted.
        #expect(await panel.json(["k": "press:on"]).status == 200)
        #expect(panel.settings.text("k") == "lost")
    }

    @Test(arguments: ["press:", "press:nope", "press:on:", "pressed", "Press", ""])
    func rejectUnknownStateNames(value: String) async throws {
        let panel = try make()
        let response = await panel.json(["k": value])
        #expect(response.status == 422)
        #expect(response.text.contains(#""code":"not_an_action""#))
    }

    // MARK: - Requests to handlers

    @Test
    func arePassedToTheHandlerWithDataAndPosition() async throws {
        let seen = Mutex<[ActionRequest]>([])
        let panel = try make { request in
            seen.withLock { $0.append(request) }
            return .success()
        }
        try await to("lost", panel)
        _ = await panel.json(["k": "press"])
        _ = await panel.json(["plain": "press"])
        let requests = seen.withLock { $0 }
        #expect(requests.map(\.state) == ["lost", nil])
        #expect(requests.map(\.position) == [1, 2])
        #expect(requests.map { $0.data.map { JSONWriter().text($0) } } == [#"{"x":[1]}"#, nil])
    }

    @Test
    func arePassedWithTheTypedSecret() async throws {
        let seen = Mutex<[String?]>([])
        let panel = try TestPanel.make(
            TestPanel.item("edit_password", key: "pw"), TestPanel.item("button"),
            TestPanel.item("edit_text", key: "name")
        ) { configuration in
            configuration.actions["k"] = { request in
                let secrets = ["pw", "name", "k", "nope"].map { try? request.secret($0) }
                seen.withLock { $0 = secrets }
                return .success(request.values.keys.sorted().joined())
            }
        }
        let done = await panel.json(["pw": "hunter2", "name": "ada", "k": "press"])
        #expect(seen.withLock { $0 } == ["hunter2", nil, nil, nil])
        #expect(!done.text.contains("hunter2"))
    }
}
