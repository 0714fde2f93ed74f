import FaceplateTestSupport
import Testing

@testable import Microhttpd

/// Bodies, HEAD, persistent and pipelined connections, with a server on loopback.
@Suite(.timeLimit(.hung))
struct ServerTests {
    static let echo = TestHandler(answering: { request, reply in
        reply.send(Response(status: 200, headers: [("X-Kind", "echo")], body: request.body))
    })

    static func post(_ count: Int) -> [UInt8] {
        Array("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n\r\n".utf8)
            + [UInt8](repeating: 0x61, count: count)
    }

    static func chunked(_ count: Int) -> [UInt8] {
        let head = "POST /p HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        return Array((head + String(count, radix: 16) + "\r\n").utf8)
            + [UInt8](repeating: 0x61, count: count) + Array("\r\n0\r\n\r\n".utf8)
    }

    @Test(arguments: [(0, 200), (1023, 200), (1024, 200), (1025, 413), (65536, 413)])
    func acceptsABodyUpToTheLimit(_ count: Int, _ status: Int) throws {
        try withServer(.make(), Self.echo) { address in
            let client = try RawClient(address)
            client.send(Self.post(count))
            let answer = try #require(client.readAnswer())
            #expect(answer.status == status)
            #expect(status != 200 || answer.body.count == count)
            client.send(Self.post(3))
            #expect(client.readAnswer()?.text == "aaa", "The connection is kept.")
        }
    }

    @Test(arguments: [(1, 200), (1023, 200), (1024, 200), (1025, 413), (65536, 413)])
    func acceptsAChunkedBodyUpToTheLimit(_ count: Int, _ status: Int) throws {
        try withServer(.make(), Self.echo) { address in
            let client = try RawClient(address)
            client.send(Self.chunked(count))
            let answer = try #require(client.readAnswer())
            #expect(answer.status == status)
            #expect(status != 200 || answer.body.count == count)
        }
    }

    /// A handler can respond in the form that the client prefers.
    @Test(arguments: [post(1025), chunked(1025)])
    func rejectsABodyWithTheResponseOfTheHandler(_ request: [UInt8]) throws {
        var handler = Self.echo
        handler.refusingBody = { .text("\($1.path): \($0.reason)", $0.status) }
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send(request)
            let answer = try #require(client.readAnswer())
            #expect(answer.status == 413)
            #expect(answer.text == "/p: The body of this request has 1024 bytes at most.")
        }
    }

    @Test func acceptsTenMegabytes() throws {
        let size = 10 * 1024 * 1024
        var handler = Self.echo
        handler.admitting = { _ in .accept(bodyLimit: size) }
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send(Self.post(size))
            #expect(client.readAnswer()?.body == [UInt8](repeating: 0x61, count: size))
        }
    }

    @Test func closesOnABodyTooLargeToDrain() throws {
        try withServer(.make { $0.drainLimit = 2000 }) { address in
            let client = try RawClient(address)
            client.send("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2001\r\n\r\n")
            let answer = try #require(client.readAnswer())
            #expect(answer.status == 413)
            #expect(answer.text == "The body of this request has 1024 bytes at most.")
            #expect(answer.header("connection") == "close")
        }
    }

    @Test(arguments: ["30d40", "ffffffffffffffff", "8000000000000000"])
    func answersAnEndlessChunkedBodyAndDisconnects(_ size: String) throws {
        try withServer(.make { $0.drainLimit = 2000 }) { address in
            let client = try RawClient(address)
            client.send(
                "POST /p HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "\(size)\r\n\(String(repeating: "a", count: 20_000))")
            let answer = try #require(client.readAnswer())
            #expect(answer.status == 413)
            #expect(answer.text == "The body of this request has 1024 bytes at most.")
            #expect(answer.header("connection") == "close")
            #expect(client.readToEnd() != nil)
        }
    }

    /// libmicrohttpd itself responds, because the extension is larger than the memory of the connection.
    @Test func aLongChunkExtensionEndsOnlyItsConnection() throws {
        let handled = KeptCount()
        let handler = TestHandler(answering: { request, reply in
            handled.increment()
            reply.send(.text(request.path, 200))
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send(
                "POST /p HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "1;\(String(repeating: "x", count: 30_000))")
            let answer = try #require(client.readAnswer())
            #expect(answer.status == 500 && answer.header("connection") == "close")
            #expect(client.readToEnd() != nil)
            #expect(handled.value == 0)
            #expect(try RawClient(address).get("/well")?.text == "/well")
        }
    }

    @Test(arguments: [(10, "HTTP/1.1 100"), (5000, "HTTP/1.1 413")])
    func sends100ContinueOnlyForAcceptedBodies(_ count: Int, _ start: String) throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send(
                "POST /p HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                    + "Content-Length: \(count)\r\n\r\n")
            #expect(eventually { client.leftover.starts(with: Array(start.utf8)) })
        }
    }

    @Test func rejectsBeforeTheBodyAndKeepsTheConnection() throws {
        let handler = TestHandler(admitting: { request in
            request.method == "POST" ? .refuse(.text("no", 405)) : .accept(bodyLimit: 0)
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send(Self.post(5000))
            #expect(client.readAnswer()?.status == 405)
            #expect(client.get("/next")?.text == "/next")
        }
    }

    @Test func discardsABodyThatEndsEarly() throws {
        let calls = KeptCount()
        try withServer(
            .patient(), TestHandler(answering: { _, _ in calls.increment() })
        ) { address in
            let client = try RawClient(address)
            client.send("POST /p HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
            client.finishSending()
            #expect(client.readToEnd() == [])
        }
        #expect(calls.value == 0)
    }

    @Test func answersHeadWithoutABodyAndInOrder() throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send("HEAD /page HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try #require(client.readAnswer(isHead: true))
            #expect(head.status == 200)
            #expect(head.header("content-length") == "5")
            let next = try #require(client.get("/after"))
            #expect(next.text == "/after")
            #expect(client.leftover.isEmpty)
        }
    }

    @Test func sendsTheSameResponseAsNotModified() throws {
        let page = Response.text("page")
        let handler = TestHandler(answering: { request, reply in
            reply.send(page, status: request.path == "/again" ? 304 : nil)
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            #expect(client.get("/")?.text == "page")
            client.send("GET /again HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let again = try #require(client.readAnswer(isHead: true))
            #expect(again.status == 304)
            #expect(client.get("/")?.text == "page")
        }
    }

    @Test func answersPipelinedRequestsInOrder() throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send(
                (0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
            for number in 0..<100 { #expect(client.readAnswer()?.text == "/\(number)") }
        }
    }

    @Test func answersAHalfClosedConnection() throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.finishSending()
            #expect(client.readAnswer()?.text == "/x")
        }
    }

    @Test func showsTheRequestAsItWasSent() throws {
        let handler = TestHandler(answering: { request, reply in
            let parts = [
                request.method, request.target, request.path, request.query ?? "nil",
                request.header("x-one") ?? "nil", request.headers("x-two").joined(separator: "|"),
                request.header("x-none") ?? "nil", request.local.host,
                request.remote?.host ?? "nil",
            ]
            reply.send(.text(parts.joined(separator: "\n")))
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send(
                "GET /a%20b/?q=%41&r HTTP/1.1\r\nHost: localhost\r\nX-One:  1 \t\r\n"
                    + "x-two: a\r\nX-TWO: b\r\n\r\n")
            let expected = [
                "GET", "/a%20b/?q=%41&r", "/a b/", "q=%41&r", "1", "a|b", "nil", "127.0.0.1",
                "127.0.0.1",
            ]
            #expect(client.readAnswer()?.text == expected.joined(separator: "\n"))
        }
    }

    @Test(arguments: [1, 4]) func answersClientsAboveTheLimitWith503(daemons: Int) throws {
        let configuration = Server.Configuration.make {
            $0.connectionLimit = 2
            $0.daemonsPerAddress = daemons
        }
        try withServer(configuration) { address in
            let first = try RawClient(address)
            let second = try RawClient(address)
            #expect(first.get("/1")?.status == 200)
            #expect(second.get("/2")?.status == 200)
            let third = try RawClient(address)
            let answer = try #require(third.get("/3"))
            #expect(answer.status == 503)
            #expect(answer.text == "The server has too many clients; try later.")
            #expect(answer.header("connection") == "close")
            #expect(first.get("/1")?.status == 200)
        }
    }

    @Test func disconnectsAClientThatDoesNotRead() throws {
        let answered = KeptCount()
        let handler = TestHandler(answering: { _, reply in
            answered.increment()
            reply.send(
                Response(status: 200, headers: [], body: [UInt8](repeating: 1, count: 50_000_000)))
        })
        let server = try Server(.make { $0.idleTimeout = .seconds(1) }, handler: handler)
        defer { server.stop() }
        let client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { answered.value == 1 })
        #expect(eventually { server.liveExchanges == 0 })
    }

    @Test func handlesMutatedRequestsWithoutACrash() throws {
        let seeds = (GateTests.requestLines + GateTests.headers + GateTests.framing).map(\.bytes)
            .filter { $0.count < 1000 }
        var generator = SeededGenerator(state: 42)
        try withServer(.make { $0.headerDeadline = .milliseconds(500) }) { address in
            for _ in 0..<3000 {
                var bytes = try #require(seeds.randomElement(using: &generator))
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    bytes[place] = .random(in: 0...255, using: &generator)
                }
                let client = try RawClient(address)
                client.send(bytes)
                client.finishSending()
                if Bool.random(using: &generator) { _ = client.readAnswer(milliseconds: 1) }
            }
            let client = try RawClient(address)
            #expect(client.get("/well")?.text == "/well")
        }
    }
}
