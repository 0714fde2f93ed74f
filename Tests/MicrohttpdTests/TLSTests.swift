import FaceplateTestSupport
import Foundation
import Testing

@testable import Microhttpd

/// Connections with TLS: versions, slow and odd clients, responses without libmicrohttpd, and another certificate.
@Suite(.timeLimit(.hung))
struct TLSTests {
    private static func identity(_ files: TestCertificate) throws -> TLSIdentity {
        try TLSIdentity(
            certificates: Array(Data(contentsOf: URL(filePath: files.certificate))),
            key: Array(Data(contentsOf: URL(filePath: files.key))))
    }

    private static func secure(
        _ change: (inout Server.Configuration) -> Void = { _ in }
    ) throws -> Server.Configuration {
        let identity = try identity(TestCertificate())
        return .patient {
            $0.tls = identity
            change(&$0)
        }
    }

    private func expectAnswer(
        to path: String, until end: String, at address: SocketAddress
    ) throws {
        let text = try SecureClient(address).get(path, until: end)
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix(end))
    }

    @Test(arguments: [("+VERS-TLS1.2", "TLS1.2"), ("+VERS-TLS1.3", "TLS1.3")])
    func servesRequestsOverBothVersions(_ versions: String, _ name: String) throws {
        try withServer(try Self.secure()) { address in
            let client = try SecureClient(address, versions: versions)
            #expect(client.version == name)
            for path in ["/one", "/two"] {
                #expect(client.get(path, until: path).hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test func acceptsNoEarlierVersion() throws {
        try withServer(try Self.secure()) { address in
            #expect(throws: SecureClient.Failure.self) {
                try SecureClient(address, versions: "+VERS-TLS1.1:+VERS-TLS1.0")
            }
            try expectAnswer(to: "/a", until: "/a", at: address)
        }
    }

    static let withoutTLS: [(text: String, isAnswered: Bool)] = [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", true),
        ("POST /a HTTP/1.0\r\n\r\n", true),
        ("GET / HTTP/2\r\n\r\n", false), ("hello, are you there?\r\n", false),
        ("GET /\u{1} HTTP/1.1\r\n\r\n", false),
    ]

    /// A request gets a response in plain text; anything else only the end of the connection.
    @Test(arguments: withoutTLS)
    func answersARequestWithoutTLS(_ row: (text: String, isAnswered: Bool)) throws {
        try withServer(try Self.secure()) { address in
            // A client that has not begun its handshake is not disturbed.
            let other = try RawClient(address)
            let client = try RawClient(address)
            // The rest of a request must not reset the connection.
            client.send(row.text + String(repeating: "a", count: row.isAnswered ? 60_000 : 0))
            let answer = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 400 ") == row.isAnswered, "\(answer)")
            #expect(!answer.contains("HTTP/1.1 200"))
            try expectAnswer(to: "/a", until: "/a", at: address)
            _ = other
        }
    }

    @Test func requestsAreMarkedAsSecure() throws {
        let handler = TestHandler(answering: { $1.send(.text("secure: \($0.isSecure).")) })
        try withServer(try Self.secure(), handler) { address in
            try expectAnswer(to: "/", until: "secure: true.", at: address)
        }
        try withServer(.make(), handler) { address in
            let answer = try RawClient(address).get("/")
            #expect(answer?.text == "secure: false.")
        }
    }

    @Test func readsALargeBodyAndSendsALargeResponse() throws {
        let body = String(repeating: "0123456789abcdef", count: 50_000)
        let handler = TestHandler(
            admitting: { _ in .accept(bodyLimit: 1_000_000) },
            answering: { $1.send(.text(String(decoding: $0.body, as: UTF8.self) + "!")) })
        try withServer(try Self.secure(), handler) { address in
            let client = try SecureClient(address)
            client.send(
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            #expect(client.read(until: "!").hasSuffix("\r\n\r\n" + body + "!"))
        }
    }

    /// These responses do not pass through libmicrohttpd, so the session must encrypt them.
    @Test(arguments: [(1, "Content-Length: x", "400"), (400, "A: b", "431")])
    func rejectsInsideTheSession(_ count: Int, _ field: String, _ status: String) throws {
        try withServer(try Self.secure()) { address in
            let client = try SecureClient(address)
            let fields = String(repeating: field + "\r\n", count: count)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
            #expect(client.read().hasPrefix("HTTP/1.1 \(status) "))
            #expect(client.isAtEnd)
        }
    }

    @Test func sendsALateResponse() throws {
        let kept = KeptReplies()
        try withServer(try Self.secure(), TestHandler(answering: { kept.keep($1) })) { address in
            let client = try SecureClient(address)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(eventually { kept.count == 1 })
            for reply in kept.takeAll() { reply.send(.text("late")) }
            #expect(client.read(until: "late").hasPrefix("HTTP/1.1 200 "))
        }
    }

    // MARK: - Slow clients

    private static func hasty(_ configuration: inout Server.Configuration) {
        configuration.headerDeadline = .milliseconds(300)
    }

    @Test(arguments: [[], [0x16], [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]] as [[UInt8]])
    func endsAStalledHandshake(_ start: [UInt8]) throws {
        try withServer(try Self.secure(Self.hasty)) { address in
            let client = try RawClient(address)
            client.send(start)
            #expect(client.readToEnd() != nil)
        }
    }

    @Test func endsAStalledHeadAfterTheHandshake() throws {
        try withServer(try Self.secure(Self.hasty)) { address in
            let client = try SecureClient(address)
            client.send("GET / HTTP/1.1\r\nA: ")
            #expect(client.read().isEmpty)
        }
    }

    @Test func servesOthersBesideFiveHundredStalledHandshakes() throws {
        try withServer(try Self.secure()) { address in
            let slow = try (0..<500).map { _ in try RawClient(address) }
            for client in slow { client.send([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]) }
            try expectAnswer(to: "/a", until: "/a", at: address)
            withExtendedLifetime(slow) {}
        }
    }

    // MARK: - Streams and the end

    /// A source with one line for each of its numbers.
    private struct Lines: StreamSource {
        let count: KeptCount
        var seen = 0

        mutating func next() -> StreamPart {
            guard seen < count.value else { return .none }
            seen += 1
            return .bytes(Array("line \(seen)\n".utf8))
        }
    }

    @Test func aStreamSendsEventsAndEndsWithTheServer() throws {
        let count = KeptCount()
        count.increment()
        let handler = TestHandler(answering: { _, reply in
            reply.stream(Lines(count: count), headers: [])
        })
        let server = try Server(try Self.secure(), handler: handler)
        let client = try SecureClient(server.addresses[0])
        #expect(client.get("/", until: "line 1\n").contains("200"))
        for number in 2...20 {
            count.increment()
            server.wakeStreams()
            #expect(client.read(until: "line \(number)\n").hasSuffix("line \(number)\n"))
        }
        #expect(server.stopsWithoutItsGrace())
        #expect(client.read().hasSuffix("0\r\n\r\n"))
        #expect(server.liveExchanges == 0)
    }

    @Test func detectsADisconnectOfAStream() throws {
        let handler = TestHandler(answering: { _, reply in
            reply.stream(Lines(count: KeptCount()), headers: [])
        })
        let server = try Server(try Self.secure(), handler: handler)
        defer { server.stop() }
        var client: SecureClient? = try SecureClient(server.addresses[0])
        client?.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { server.liveStreams == 1 })
        client = nil
        #expect(eventually { server.liveStreams == 0 && server.liveConnections == 0 })
    }

    @Test func stopsDuringIdleConnectionsAndHandshakes() throws {
        let server = try Server(try Self.secure(), handler: TestHandler())
        let idle = try SecureClient(server.addresses[0])
        #expect(idle.get("/a", until: "/a").contains("200"))
        let fresh = try RawClient(server.addresses[0])
        fresh.send([0x16])
        #expect(server.stopsWithoutItsGrace())
        withExtendedLifetime((idle, fresh)) {}
    }

    // MARK: - The certificate

    @Test func onlyNewConnectionsUseTheNewCertificate() throws {
        let first = try TestCertificate()
        let second = try TestCertificate()
        let server = try Server(
            .patient { $0.tls = try? Self.identity(first) }, handler: TestHandler())
        defer { server.stop() }
        let old = try SecureClient(server.addresses[0])
        server.use(try Self.identity(second))
        let new = try SecureClient(server.addresses[0])
        #expect(old.serverCertificates != new.serverCertificates)
        #expect(old.get("/old", until: "/old").contains("200"))
        #expect(new.get("/new", until: "/new").contains("200"))
    }

    @Test func aCertificateHasNoEffectOnAServerWithoutTLS() throws {
        let server = try Server(.make(), handler: TestHandler())
        defer { server.stop() }
        server.use(try Self.identity(TestCertificate()))
        #expect(try RawClient(server.addresses[0]).get("/")?.status == 200)
    }

    /// A client needs the certificates after the first, which are those of its issuers.
    @Test func sendsAllCertificatesAndUsesTheTimeOfTheFirst() throws {
        let own = try TestCertificate()
        let issuer = try TestCertificate(days: -1, name: "issuer")
        try TestCertificate.openssl(
            "x509", "-req", "-in", own.folder.appending(path: "request.pem").path, "-CA",
            issuer.certificate, "-CAkey", issuer.key, "-CAcreateserial", "-days", "2", "-out",
            own.certificate)
        let chain = try [own, issuer].flatMap {
            try Data(contentsOf: URL(filePath: $0.certificate))
        }
        let identity = try TLSIdentity(
            certificates: chain, key: Array(Data(contentsOf: URL(filePath: own.key))))
        #expect(identity.validUntil > Int(Date().timeIntervalSince1970))
        let server = try Server(.patient { $0.tls = identity }, handler: TestHandler())
        defer { server.stop() }
        let client = try SecureClient(server.addresses[0])
        #expect(client.serverCertificates.count == 2)
    }

    @Test func reportsWhyFilesDoNotMatch() throws {
        let files = try TestCertificate()
        let other = try TestCertificate()
        let certificate = try Array(Data(contentsOf: URL(filePath: files.certificate)))
        let key = try Array(Data(contentsOf: URL(filePath: files.key)))
        let sealed = files.folder.appending(path: "sealed.pem").path
        try TestCertificate.openssl(
            "pkcs8", "-topk8", "-in", files.key, "-out", sealed, "-passout", "pass:word")
        let cases: [([UInt8], [UInt8], TLSIdentity.Problem)] = [
            ([], key, .noCertificate), (key, key, .noCertificate),
            (Array("-----BEGIN CERTIFICATE-----\nx\n".utf8), key, .noCertificate),
            (certificate, [], .noKey), (certificate, certificate, .noKey),
            (certificate, try Array(Data(contentsOf: URL(filePath: other.key))), .otherKey),
            (certificate, try Array(Data(contentsOf: URL(filePath: sealed))), .encryptedKey),
        ]
        for (certificate, key, problem) in cases {
            #expect(throws: problem) { try TLSIdentity(certificates: certificate, key: key) }
        }
    }

    @Test func readsTheValidityOfItsCertificate() throws {
        let now = Int(Date().timeIntervalSince1970)
        #expect(try Self.identity(TestCertificate(days: 2)).validUntil > now)
        #expect(try Self.identity(TestCertificate(days: -1)).validUntil < now)
    }
}
