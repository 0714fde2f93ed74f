import FaceplateTestSupport
import Testing

@testable import Microhttpd

/// The responses to malformed requests, and the state of the server after them.
@Suite(.timeLimit(.hung))
struct GateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// The expected status; 0 when the connection is closed without a response.
        let status: Int
        let closes: Bool

        init(_ name: String, _ text: String, _ status: Int, closes: Bool = true) {
            self.init(name, Array(text.utf8), status, closes: closes)
        }

        init(_ name: String, _ bytes: [UInt8], _ status: Int, closes: Bool = true) {
            testDescription = name
            self.bytes = bytes
            self.status = status
            self.closes = closes
        }
    }

    static let host = "Host: localhost\r\n"
    static let chunked = "POST /p HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"

    static func post(_ headers: String, _ body: String = "abc") -> String {
        "POST /p HTTP/1.1\r\n\(host)\(headers)\r\n\r\n\(body)"
    }

    static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\n\(host)\r\n" }

    static let requestLines = [
        Case("random bytes", (0..<1024).map { UInt8($0 & 255) } + Array("\r\n\r\n".utf8), 400),
        Case("HTTP/0.9", "GET /\r\n\r\n", 400),
        Case("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Case("HTTP/1.2", "GET / HTTP/1.2\r\n\(host)\r\n", 200, closes: false),
        Case("lower-case version", "GET / http/1.1\r\n\(host)\r\n", 400),
        Case("HTTP/1.10", "GET / HTTP/1.10\r\n\(host)\r\n", 400),
        Case("bare line feeds", "GET / HTTP/1.1\nHost: localhost\n\n", 200, closes: false),
        Case("unknown method", "BREW / HTTP/1.1\r\n\(host)\r\n", 501),
        Case("longer method", "GETX / HTTP/1.1\r\n\(host)\r\n", 501),
        Case("lower-case method", "get / HTTP/1.1\r\n\(host)\r\n", 501),
        Case(
            "method beyond ASCII", [0x46, 0x80] + Array(" / HTTP/1.1\r\n\(host)\r\n".utf8), 501),
        // The handler knows whether it allows them.
        Case("TRACE", "TRACE / HTTP/1.1\r\n\(host)\r\n", 200, closes: false),
        Case("CONNECT", "CONNECT a:1 HTTP/1.1\r\n\(host)\r\n", 200, closes: false),
        Case("CONNECT of a path", "CONNECT /a HTTP/1.1\r\n\(host)\r\n", 200, closes: false),
        Case("OPTIONS *", "OPTIONS * HTTP/1.1\r\n\(host)\r\n", 200, closes: false),
        Case("GET *", get("*"), 400),
        Case("absolute form", get("http://evil/"), 400),
        Case("no slash", get("x"), 400),
        Case("space in target", get("/a b"), 400),
        Case("fragment", get("/a#b"), 400),
        Case("NUL in target", get("/a\u{0}b"), 400),
        Case("NUL first in target", get("\u{0}/b"), 400),
        Case("encoded NUL", get("/a%00b"), 400),
        Case("encoded slash", get("/a%2fb"), 400),
        Case("encoded backslash", get("/a%5Cb"), 400),
        Case("dot segment", get("/../etc/passwd"), 400),
        Case("encoded dot segment", get("/%2e%2E/etc"), 400),
        Case("broken percent", get("/%zz"), 400),
        Case("overlong UTF-8", get("/%C0%AE"), 400),
        Case("surrogate", get("/%ED%A0%80"), 400),
        Case(
            "target at the limit", get("/" + String(repeating: "a", count: 8191)), 200,
            closes: false),
        Case("target over the limit", get("/" + String(repeating: "a", count: 8192)), 414),
        Case("target over libmicrohttpd's", get("/" + String(repeating: "a", count: 33000)), 414),
    ]

    static let headers = [
        Case("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        Case("no Host in 1.0", "GET / HTTP/1.0\r\n\r\n", 200),
        Case("two Hosts", "GET / HTTP/1.1\r\n\(host)\(host)\r\n", 400),
        Case("space before the colon", "GET / HTTP/1.1\r\nHost : x\r\nA: 1\r\n\r\n", 400),
        Case("name with a slash", "GET / HTTP/1.1\r\n\(host)A/B: 1\r\n\r\n", 400),
        Case("no colon", "GET / HTTP/1.1\r\n\(host)garbage\r\n\r\n", 400),
        Case("control byte in a value", "GET / HTTP/1.1\r\n\(host)A: a\u{1}b\r\n\r\n", 400),
        Case(
            "0xFF in a value",
            Array("GET / HTTP/1.1\r\n\(host)A: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8), 400),
        Case("UTF-8 in a value", "GET / HTTP/1.1\r\n\(host)A: é\r\n\r\n", 200, closes: false),
        Case("tab in a value", "GET / HTTP/1.1\r\n\(host)A: a\tb\r\n\r\n", 200, closes: false),
        Case(
            "a header of 40 KiB",
            "GET / HTTP/1.1\r\n\(host)A: \(String(repeating: "a", count: 40960))\r\n\r\n", 431),
        Case("empty name first", "GET / HTTP/1.1\r\n: x\r\n\(host)\r\n", 400),
        Case("folded name", "GET / HTTP/1.1\r\nHo: evil\r\n st\r\n\r\n", 400),
        Case("folded value", "GET / HTTP/1.1\r\n\(host)A: a\r\n b\r\n\r\n", 400),
        Case("folded last value", "GET / HTTP/1.1\r\n\(host)A: a\r\n\tb\r\n\r\n", 400),
        Case("folded to nothing", "GET / HTTP/1.1\r\n\(host)A:\r\n \r\nB: c\r\n\r\n", 400),
        Case("NUL in a host", "GET / HTTP/1.1\r\nHost: localhost\u{0}.evil\r\n\r\n", 400),
        Case(
            "NUL in an origin", "GET / HTTP/1.1\r\n\(host)Origin: a\u{0}b\r\nA: b\r\n\r\n", 400),
        Case("NUL at the end of a value", "GET / HTTP/1.1\r\n\(host)A: a\u{0}\r\n\r\n", 400),
        Case("NUL before a value", "GET / HTTP/1.1\r\n\(host)A: \u{0}a\r\n\r\n", 400),
        Case("NUL in a name", "GET / HTTP/1.1\r\n\(host)A\u{0}: a\r\n\r\n", 400),
        Case("mixed line ends", "GET / HTTP/1.1\r\n\(host)A: b\n\r\n", 400),
        Case("other line ends at last", "GET / HTTP/1.1\r\n\(host)A: b\nB: c\n\n", 400),
        Case(
            "other line ends at first",
            "GET / HTTP/1.1\nHost: localhost\nA: b\r\nB: c\r\n\r\n", 400),
        Case("NUL for a line", "GET / HTTP/1.1\r\n\(host)\u{0}\r\nA: b\r\n\r\n", 400),
        Case("NUL for a bare line", "GET / HTTP/1.1\nHost: localhost\n\u{0}\nA: b\n\n", 400),
        Case(
            "blanks around values",
            "GET / HTTP/1.1\r\nHost:\t localhost \t\r\nA:\r\nB: \r\n\r\n", 200, closes: false),
        Case("unknown expectation", post("Expect: foo\r\nContent-Length: 3"), 417),
        Case("unknown expectation in 1.0", "GET / HTTP/1.0\r\nExpect: foo\r\n\r\n", 200),
    ]

    static let framing = [
        Case("a length", post("Content-Length: 3"), 200, closes: false),
        Case("no length", post("A: 1", ""), 200, closes: false),
        Case("folded length", post("Content-Length: 1\r\n 39"), 400),
        Case("NUL in a length", post("Content-Length: 3\u{0}9"), 400),
        Case("length -1", post("Content-Length: -1"), 400),
        Case("length +3", post("Content-Length: +3"), 400),
        Case("length 3a", post("Content-Length: 3a"), 400),
        Case("empty length", post("Content-Length:"), 400),
        Case("length list", post("Content-Length: 3, 3"), 400),
        Case("length 10^23", post("Content-Length: 99999999999999999999999"), 413),
        Case("length 2^63", post("Content-Length: 9223372036854775808"), 400),
        Case("equal lengths", post("Content-Length: 3\r\nContent-Length: 3"), 400),
        Case("different lengths", post("Content-Length: 3\r\nContent-Length: 5"), 400),
        Case(
            "length and chunked", post("Content-Length: 3\r\nTransfer-Encoding: chunked"), 400),
        Case("identity", post("Transfer-Encoding: identity"), 501),
        Case("gzip, chunked", post("Transfer-Encoding: gzip, chunked"), 501),
        Case("xchunked", post("Transfer-Encoding: xchunked"), 501),
        Case(
            "chunked twice",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), 501),
        Case(
            "chunked in 1.0", "POST /p HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400),
        Case("chunks", chunked + "3;x=y\r\nabc\r\n0\r\nA: 1\r\n\r\n", 200),
        Case("chunk size zz", chunked + "zz\r\nabc\r\n0\r\n\r\n", 400),
        Case("chunk size 0x3", chunked + "0x3\r\nabc\r\n0\r\n\r\n", 400),
        Case("chunk size of 17 digits", chunked + "fffffffffffffffff\r\nabc\r\n", 413),
        Case("chunk without line end", chunked + "3\r\nabcXX0\r\n\r\n", 400),
    ]

    static let controlBytes = (Array(UInt8(0x00)...0x1F) + [0x7F]).filter { $0 != 0x09 }
        .map { byte in
            Case(
                "byte \(byte) in a value",
                Array("GET / HTTP/1.1\r\n\(host)A: a".utf8) + [byte] + Array("b\r\n\r\n".utf8), 400)
        }

    @Test(arguments: requestLines + headers + framing + controlBytes)
    func returnsTheExpectedStatus(_ row: Case) throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send(row.bytes)
            let answer = try #require(client.readAnswer(isHead: row.status >= 400))
            #expect(answer.status == row.status)
            #expect(answer.headers.count { $0.name == "connection" } == (row.closes ? 1 : 0))
            if row.closes {
                #expect(answer.header("connection") == "close")
                #expect(client.readToEnd() != nil)
            } else {
                #expect(client.get("/next")?.text == "/next")
            }
            #expect(try RawClient(address).get("/well")?.text == "/well")
        }
    }

    /// Heads that libmicrohttpd ends too early, so that it would read the rest as the next request.
    static let cuts = [
        "GET /healthz HTTP/1.1\r\n\(host): x\r\n",
        "GET /healthz HTTP/1.1\r\n\(host)\u{0}x\r\n",
        "GET /healthz HTTP/1.1\r\n\(host)\u{0}\r\n",
        "POST /p HTTP/1.1\r\n\(host)Content-Length: 1\r\n 39\r\n\r\n",
        chunked + "0\r\nA: b\r\n: x\r\n",
        chunked + "0\r\n\u{0}x\r\n",
    ]

    @Test(arguments: cuts)
    func readsNoRequestInTheRestOfARejectedHead(_ start: String) throws {
        let paths = MessageBox()
        let handler = TestHandler(answering: { request, reply in
            paths.add(request.path)
            reply.send(.text("x"))
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            client.send(start + "POST /hidden HTTP/1.1\r\n\(Self.host)Content-Length: 1\r\n\r\na")
            #expect(client.readToEnd() != nil)
        }
        #expect(!paths.all.contains("/hidden"))
        #expect(start.hasPrefix(Self.chunked) || paths.all == [])
    }

    static let lengths: [(length: String, status: Int)] = [
        ("-1", 400), ("3a", 400), ("99999999999999999999999", 413),
    ]

    /// libmicrohttpd itself would send its header twice.
    @Test(arguments: lengths)
    func sendsOneHeaderAfterAnInvalidLength(_ row: (length: String, status: Int)) throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send(Self.post("Content-Length: \(row.length)", ""))
            let answer = try #require(client.readAnswer())
            #expect(answer.status == row.status)
            #expect(answer.header("connection") == "close")
            #expect(answer.header("date")?.hasSuffix(" GMT") == true)
            #expect(answer.text.hasPrefix("Content-Length "))
            #expect(client.readToEnd() == [])
        }
    }

    /// libmicrohttpd itself would send its header twice, or nothing.
    @Test func sendsOneHeaderForAnyNumberOfCookies() throws {
        var statuses: [Int] = []
        try withServer { address in
            for count in 100...220 {
                let client = try RawClient(address)
                let cookies = (0..<count).map { "cookie_\($0)=0123456789abcdefghij" }
                let head =
                    "GET /x HTTP/1.1\r\n\(Self.host)Cookie: \(cookies.joined(separator: "; "))"
                client.send(head + "\r\n\r\n")
                let answer = client.readAnswer()
                statuses.append(answer?.status ?? 0)
                guard answer?.status != 200 else { continue }
                #expect(answer?.text == "The header has too many fields or cookies.")
                #expect(client.readToEnd() == [])
            }
        }
        #expect(Set(statuses) == [200, 431])
        #expect(statuses == statuses.sorted())
    }

    @Test func doesNotCallTheHandlerForRejectedRequests() throws {
        let calls = KeptCount()
        let handler = TestHandler(admitting: { _ in
            calls.increment()
            return .accept(bodyLimit: 10)
        })
        try withServer(.make(), handler) { address in
            for row in Self.requestLines + Self.headers + Self.framing where row.status >= 400 {
                let client = try RawClient(address)
                client.send(row.bytes)
                _ = client.readAnswer(isHead: true)
            }
        }
        // Malformed chunks are only found after the head was admitted.
        let brokenChunks = Self.framing.count {
            $0.status >= 400 && $0.testDescription.hasPrefix("chunk ")
        }
        #expect(calls.value == brokenChunks)
    }

    @Test func messagesContainNothingOfTheRequest() throws {
        try withServer { address in
            let client = try RawClient(address)
            client.send(Self.get("/<script>%zz"))
            #expect(
                client.readAnswer()?.text
                    == "The path contains a broken percent sequence or is not UTF-8.")
        }
    }
}
