import Faceplate
import FaceplateTesting
import Synchronization
import Testing

@testable import FaceplatePanel

struct PanelTests {
    private func limit(_ request: SimpleRequest) throws -> Int {
        let panel = try TestPanel.make(TestPanel.item("switch")).client.panel
        return switch panel.admit(request) {
        case .accept(let accepted): accepted.bodyLimit
        case .refuse(let response): -response.status
        }
    }

    @Test(arguments: [
        ("POST", "/", 1_048_576), ("GET", "/", 0), ("HEAD", "/", 0), ("PUT", "/", -405),
        ("POST", "/nope", -405), ("POST", "/healthz", -405), ("OPTIONS", "/", -405),
    ])
    func acceptsABodyOnlyForForms(method: String, path: String, limit: Int) throws {
        #expect(try self.limit(SimpleRequest(method, path)) == limit)
    }

    @Test(
        arguments: [
            ([("host", "evil.com")], -421), ([("host", "localhost"), ("origin", "null")], -403),
            ([], -421),
        ] as [([(name: String, value: String)], Int)])
    func rejectsABodyByItsHeaders(fields: [(name: String, value: String)], limit: Int) throws {
        #expect(try self.limit(SimpleRequest("POST", "/", fields: fields)) == limit)
    }

    @Test(arguments: [(1_048_576, 1_048_576), (1_048_577, -413)])
    func aBodyCanBeAsLargeAsTheLimit(length: Int, limit: Int) throws {
        let fields = [(name: "host", value: "localhost"), ("content-length", "\(length)")]
        #expect(try self.limit(SimpleRequest("POST", "/", fields: fields)) == limit)
    }

    /// A host with its own server passes the target as it was received, and the body.
    @Test
    func aRequestFromAHostHasItsBody() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        let fields = [(name: "host", value: "localhost"), ("content-type", "application/json")]
        let request = try SimpleRequest(
            "PUT", encodedTarget: "/api/settings/%6B", fields: fields,
            body: Array(#""Quay""#.utf8))
        #expect(await panel.client.send(request).status == 200)
        #expect(panel.settings.text("k") == "Quay")
    }

    @Test
    func handlesManyRequestsAtOnce() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 0..<100 {
                group.addTask {
                    number.isMultiple(of: 2)
                        ? await panel.json(["k": "\(number)"]).status
                        : await panel.client.get().status
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 100])
        #expect(panel.settings.revision == 50)
    }

    @Test
    func handlesReadsBeforeItReturns() throws {
        let panel = try TestPanel.make(TestPanel.item("switch")).client.panel
        for path in ["/", "/healthz", "/nope", Asset.style.path] {
            let answers = Mutex(0)
            panel.answer(SimpleRequest("GET", path)) { _ in answers.withLock { $0 += 1 } }
            #expect(answers.withLock { $0 } == 1)
        }
    }

    @Test
    func reportsAClosedStore() async throws {
        let panel = try TestPanel.make(TestPanel.item("edit_text"))
        panel.settings.close()
        #expect(await panel.client.get().status == 200)
        let page = await panel.browse(["k": "typed", "_revision": "0"])
        #expect(page.status == 503)
        #expect(page.text.contains(#"class="bad"><p><bdi>The settings were closed.</bdi></p>"#))
        #expect(TestPanel.row(in: page.text).contains(#"value="typed""#))
        let json = await panel.json(["k": "typed"])
        #expect(
            json.text
                == #"{"type":"about:blank","title":"The settings were closed.","status":503,"code":"storage_closed","errors":[]}"#
        )
        #expect(await panel.post(["k": "typed"]).text == "The settings were closed.\n")
    }

    /// Supervisors learn of it by the health, since pages are shown as before.
    @Test
    func reportsAFullStorageUntilItStoresAgain() async throws {
        let json = #"{"groups":[{"groupKey":"g","items":[\#(TestPanel.item("edit_text"))]}]}"#
        let storage = FaultyStorage(.none)
        let settings = try Settings.open(
            SchemaReader.read(Array(json.utf8), name: "test"), in: storage, watches: false)
        let panel = TestPanel(settings: settings, client: PanelClient(settings))
        func health() async -> String { await panel.client.get("/healthz").text }
        storage.failure.withLock { $0 = StoreError(.full, "The disk is full.") }
        for _ in 0..<2 {
            #expect(await panel.json(["k": "a"]).status == 507)
            #expect(await health().contains(#""status":"degraded""#))
            #expect(await health().contains("The disk is full."))
        }
        storage.failure.withLock { $0 = nil }
        #expect(await panel.json(["k": "a"]).status == 200)
        #expect(await health().contains(#""status":"ok""#))
    }

    @Test(arguments: [(StoreError.Code.full, 507), (.busy, 503), (.closed, 503), (.failed, 503)])
    func hasAStatusForEachStoreError(code: StoreError.Code, status: Int) {
        #expect(StoreError(code, "Why.").httpStatus == status)
    }
}
