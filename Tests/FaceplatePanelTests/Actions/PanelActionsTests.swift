import Faceplate
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

struct PanelActionsTests {
    /// Returns a panel whose button `go` runs `action`.
    private func make(_ action: ActionHandler? = nil) throws -> TestPanel {
        try TestPanel.of(
            #"""
            {"panelLocales":["en","fr"],"groups":[{"groupKey":"account","items":[
                {"itemKey":"user","itemTitle":"User","itemControlType":"edit_text","itemMaximumLength":5},
                {"itemKey":"pw","itemTitle":"Word","itemControlType":"edit_password"},
                {"itemKey":"note","itemControlType":"info","itemValue":"n"},
                {"itemKey":"hidden","itemControlType":"switch","itemHidden":true},
                {"itemKey":"go","itemTitle":"Sign in","itemControlType":"button"},
                {"itemKey":"out","itemTitle":"Sign out","itemControlType":"link"}]},
             {"groupKey":"other","items":[{"itemKey":"far","itemControlType":"switch"}]},
             {"groupKey":"theme","items":[{"itemKey":"light","itemControlType":"select"},
                {"itemKey":"dark","itemControlType":"select"}]}]}
            """#
        ) { configuration in
            if let action { configuration.actions["go"] = action }
        }
    }

    /// Returns the status line of the page after a press.
    private func status(_ panel: TestPanel, _ response: PanelResponse) async throws -> String {
        let location = try #require(response.header("location"))
        return TestPanel.element(
            #"id="status""#, in: await panel.page(String(location.prefix { $0 != "#" })))
    }

    private func good(_ text: String) -> String {
        #"<div id="status" role="status" class="ok"><p>\#(text)</p></div>"#
    }

    private func bad(_ text: String) -> String {
        #"<div id="status" role="status" class="bad"><p><bdi>\#(text)</bdi></p></div>"#
    }

    // MARK: - Requests to handlers

    @Test
    func givesTheHandlerItsGroupWithoutSecrets() async throws {
        let seen = Mutex<ActionRequest?>(nil)
        let panel = try make { request in
            seen.withLock { $0 = request }
            return .success()
        }
        try panel.set(["pw": "hunter2", "far": "YES"])
        let response = await panel.browse([
            "user": "ada", "pw": "secret2", "go": "press", "_locale": "fr",
        ])
        #expect(response.status == 303)
        let request = try #require(seen.withLock { $0 })
        #expect(request.key == "go")
        #expect(request.item.key == "go")
        #expect(request.values == ["user": "ada", "hidden": false])
        #expect(request.locale.description == "fr")
        #expect(request.snapshot.revision == 2)
        #expect(request.snapshot.value("pw") == nil)
        #expect(request.snapshot.value("far") == true)
    }

    /// History names the person who pressed the button.
    @Test
    func valuesOfAResultHaveAnAuthor() async throws {
        let panel = try TestPanel.make(
            TestPanel.item("edit_text"), TestPanel.item("button", key: "go")
        ) { configuration in
            configuration.identify = { _ in Requester(name: "ada") }
            configuration.actions["go"] = { _ in ActionResult(values: ["k": "bob"]) }
        }
        _ = await panel.post(["go": "press"])
        let revision = try #require(panel.settings.recentRevision(1))
        #expect(revision.origin == .program && revision.actor == "ada")
    }

    @Test
    func anUnreadableSecretIsAnError() async throws {
        let seen = Mutex<StoreError?>(nil)
        let panel = try make { request in
            request.settings.close()
            do throws(StoreError) {
                _ = try request.secret("pw")
            } catch {
                seen.withLock { $0 = error }
            }
            return .success()
        }
        try panel.set(["pw": "hunter2"])
        _ = await panel.post(["go": "press"])
        #expect(seen.withLock { $0 }?.code == .closed)
    }

    @Test
    func savesTheSentValuesFirst() async throws {
        let panel = try make { .success($0.snapshot.value("user")?.plainText) }
        let response = await panel.browse(["user": "ada", "go": "press"])
        #expect(try await status(panel, response) == good("<bdi>ada</bdi>"))
        #expect(panel.settings.recentRevision(1)?.origin == .browser)
    }

    @Test(
        arguments: [
            ["user": "too long", "go": "press"], ["nope": "x", "go": "press"],
            ["go": "press", "out": "x"], ["user": "x", "go": "press", "_dry_run": "1"],
        ] as [TestPanel.Fields])
    func doesNotRunAfterARejectedValueOrInADryRun(form: TestPanel.Fields) async throws {
        let count = Mutex(0)
        let panel = try make { _ in
            count.withLock { $0 += 1 }
            return .success()
        }
        _ = await panel.post(form)
        #expect(count.withLock { $0 } == 0)
        #expect(panel.settings.revision == 0)
    }

    // MARK: - Success

    @Test(
        arguments: [
            (nil, "“<bdi>Sign in</bdi>” finished"), ("", "“<bdi>Sign in</bdi>” finished"),
            ("Signed in as <ada>", "<bdi>Signed in as &lt;ada&gt;</bdi>"),
        ] as [(String?, String)])
    func reportsTheResult(message: String?, text: String) async throws {
        let panel = try make { _ in .success(message) }
        let response = await panel.browse(["go": "press"])
        #expect(response.status == 303)
        #expect(response.header("location")?.hasPrefix("/?run=") == true)
        #expect(response.header("location")?.hasSuffix("#s-go") == true)
        #expect(try await status(panel, response) == good(text))
    }

    @Test
    func hasAnAddressForEachRun() async throws {
        let panel = try make { _ in .success() }
        let first = await panel.browse(["go": "press"]).header("location")
        let second = await panel.browse(["go": "press"]).header("location")
        #expect(first != second)
    }

    @Test
    func setsNewValuesAsOneRevisionOfTheProgram() async throws {
        let panel = try make { _ in
            ActionResult(message: "ok", values: ["user": "bob", "far": true, "theme": "dark"])
        }
        let response = await panel.json(["user": "ada", "go": "press"])
        #expect(response.status == 200)
        #expect(
            response.text
                == #"{"revision":2,"changed":{"user":{"from":null,"to":"bob"},"#
                + #""far":{"from":null,"to":true},"theme":{"from":null,"to":"dark"}},"#
                + #""action":{"key":"go","status":"done","message":"ok"}}"#)
        #expect(panel.settings.revision == 2)
        #expect(panel.settings.recentRevision(2)?.origin == .program)
        #expect(panel.settings.value("user") == "bob")
        #expect(panel.settings.boolean("dark") == true)
    }

    @Test(
        arguments: [
            (nil, #"{"revision":0,"changed":{},"action":{"key":"go","status":"done"}}"#),
            (
                "hi",
                #"{"revision":0,"changed":{},"action":{"key":"go","status":"done","message":"hi"}}"#
            ),
        ] as [(String?, String)])
    func reportsTheResultToScripts(message: String?, body: String) async throws {
        let panel = try make { _ in .success(message) }
        let response = await panel.json(["go": "press"])
        #expect(response.status == 200)
        #expect(response.text == body)
    }

    @Test
    func changesSettings() async throws {
        let panel = try make { request in
            try await request.settings.set("user", to: "bob")
            return .success("Hello \(request.settings.text("user") ?? "")")
        }
        let answer = await panel.json(["user": "ada", "go": "press"])
        #expect(answer.status == 200 && answer.text.contains("Hello bob"))
        #expect(panel.settings.value("user") == "bob" && panel.settings.revision == 2)
        let failing = try make { request in
            try await request.settings.set("user", to: "much too long")
            return .success()
        }
        #expect(await failing.json(["go": "press"]).text.contains("'user' must be 5"))
    }

    private struct Busy: SpokenError {
        let description = "It rings."

        func message(in locale: LocaleTag) -> String {
            locale.language == "fr" ? "Il sonne." : description
        }
    }

    @Test(arguments: [("fr", "Il sonne."), ("de", "It rings.")])
    func speaksTheLanguageOfWhoPressed(locale: String, message: String) async throws {
        let texts = ["fr": "Il sonne.", "en": "It rings."]
        let handlers: [ActionHandler] = [
            { _ in .success(texts) }, { _ in .failure(texts) }, { _ in throw Busy() },
        ]
        for handler in handlers {
            let panel = try make(handler)
            let answer = await panel.json(["go": "press", "_locale": locale])
            #expect(answer.text.contains(message), "\(answer.text)")
        }
    }

    @Test
    func aChangeThatIsNotAppliedSpeaksTheLanguageOfTheSender() async throws {
        let panel = try make()
        panel.settings.onApply { _ in
            throw ApplyFailure(["en": "The port is taken.", "fr": "Le port est pris."])
        }
        let answer = await panel.json(["user": "ada", "_locale": "fr"])
        #expect(answer.status == 422 && answer.text.contains("Le port est pris."))
        #expect(panel.settings.recentRevision(2)?.note == "undo 1: The port is taken.")
    }

    // MARK: - Failure

    @Test
    func showsAFailureAndItsProblemsBesideTheFields() async throws {
        let panel = try make { _ in
            .failure(
                "the server <said> no", problems: ["pw": "Word is wrong", "user": "Who?", "x": "X"])
        }
        let response = await panel.browse(["user": "ada", "go": "press"])
        #expect(response.status == 422)
        #expect(response.text.contains(bad("“Sign in” failed: the server &lt;said&gt; no")))
        #expect(TestPanel.row("pw", in: response.text).contains("</span>Word is wrong</span></p>"))
        #expect(TestPanel.row("user", in: response.text).contains(#"value="ada""#))
        #expect(
            response.text.contains(
                ##"<ul><li><a href="#c-pw">Word is wrong</a></li><li><a href="#c-user">Who?</a></li>"##
                    + "<li>X</li></ul>"))
        #expect(response.text.contains(#"name="_revision" value="1""#))
        #expect(panel.settings.value("user") == "ada")
    }

    @Test
    func treatsProblemsAsAFailure() async throws {
        let panel = try make { _ in ActionResult(message: "m", problems: ["user": "Who?"]) }
        #expect(await panel.post(["go": "press"]).text == "“Sign in” failed: m\nuser: Who?\n")
    }

    @Test
    func reportsFailuresToScripts() async throws {
        let panel = try make { _ in .failure("no") }
        let response = await panel.json(["go": "press"])
        #expect(response.status == 422)
        #expect(
            response.text
                == #"{"type":"about:blank","title":"“Sign in” failed: no","status":422,"errors":["#
                + #"{"key":"go","code":"action_failed","message":"“Sign in” failed: no"}]}"#)
        let other = try make { _ in .failure("no", problems: ["user": "Who?"]) }
        #expect(
            await other.json(["go": "press"]).text.contains(
                #""errors":[{"key":"user","code":"message","message":"Who?"}]"#))
    }

    @Test
    func rejectsNewValuesThatDoNotFit() async throws {
        let panel = try make { _ in ActionResult(values: ["user": "much too long", "nope": 1]) }
        let response = await panel.browse(["user": "ada", "go": "press", "_revision": "0"])
        #expect(response.status == 422)
        #expect(response.text.contains("User must be 5 characters or fewer"))
        #expect(response.text.contains("No setting is named nope"))
        // The typed value is saved, so the page has the new revision.
        #expect(response.text.contains(#"name="_revision" value="1""#))
        #expect(panel.settings.value("user") == "ada")
        #expect(panel.settings.revision == 1)
    }

    // MARK: - No handler

    @Test(arguments: ["go", "out"])
    func reportsAButtonWithoutAnAction(key: String) async throws {
        let panel = try make()
        let label = key == "go" ? "Sign in" : "Sign out"
        let text = "“\(label)” has no action. Nothing was done."
        let page = await panel.browse([key: "press"])
        #expect(page.status == 422)
        #expect(page.text.contains(bad(text)))
        #expect(page.text.contains("<title>Error: Test</title>"))
        #expect(await panel.post([key: "press"]).text == text + "\n")
        #expect(
            await panel.json([key: "press"]).text.contains(
                #""errors":[{"key":"\#(key)","code":"action_failed","message":"\#(text)"}]"#))
    }

    /// It says so in its row, and not only once it was pressed.
    @Test(arguments: ["button", "link"])
    func aButtonWithoutAnActionIsUnavailable(control: String) async throws {
        func row(_ configure: (inout Panel.Configuration) -> Void) async throws -> ShownElement {
            let panel = try TestPanel.make(TestPanel.item(control)) { configuration in
                configuration.defaultAction = nil
                configure(&configuration)
            }
            return ShownElement.read(await panel.row())
        }
        func isOffered(_ row: ShownElement) -> Bool {
            row.inner.first { $0["id"] == "c-k" }?["aria-disabled"] == nil
        }
        let bare = try await row { _ in }
        #expect(!isOffered(bare))
        let reason = bare.inner.first { $0["id"] == "w-k" }
        #expect(reason?.text == "Not available: the program has not set up an action for it.")
        #expect(try await isOffered(row { $0.actions["k"] = { _ in .success() } }))
        #expect(try await isOffered(row { $0.defaultAction = { _ in nil } }))
        for isHandled in [false, true] {
            let row = try await row {
                $0.defaultAction = { _ in nil }
                $0.hasDefaultAction = { _ in isHandled }
            }
            #expect(isOffered(row) == isHandled)
        }
    }

    @Test
    func callsTheDefaultActionForOtherButtons() async throws {
        let settings = try Settings.inMemory(
            json: #"[{"groupKey":"g","items":["# + TestPanel.item("button", key: "a") + ","
                + TestPanel.item("button", key: "b") + "," + TestPanel.item("button", key: "c")
                + "]}]")
        var configuration = Panel.Configuration()
        configuration.actions["a"] = { _ in .success("own") }
        configuration.defaultAction = { $0.key == "b" ? .success("default") : nil }
        let panel = TestPanel(
            settings: settings, client: PanelClient(settings, configuration: configuration))
        #expect(await panel.json(["a": "press"]).text.contains(#""message":"own""#))
        #expect(await panel.json(["b": "press"]).text.contains(#""message":"default""#))
        #expect(
            await panel.post(["c": "press"]).text
                == "“Port” has no action. Nothing was done.\n")
    }

    // MARK: - Values for a time

    @Test(arguments: [("user", false), ("far", true)])
    func aValueThatAnActionSetsAgainIsPermanent(key: String, isTemporary: Bool) async throws {
        let panel = try make { _ in
            ActionResult(values: key == "far" ? ["far": true] : ["user": "bob"])
        }
        let response = await panel.json(["user": "ada", "_for": "1h", "go": "press"])
        #expect(response.status == 200, "\(response.text)")
        #expect(response.text.contains(#""until":{"user":"#) == isTemporary, "\(response.text)")
        #expect((panel.settings.snapshot.until("user") != nil) == isTemporary)
    }
}
