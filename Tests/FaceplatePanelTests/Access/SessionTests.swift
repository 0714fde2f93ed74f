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
    func aPersonWhoSignsInIsNotTheProxy(access: Panel.Access, actor: String?) async throws {
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
    @Test(arguments: [0, 1, 3])
    func aSessionIsFoundBesideCookiesOfTheSameName(count: Int) async throws {
        let bench = try SignInBench(.link)
        let own = try await bench.session().value
        let planted = Array(
            repeating: "faceplate_session=00112233445566778899aabbccddeeff", count: count)
        let one = await bench.visit("/", ("cookie", (planted + [own]).joined(separator: "; ")))
        #expect(one.status == 200)
        let fields = (planted + [own]).map { (name: "cookie", value: $0) }
        #expect(await bench.client.get("/api/settings", fields: fields).status == 200)
    }

    /// The attempts before a sign-in do not delay those after it.
    @Test func aLinkThatWorksEndsTheDelay() async throws {
        let bench = try SignInBench(.link)
        func guess() async -> Int { await bench.visit("/sign-in?link=x").status }
        for _ in 1..<AttemptLimit.free { #expect(await guess() == 401) }
        #expect(await bench.client.get(try bench.link()).status == 303)
        for _ in 0..<AttemptLimit.free { #expect(await guess() == 401) }
    }
}
