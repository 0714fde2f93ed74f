import Faceplate
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

/// The host is asked once who sends a request, whatever the request is.
struct IdentifyTests {
    private static let schema = #"""
        {"panelKey":"harbour","groups":[
          {"groupKey":"g","items":[
            {"itemKey":"name","itemControlType":"edit_text"},
            {"itemKey":"go","itemControlType":"button"},
            {"itemKey":"net","itemControlType":"page","groups":[
              {"groupKey":"lan","items":[{"itemKey":"port","itemControlType":"edit_text"}]}]}]},
          {"groupKey":"pier","groupAccess":["owners"],"items":[
            {"itemKey":"code","itemControlType":"edit_text"}]}]}
        """#

    /// A path of each route.
    static func path(_ name: RouteName) -> String {
        let path = RouteTable.row(of: name).path?.text ?? "/nowhere"
        return path.replacing("{page}", with: "net").replacing("{key}", with: "go")
            .replacing("{run}", with: "7").replacing("{file}", with: "panel.css").replacing(
                "{rest}", with: "x")
    }

    private func count(
        _ method: String, _ path: String, body: String = "", type: String? = nil,
        access: Requester.Access = .edit
    ) async throws -> Int {
        let calls = Mutex(0)
        let panel = try TestPanel.of(Self.schema) { configuration in
            configuration.actionPatience = .seconds(60)
            configuration.actions["go"] = { _ in .success("gone") }
            configuration.identify = { _ in
                calls.withLock { $0 += 1 }
                return Requester(access: access, groups: ["visitors"])
            }
        }
        defer { panel.settings.close() }
        _ = await panel.client.send(
            SimpleRequest(
                method, path,
                fields: [("host", "localhost"), ("accept", "text/html")]
                    + (type.map { [("content-type", $0)] } ?? []),
                body: Array(body.utf8)))
        return calls.withLock { $0 }
    }

    /// A user whom the host does not know gets the assets of pages, and no setting.
    @Test(arguments: RouteName.allCases)
    func rejectsARequesterThatTheHostDoesNotKnow(name: RouteName) async throws {
        let row = RouteTable.row(of: name)
        let panel = try TestPanel.of(Self.schema) { $0.identify = { _ in nil } }
        defer { panel.settings.close() }
        for operation in row.operations {
            let answer = await panel.client.send(
                SimpleRequest(
                    operation.method.rawValue, Self.path(name), fields: [("host", "localhost")],
                    body: Array("name=x".utf8)))
            #expect((answer.status == 403) == !row.needsNoSignIn, "\(answer.status) \(name)")
            #expect(answer.status != 403 || answer.text.contains("You may not use this panel."))
            #expect(!answer.text.contains("pier"))
        }
        #expect(panel.settings.revision == 0)
    }

    private actor Sessions {
        func user(of session: String?) -> Requester? {
            session == "valid" ? Requester(name: "ada") : nil
        }

        func never() async -> Requester? {
            try? await Task.sleep(for: .seconds(600))
            return nil
        }
    }

    @Test(arguments: [("valid", 200), ("other", 403)])
    func asksAnActor(session: String, status: Int) async throws {
        let sessions = Sessions()
        let panel = try TestPanel.of(Self.schema) {
            $0.identify = { await sessions.user(of: $0.header("x-session")) }
        }
        defer { panel.settings.close() }
        let answer = await panel.client.get("/", fields: [("x-session", session)])
        #expect(answer.status == status)
    }

    @Test func rejectsARequestWithoutAnAnswerInTime() async throws {
        let sessions = Sessions()
        let panel = try TestPanel.of(Self.schema) {
            $0.identifyLimit = .milliseconds(50)
            $0.identify = { _ in await sessions.never() }
        }
        defer { panel.settings.close() }
        let answer = await panel.client.get("/")
        #expect(answer.status == 503 && answer.text.contains("cannot say who you are just now"))
        #expect(await panel.client.get("/healthz").status == 200)
    }

    @Test(arguments: RouteName.allCases)
    func isCalledOnceOnEachRoute(name: RouteName) async throws {
        for operation in RouteTable.row(of: name).operations {
            let method = operation.method.rawValue
            #expect(try await count(method, Self.path(name)) == 1, "\(method) \(name)")
            #expect(try await count(method, Self.path(name), access: .view) == 1)
        }
    }

    @Test(
        arguments: [
            "name=x", "port=x", "code=x", "name=", "go=press", "nope=1", "_undo=1", "_restore=1",
            "_reset=*", "name=x&_dry_run=1", "name=x&_preview=1", "name=x&_review=1",
            "name=x&_done=1", "%", "name=x&_sync=now",
        ])
    func isCalledOnceForEachPost(form: String) async throws {
        for path in ["/", "/pages/net", "/changes"] {
            let type = "application/x-www-form-urlencoded"
            #expect(try await count("POST", path, body: form, type: type) == 1, "\(path)")
        }
    }

    @Test(
        arguments: [
            "/?q=name", "/?details=name", "/?rev=1", "/?view=text", "/?lang=fr", "/s/nope",
            "/changes?restore=1", "/?run=7",
        ])
    func isCalledOnceForEachQuery(path: String) async throws {
        #expect(try await count("GET", path) == 1)
    }

    /// A request that other rules reject has no requester.
    @Test(arguments: [("GET", "evil.example"), ("PUT", "localhost")])
    func isNotCalledForARejectedHead(method: String, host: String) async throws {
        let calls = Mutex(0)
        let panel = try TestPanel.of(Self.schema) { configuration in
            configuration.identify = { _ in
                calls.withLock { $0 += 1 }
                return Requester()
            }
        }
        _ = await panel.client.send(SimpleRequest(method, "/", fields: [("host", host)]))
        #expect(calls.withLock { $0 } == 0)
    }

    /// A body can arrive long after its head; the groups that a newer schema withholds stay withheld.
    @Test
    func rightsFollowASchemaThatChangesBeforeTheBody() async throws {
        let calls = Mutex(0)
        let panel = try TestPanel.of(Self.schema.replacing(#""groupAccess":["owners"],"#, with: ""))
        {
            $0.identify = { _ in
                calls.withLock { $0 += 1 }
                return Requester(groups: ["visitors"])
            }
        }
        let request = SimpleRequest(
            "POST", "/",
            fields: [
                ("host", "localhost"), ("content-type", "application/x-www-form-urlencoded"),
                ("accept", "application/json"),
            ])
        guard case .accept(let accepted) = panel.client.panel.admit(request) else {
            Issue.record("The head was rejected.")
            return
        }
        try panel.settings.adopt(
            SchemaReader.read(Array(Self.schema.utf8), name: "x"), labels: LabelCatalog())
        let response = await withCheckedContinuation { continuation in
            panel.client.panel.answer(accepted, body: Array("code=x".utf8)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(response.status == 403)
        #expect(panel.settings.text("code") == "")
        #expect(calls.withLock { $0 } == 1)
    }
}
