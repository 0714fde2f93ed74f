import FaceplateTestSupport
import Testing

@testable import Microhttpd

@Suite(.timeLimit(.hung))
struct ListenSocketTests {
    @Test(arguments: [["127.0.0.1", "::1"], ["0.0.0.0", "::"]])
    func usesOnePortForBothAddresses(hosts: [String]) throws {
        let server = try Server(.make(hosts: hosts), handler: TestHandler())
        defer { server.stop() }
        #expect(server.addresses.map(\.host) == hosts)
        #expect(Set(server.addresses.map(\.port)).count == 1)
        for address in server.addresses {
            #expect(try RawClient(address).get("/x")?.text == "/x")
        }
    }

    @Test func listensOnBothLoopbackAddressesByDefault() {
        #expect(Server.Configuration().hosts == ["127.0.0.1", "::1"])
    }

    /// Only `::1` can be missing without a mistake of the operator.
    @Test func reportsAnUnavailableAddress() throws {
        let error = #expect(throws: ServerError.self) {
            try Server(.make(hosts: ["127.0.0.1", "192.0.2.1"]), handler: TestHandler()).stop()
        }
        #expect(error?.address.host == "192.0.2.1")
    }

    @Test func hasAtLeastOneThread() throws {
        try withServer(.make { $0.daemonsPerAddress = 0 }) { address in
            let answer = try RawClient(address).get("/x")
            #expect(answer?.text == "/x")
        }
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.0.0.2", true), ("127.255.0.1", true), ("::1", true),
        ("/run/app.sock", true), ("0.0.0.0", false), ("::", false), ("12.7.0.1", false),
        ("::2", false),
    ])
    func recognizesLocalAddresses(host: String, isLocal: Bool) {
        #expect(SocketAddress(host: host, port: 80).isLocal == isLocal)
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func reportsAPortInUse(_ host: String) throws {
        let first = try Server(.make(hosts: [host]), handler: TestHandler())
        defer { first.stop() }
        let port = first.addresses[0].port
        let configuration = Server.Configuration.make(hosts: ["127.0.0.1", "::1"]) {
            $0.port = port
        }
        let error = try #require(throws: ServerError.self) {
            try Server(configuration, handler: TestHandler())
        }
        #expect(error.code == .portUnavailable)
        #expect(error.description == "Port \(port) on \(host) is in use (EADDRINUSE).")
        // The failed start must leave no socket open.
        let other = host == "::1" ? "127.0.0.1" : "::1"
        let free = try Server(
            .make(hosts: [other]) { $0.port = port }, handler: TestHandler())
        free.stop()
    }

    @Test(arguments: [
        ("localhost", "'localhost' is not a numeric IP address."),
        ("", "'' is not a numeric IP address."),
        ("127.0.0.256", "'127.0.0.256' is not a numeric IP address."),
        ("192.0.2.1", "'192.0.2.1' is not an address of this machine (EADDRNOTAVAIL)."),
    ])
    func reportsAnAddressOfAnotherMachine(_ host: String, _ text: String) throws {
        let error = try #require(throws: ServerError.self) {
            try Server(.make(hosts: [host]), handler: TestHandler())
        }
        #expect(error.code == .addressUnavailable)
        #expect(error.description == text)
    }

    @Test(
        arguments: [
            (
                ServerError.Code.notPermitted, 80, 13,
                "Port 80 on 127.0.0.1 may not be opened by this user (EACCES)."
            ),
            (.startFailed, 80, 24, "The server on 127.0.0.1:80 did not start (EMFILE)."),
            (.startFailed, 80, 0, "The server on 127.0.0.1:80 did not start."),
            (.startFailed, 80, 9999, "The server on 127.0.0.1:80 did not start (errno 9999)."),
            (.portUnavailable, 0, 98, "No port is free on 127.0.0.1 (EADDRINUSE)."),
        ] as [(ServerError.Code, UInt16, Int32, String)])
    func describesEachFailure(
        _ code: ServerError.Code, _ port: UInt16, _ errno: Int32, _ text: String
    ) {
        let address = SocketAddress(host: "127.0.0.1", port: port)
        let error = ServerError(code: code, address: address, errno: errno)
        #expect(error.description == text)
    }

    @Test func writesAddressesAsInURLs() {
        #expect(SocketAddress(host: "127.0.0.1", port: 80).description == "127.0.0.1:80")
        #expect(SocketAddress(host: "::1", port: 80).description == "[::1]:80")
    }
}
