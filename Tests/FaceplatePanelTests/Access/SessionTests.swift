import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// Sessions beside the other things that a browser or a proxy sends.
@Suite(.timeLimit(.hung))
struct SessionTests {
    /// A request by a Unix socket, whose other end can be a proxy.
    private struct SocketRequest: PanelRequest {
        let request: SimpleRequest
        let peerUser: String? = "www-data"
        var method: String { request.method }
        var path: String { request.path }
        var query: String? { request.query }
        var body: [UInt8] { request.body }
        var localPort: UInt16? { request.localPort }

        func header(_ name: String) -> String? { request.header(name) }
        func headers(_ name: String) -> [String] { request.headers(name) }
    }

    /// The user at the other end of the socket is the author only if no one has signed in.
    @Test(arguments: zip([Panel.Access.open, .link], ["www-data", nil]))
    func theSignedInUserIsTheAuthorAndNotTheProxy(access: Panel.Access, actor: String?) async throws
    {
        let bench = try SignInBench(access)
        var fields = [
            (name: "host", value: "localhost"),
            ("content-type", "application/x-www-form-urlencoded"),
        ]
        if access == .link { fields.append(try await bench.session()) }
        let request = SocketRequest(request: SimpleRequest("POST", "/", fields: fields))
        guard case .accept(let accepted) = bench.client.panel.admit(request) else {
            Issue.record("The head was rejected.")
            return
        }
        let response = await withCheckedContinuation { continuation in
            bench.client.panel.answer(accepted, body: Array("name=Quay".utf8)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(response.status == 303)
        let revision = try #require(bench.settings.recentRevision(1))
        #expect(revision.actor == actor)
    }

    /// A browser sends a cookie of the same name for a longer path first; another page of the host can set one.
    ///
    /// Four are looked up, because a request can have thousands.
    @Test(arguments: [(0, true), (1, true), (3, true), (4, false)])
    func aSessionIsFoundBesideCookiesOfTheSameName(count: Int, isFound: Bool) async throws {
        let bench = try SignInBench(.link)
        let own = try await bench.session().value
        let planted = Array(
            repeating: "faceplate_session=00112233445566778899aabbccddeeff", count: count)
        let one = await bench.visit("/", ("cookie", (planted + [own]).joined(separator: "; ")))
        #expect(one.status == (isFound ? 200 : 303))
        let fields = (planted + [own]).map { (name: "cookie", value: $0) }
        let response = await bench.client.get("/api/settings", fields: fields)
        #expect(response.status == (isFound ? 200 : 401))
    }

    /// A session outlasts a restart of the program by its stored use, and each visit must cost no write.
    @Test func theUseOfASessionIsStoredEveryTenMinutes() async throws {
        let bench = try SignInBench(.link)
        let cookie = try await bench.session()
        let (before, start) = (bench.settings.credentials.generation, bench.clock.now)
        func visit() async {
            for _ in 0..<20 { #expect(await bench.visit("/", cookie).status == 200) }
        }
        bench.clock.advance(by: .seconds(599))
        await visit()
        bench.clock.advance(by: .seconds(1))
        await visit()
        let isStored = eventually {
            let sessions = Credentials(bench.settings.credentials.records).sessions.values
            return sessions.map(\.lastUse) == [bench.clock.now]
        }
        #expect(isStored)
        let sessions = Credentials(bench.settings.credentials.records).sessions.values
        #expect(sessions.map(\.created) == [start])
        #expect(bench.settings.credentials.generation == before + 1)
    }

    @Test func anEndedSessionDoesNotCount() async throws {
        let bench = try SignInBench(.link)
        _ = try await bench.session()
        #expect(bench.credentials.sessionCount == 1)
        bench.clock.advance(by: .seconds(Credentials.Session.idle))
        #expect(bench.credentials.sessionCount == 0)
        #expect(try bench.credentials.endSessions() == 0)
    }

    /// A browser can have one for each of several paths.
    @Test func signingOutEndsEachSessionOfTheBrowser() async throws {
        let bench = try SignInBench(.link)
        let values = [try await bench.session().value, try await bench.session().value]
        #expect(bench.credentials.sessionCount == 2)
        let cookies = (name: "cookie", value: values.joined(separator: "; "))
        #expect(await bench.client.post([], to: "/sign-out", fields: [cookies]).status == 303)
        #expect(bench.credentials.sessionCount == 0)
    }

    /// Records of unused links would stay until there are too many.
    @Test func aNewLinkRemovesExpiredLinks() throws {
        let bench = try SignInBench(.link)
        _ = try bench.link()
        bench.clock.advance(by: .seconds(Credentials.Link.life))
        _ = try bench.link()
        let names = bench.settings.credentials.records.keys
        #expect(names.count { $0.hasPrefix("link ") } == 1)
    }

    /// A program notes the URL at each start.
    @Test func storesAnUnchangedURLOnce() throws {
        let bench = try SignInBench(.link)
        for (url, writes) in [("http://a/", 1), ("http://a/", 1), ("http://b/", 2)] {
            try bench.credentials.note(url: url)
            #expect(bench.credentials.url == url)
            #expect(bench.settings.credentials.generation == writes)
        }
    }

    /// A proxy in front of the socket can name the person.
    @Test func prefersTheRequesterOfTheHostToTheUserOfASocket() async throws {
        let panel = try TestPanel.make(TestPanel.item("switch")) {
            $0.identify = { _ in Requester(name: "ada") }
        }
        let request = SocketRequest(
            request: SimpleRequest(
                "POST", "/",
                fields: [
                    ("host", "localhost"), ("content-type", "application/x-www-form-urlencoded"),
                ], body: Array("k=YES".utf8)))
        let response = await withCheckedContinuation { continuation in
            panel.client.panel.answer(request) { continuation.resume(returning: $0) }
        }
        #expect(response.status == 303)
        #expect(panel.settings.recentRevision(1)?.actor == "ada")
    }

    /// The attempts before a sign-in do not delay those after it.
    @Test func aValidLinkEndsTheDelay() async throws {
        let bench = try SignInBench(.link)
        func guess() async -> Int { await bench.visit("/sign-in?link=x").status }
        for _ in 1..<AttemptLimit.free { #expect(await guess() == 401) }
        #expect(await bench.client.get(try bench.link()).status == 303)
        for _ in 0..<AttemptLimit.free { #expect(await guess() == 401) }
    }
}
