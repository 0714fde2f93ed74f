import FaceplateTestSupport
import Testing

@testable import Microhttpd

@Suite(.timeLimit(.hung))
struct ResponseTests {
    @Test(arguments: [
        ("A\r\nB", "x", "A header name must be a token."),
        ("A B", "x", "A header name must be a token."),
        ("A:", "x", "A header name must be a token."),
        ("", "x", "A header name must be a token."),
        ("Ä", "x", "A header name must be a token."),
        ("A", "", "The value of A must be one line of visible text."),
        ("A", "x\r\nSet-Cookie: y", "The value of A must be one line of visible text."),
        ("A", "x\ny", "The value of A must be one line of visible text."),
        ("A", "x\ry", "The value of A must be one line of visible text."),
        ("A", "x\u{0}y", "The value of A must be one line of visible text."),
        ("A", "x\ty", "The value of A must be one line of visible text."),
        ("A", "x\u{7f}", "The value of A must be one line of visible text."),
        ("Content-Length", "3", "The server itself sends Content-Length."),
        ("connection", "close", "The server itself sends connection."),
        ("Transfer-Encoding", "chunked", "The server itself sends Transfer-Encoding."),
        ("Date", "today", "The server itself sends Date."),
    ])
    func rejectsInvalidHeaders(_ name: String, _ value: String, _ problem: String) {
        let response = Response(status: 200, headers: [(name, value)], body: [])
        #expect(response.problem == problem)
    }

    @Test(arguments: [
        ("A", "b"), ("Set-Cookie", "a=b; Path=/"), ("X", "é"), ("!#$%&'*+-.^_`|~", "1"),
    ])
    func acceptsValidHeaders(_ name: String, _ value: String) {
        #expect(Response(status: 200, headers: [(name, value)], body: []).problem == nil)
    }

    @Test(arguments: [Int.min, -1, 0, 100, 199, 600, Int.max])
    func rejectsInvalidStatuses(_ status: Int) {
        let response = Response(status: status, headers: [], body: [])
        #expect(response.problem == "The status must be from 200 to 599.")
    }

    @Test func isSentFromManyThreadsAtOnce() throws {
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        let page = Response(status: 200, headers: [("X-A", "1"), ("X-A", "2")], body: body)
        let handler = TestHandler(answering: { _, reply in
            _ = TestThread { reply.send(page) }
        })
        try withServer(.make(), handler) { address in
            let right = KeptCount()
            let threads = (0..<8).map { _ in
                TestThread {
                    guard let client = try? RawClient(address) else { return }
                    for _ in 0..<50 where client.get("/")?.body == body { right.increment() }
                }
            }
            #expect(threads.allSatisfy { $0.join() })
            #expect(right.value == 400)
        }
    }

    /// The client or, after a chunked body, the server closes the connection.
    @Test(arguments: [
        ("Content-Length: 0\r\n\r\n", nil, false),
        ("Content-Length: 0\r\nConnection: close\r\n\r\n", nil, true),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", nil, true),
        ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 201, true),
    ])
    func sendsItsHeadersInTheirOrder(request: String, status: Int?, closes: Bool) throws {
        let headers = [("X-A", "1"), ("X-B", "2"), ("X-A", "3")]
        let handler = TestHandler(answering: {
            $1.send(Response(status: 200, headers: headers, body: []), status: status)
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\n\(request)")
            let answer = try #require(client.readAnswer())
            #expect(answer.status == status ?? 200)
            #expect(
                answer.headers.filter { $0.name.hasPrefix("x-") }.map(\.value) == ["1", "2", "3"])
            #expect((answer.header("connection") == "close") == closes)
        }
    }

    /// Otherwise each response would leave one more behind.
    @Test func isCreatedOnceForClosingConnections() throws {
        let page = Response.text("page")
        let closing = try #require(page.closing)
        #expect(closing != page.queued)
        #expect((0..<10).allSatisfy { _ in page.closing == closing })
    }

    /// The addresses of bytes that are never freed would all differ.
    @Test func freesItsBytes() {
        let addresses = (0..<100).map { _ in
            Response(status: 200, headers: [], body: Array(repeating: 1, count: 500)).bytes.start
        }
        #expect(Set(addresses).count < 100)
    }

    @Test func existsUntilItIsSent() throws {
        let handler = TestHandler(answering: { request, reply in
            reply.send(
                Response(
                    status: 200, headers: [], body: [UInt8](repeating: 0x62, count: 3_000_000)))
        })
        try withServer(.make(), handler) { address in
            let answer = try #require(try RawClient(address).get("/"))
            #expect(answer.body == [UInt8](repeating: 0x62, count: 3_000_000))
        }
    }
}
