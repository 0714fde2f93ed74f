import Faceplate
import FaceplateHTTPTypes
import FaceplatePanel
import FaceplateTestSupport
import FaceplateTesting
import HTTPTypes
import Synchronization
import Testing

@Suite(.timeLimit(.hung))
struct PanelHTTPTypesTests {
    private func make(
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws -> (panel: Panel, settings: Settings) {
        let settings = try Settings.inMemory(
            json: #"""
                {"panelKey":"harbour","groups":[{"groupKey":"g","items":[
                  {"itemKey":"name","itemControlType":"edit_text"},
                  {"itemKey":"logo","itemControlType":"edit_file","itemMaximumSize":1000},
                  {"itemKey":"go","itemControlType":"button"}]}]}
                """#)
        var configuration = Panel.Configuration()
        configuration.basePath = "/admin"
        configuration.actions["go"] = { _ in .success("gone") }
        configure(&configuration)
        return (Panel(settings, configuration: configuration), settings)
    }

    private func request(
        _ method: HTTPRequest.Method = .get, _ path: String = "/admin/", host: String = "localhost",
        _ fields: HTTPFields = [:]
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: "http", authority: host, path: path, headerFields: fields)
    }

    private func text(_ answer: HTTPAnswer) -> String {
        guard case .bytes(let bytes) = answer.body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let form: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
    ]

    @Test
    func returnsAPageWithItsHeaders() async throws {
        let panel = try make().panel
        let answer = await panel.answer(request())
        #expect(answer.head.status == .ok)
        #expect(answer.head.headerFields[.contentType] == "text/html; charset=utf-8")
        #expect(answer.head.headerFields[.contentSecurityPolicy]?.contains("'none'") == true)
        #expect(text(answer).contains(#"action="/admin/""#))
        #expect(answer.head.headerFields[.contentLength] == String(text(answer).utf8.count))
        let head = await panel.answer(request(.head))
        #expect(text(head).isEmpty)
        #expect(head.head.headerFields == answer.head.headerFields)
        let tag = try #require(answer.head.headerFields[.eTag])
        let same = await panel.answer(request(.get, "/admin/", [.ifNoneMatch: tag]))
        #expect(same.head.status == .notModified)
        #expect(text(same).isEmpty)
        #expect(same.head.headerFields[.contentLength] == nil)
    }

    @Test
    func acceptsAFormInPiecesOfAnySize() async throws {
        let (panel, settings) = try make()
        let pieces = AsyncStream<[UInt8]> { continuation in
            for byte in "name=ada+%26+bob".utf8 { continuation.yield([byte]) }
            continuation.finish()
        }
        let answer = try await panel.answer(
            request(.post, "/admin/", Self.form), body: pieces)
        #expect(answer.head.status == .ok)
        #expect(settings.text("name") == "ada & bob")
        #expect(
            text(answer)
                == #"{"revision":1,"changed":{"name":{"from":null,"to":"ada & bob"}}}"#)
    }

    @Test(
        arguments: [
            (.get, "/admin/"), (.get, "/admin/changes"), (.get, "/admin/api/changes"),
            (.get, "/admin/nope"), (.post, "/admin/"), (.post, "/admin/changes"),
        ] as [(HTTPRequest.Method, String)])
    func identifiesEachRequestOnce(method: HTTPRequest.Method, path: String) async throws {
        let calls = Counter()
        let (panel, _) = try make {
            $0.identify = { _ in
                _ = calls.increment()
                return Requester()
            }
        }
        _ = await panel.answer(
            request(method, path, Self.form), body: method == .post ? Array("name=x".utf8) : [])
        #expect(calls.value == 1)
    }

    @Test
    func readsNoMoreOfABodyThanItAccepts() async throws {
        let (panel, settings) = try make()
        // 64 MiB is much more than the limit of a form.
        let (all, given) = (16_384, Counter())
        let pieces = AsyncStream<[UInt8]>(unfolding: {
            given.increment() <= all ? [UInt8](repeating: 0x61, count: 4_096) : nil
        })
        let answer = try await panel.answer(request(.post, "/admin/", Self.form), body: pieces)
        #expect(answer.head.status == .contentTooLarge)
        #expect(given.value < all)
        #expect(text(answer).contains(#""code":"too_large""#))
        let (more, open) = AsyncStream.makeStream(of: [UInt8].self)
        let foreign = try await panel.answer(
            request(.post, "/admin/", host: "evil.example", Self.form), body: more)
        #expect(foreign.head.status == .misdirectedRequest)
        #expect(settings.revision == 0)
        open.finish()
    }

    @Test
    func aBodyInOnePieceHasTheSameLimit() async throws {
        let (panel, settings) = try make()
        // A form may always have 1 MiB.
        let body = Array("name=ada".utf8) + [UInt8](repeating: 0x2B, count: 16 << 20)
        let answer = await panel.answer(request(.post, "/admin/", Self.form), body: body)
        #expect(answer.head.status == .contentTooLarge)
        #expect(text(answer).contains(#""code":"too_large""#))
        #expect(settings.revision == 0)
    }

    @Test(
        arguments: [
            ("/admin/../admin/", 400), ("/admin/%2e%2e/", 400), ("/admin%2fx", 400), ("*", 400),
            ("/admin/%zz", 400), ("/admin/a%00", 400), ("http://localhost/admin/", 400),
            ("", 400), ("/elsewhere", 404), ("/admin/?lang=%", 400), ("/admin/s/name", 303),
            ("/admin", 200), ("/admin/healthz", 200),
        ])
    func readsAddressesLikeItsOwnServer(path: String, status: Int) async throws {
        let panel = try make().panel
        let answer = await panel.answer(request(.get, path))
        #expect(answer.head.status.code == status)
    }

    @Test(arguments: [
        ("/admin/%zz", "a broken percent sequence"), ("/admin/../admin/", "'.' or '..' segments"),
        ("http://localhost/admin/", "a path that starts with '/'"),
    ])
    func aRejectedAddressHasAReason(path: String, reason: String) async throws {
        let answer = text(try await make().panel.answer(request(.get, path)))
        #expect(answer.contains(reason), "\(answer)")
    }

    @Test
    func checksOriginsAndHostsLikeItsOwnServer() async throws {
        let (panel, settings) = try make { $0.allowedHosts = ["panel.example"] }
        let body = Array("name=x".utf8)
        func status(_ host: String, _ fields: HTTPFields) async -> Int {
            await panel.answer(
                request(.post, "/admin/", host: host, Self.form + fields), body: body
            ).head.status.code
        }
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        #expect(await status("panel.example", [.origin: "https://panel.example"]) == 200)
        #expect(await status("panel.example:8443", [.origin: "https://panel.example"]) == 403)
        #expect(await status("panel.example", [.origin: "https://evil.example"]) == 403)
        #expect(await status("panel.example", [.origin: "null"]) == 403)
        #expect(await status("localhost", [site: "cross-site"]) == 403)
        #expect(await status("localhost", [site: "same-origin"]) == 200)
        #expect(await status("evil.example", [:]) == 421)
        var two = request(.get)
        two.headerFields[try #require(HTTPField.Name("Host"))] = "evil.example"
        #expect(await panel.answer(two).head.status == .badRequest)
        #expect(settings.revision == 1)
    }

    @Test(arguments: [("http", false), ("https", true)])
    func aCookieOfHTTPSIsForHTTPSOnly(scheme: String, isSecure: Bool) async throws {
        var asked = request(.get, "/admin/?level=advanced")
        asked.scheme = scheme
        let answer = await (try make().panel).answer(asked)
        let cookie = try #require(answer.head.headerFields[.setCookie])
        #expect(cookie.contains("; Secure") == isSecure, "\(cookie)")
    }

    @Test
    func sendsEventsAtOnce() async throws {
        let (panel, settings) = try make()
        let answer = await panel.answer(request(.get, "/admin/api/events"))
        #expect(answer.head.headerFields[.contentType] == "text/event-stream")
        #expect(answer.head.headerFields[.contentLength] == nil)
        guard case .events(let events) = answer.body else {
            Issue.record("The answer is complete.")
            return
        }
        var stream = events.makeAsyncIterator()
        let first = try #require(await stream.next())
        #expect(String(decoding: first, as: UTF8.self).contains("event: hello"))
        try settings.applyAndWait(
            Batch([Assignment("name", .text("ada"))], origin: .program, actor: "cron"))
        let second = String(decoding: try #require(await stream.next()), as: UTF8.self)
        #expect(second.contains(#""changed":{"name":{"from":null,"to":"ada"}}"#))
        #expect(second.contains(#""actor":"cron""#))
        panel.stopEvents()
        #expect(await stream.next() == nil)
    }

    @Test
    func historyNamesTheRequester() async throws {
        let (panel, settings) = try make()
        let ada = Requester(name: "Ada <ops>")
        _ = await panel.answer(
            request(.post, "/admin/", Self.form), body: Array("name=x".utf8), requester: ada)
        #expect(settings.recentRevision(1)?.actor == "Ada <ops>")
        let changes = text(
            await panel.answer(request(.get, "/admin/changes"), requester: ada))
        #expect(changes.contains("<bdi>Ada &lt;ops&gt;</bdi>"))
    }

    @Test
    func aReadOnlyViewerChangesNothing() async throws {
        let (panel, settings) = try make()
        let guest = Requester(name: "guest", access: .view)
        for body in ["name=x", "go=press", "_reset=*", "_undo=1", "_dry_run=1&name=x"] {
            for path in ["/admin/", "/admin/changes"] {
                let answer = await panel.answer(
                    request(.post, path, Self.form), body: Array(body.utf8), requester: guest)
                #expect(answer.head.status == .forbidden)
                #expect(text(answer).contains(#""code":"not_allowed""#))
            }
        }
        #expect(settings.revision == 0)
        let page = text(await panel.answer(request(), requester: guest))
        #expect(page.contains("You can see these settings, but not change them."))
        #expect(!page.contains(#"name="name""#))
        #expect(!page.contains(#"class="bar""#))
        #expect(page.contains(#"aria-disabled="true""#))
        // A user with permission to change settings gets an editable page.
        #expect(text(await panel.answer(request())).contains(#"name="name""#))
    }
}

extension HTTPFields {
    fileprivate static func + (left: Self, right: Self) -> Self {
        var all = left
        all.append(contentsOf: right)
        return all
    }
}

/// A counter that can be used on any thread.
private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    /// - Returns: The new count.
    func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
