import Faceplate
import FaceplateTestSupport
import FaceplateTesting
import Foundation
import Synchronization
import Testing

@testable import FaceplatePanel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The proxies whose word about the client and its connection is believed.
@Suite(.timeLimit(.hung))
struct TrustedProxiesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var trusted: [String]
        var headers: [(name: String, value: String)] = []
        var client = "127.0.0.1"
        var isSecure = false
        var prefix: String?
        var testDescription: String { "\(trusted) \(headers)" }

        init(
            _ trusted: [String], _ headers: KeyValuePairs<String, String>,
            client: String = "127.0.0.1", isSecure: Bool = false, prefix: String? = nil
        ) {
            self.prefix = prefix
            self.trusted = trusted
            self.headers = headers.map { ($0.key, $0.value) }
            self.client = client
            self.isSecure = isSecure
        }
    }

    private static let chain = "X-Forwarded-For"
    private static let proto = "X-Forwarded-Proto"
    private static let path = "X-Forwarded-Prefix"
    private static let ingress = "X-Ingress-Path"

    @Test(arguments: [
        Case([], [chain: "192.0.2.1", proto: "https", path: "/a", ingress: "/b"]),
        Case(["10.0.0.1"], [path: "/a"]), Case(["10.0.0.1"], [ingress: "/a"]),
        Case(["127.0.0.1"], [path: "/a"], prefix: "/a"),
        Case(["127.0.0.1"], [ingress: "/api/x"], prefix: "/api/x"),
        Case(["127.0.0.1"], [path: "/a", ingress: "/b"], prefix: "/a"),
        // A client wrote the first one itself.
        Case(["127.0.0.1"], [path: "/evil, /a"], prefix: "/a"),
        Case(["10.0.0.1", "unix"], [chain: "192.0.2.1", proto: "https"]),
        Case(["127.0.0.2/32"], [chain: "192.0.2.1", proto: "https"]),
        Case(["127.0.0.1"], [:]),
        Case(["127.0.0.1"], [chain: "192.0.2.1"], client: "192.0.2.1"),
        Case(["127.0.0.0/8"], [proto: "https"], isSecure: true),
        Case(["0.0.0.0/0"], [proto: "http, https"], isSecure: true),
        Case(["127.0.0.1"], [proto: "https, http"]),
        Case(["127.0.0.1"], [proto: "HTTPS://"]),
        // A client wrote the first address itself.
        Case(["127.0.0.1"], [chain: "203.0.113.9, 192.0.2.1"], client: "192.0.2.1"),
        Case(["127.0.0.1", "10.0.0.0/8"], [chain: "192.0.2.1, 10.1.2.3"], client: "192.0.2.1"),
        Case(["127.0.0.1", "10.0.0.0/15"], [chain: "192.0.2.1, 10.2.2.3"], client: "10.2.2.3"),
        Case(["127.0.0.1", "fd00::/8"], [chain: "2001:db8::1 , fd12::1"], client: "2001:db8::1"),
        Case(["127.0.0.1", "fd00::1"], [chain: "2001:db8::1, fd00::2"], client: "fd00::2"),
        Case(
            ["127.0.0.1", "10.0.0.1"], [chain: "192.0.2.1, ::ffff:10.0.0.1"], client: "192.0.2.1"),
        Case(["127.0.0.1"], [chain: "127.0.0.1, 127.0.0.1"]),
        // A proxy that is the client itself.
        Case(["127.0.0.1", "10.0.0.0/8"], [chain: "10.1.2.3, 10.9.9.9"], client: "10.1.2.3"),
        Case(["127.0.0.1"], [chain: "unknown"]),
        Case(["127.0.0.1"], [chain: "192.0.2.1, <script>"]),
        Case(["127.0.0.1"], [chain: " , "]),
    ])
    func trustsOnlyNamedProxies(entry: Case) async throws {
        let answer = try await seen(trusting: entry.trusted) { server in
            var request = URLRequest(url: try #require(URL(string: server.url)))
            for (name, value) in entry.headers { request.setValue(value, forHTTPHeaderField: name) }
            _ = try await URLSession(configuration: .ephemeral).data(for: request)
        }
        #expect(answer.client == entry.client)
        #expect(answer.isSecure == entry.isSecure)
        #expect(answer.prefix == entry.prefix)
    }

    /// Each proxy can add a header of its own instead of an address to the list.
    @Test(arguments: [
        ["192.0.2.1", "127.0.0.1"], ["203.0.113.9", "192.0.2.1"],
        ["203.0.113.9, 192.0.2.1", "127.0.0.1, 127.0.0.1"],
    ])
    func readsSeveralHeadersAsOneList(lists: [String]) async throws {
        let headers = lists.map { "X-Forwarded-For: \($0)\r\n" }.joined()
        let answer = try await seen(trusting: ["127.0.0.1"]) { server in
            try RawSocket.send(
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(headers)\r\n",
                to: server.port)
        }
        #expect(answer.client == "192.0.2.1")
    }

    /// Returns the client, the security and the prefix of a request as a server sees them.
    private func seen(
        trusting trusted: [String], send: (PanelServer) async throws -> Void
    ) async throws -> (client: String?, isSecure: Bool, prefix: String?) {
        let seen = Mutex<(client: String?, isSecure: Bool, prefix: String?)?>(nil)
        let panel = try TestPanel.make(TestPanel.item("switch")) { configuration in
            configuration.identify = { request in
                seen.withLock { $0 = (request.clientAddress, request.isSecure, request.pathPrefix) }
                return Requester()
            }
        }
        var configuration = PanelServer.Configuration()
        configuration.hosts = ["127.0.0.1"]
        configuration.trustedProxies = trusted
        let server = try PanelServer(panel.client.panel, configuration: configuration)
        defer { server.stop() }
        try await send(server)
        return try #require(seen.withLock { $0 })
    }

    @Test(arguments: [
        "", "localhost", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8", "::1/129",
        "unix:/a", "*",
    ])
    func rejectsAnotherName(name: String) throws {
        var configuration = PanelServer.Configuration()
        configuration.trustedProxies = [name]
        let error = #expect(throws: PanelServerError.self) {
            try PanelServer.checkAddress(configuration)
        }
        #expect(error?.message.contains("names no proxy") == true)
    }
}
