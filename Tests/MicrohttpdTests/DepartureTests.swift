import FaceplateTestSupport
import Foundation
import Testing

@testable import Microhttpd

/// Clients that disconnect, or stop sending, in the middle of a request.
@Suite(.timeLimit(.hung))
struct DisconnectTests {
    /// Beginnings of requests, which no deadline ends.
    static let cut = [
        "", "GET /", "GET / HTTP/1.1\r\nHost: localhost\r\nA: ",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nt=",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        "PUT /refused HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nt=",
    ]

    /// A request that libmicrohttpd gives up without a word: its query has too many arguments.
    static let forgotten =
        "GET /x?\(String(repeating: "a&", count: 4000)) HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private static let handler = TestHandler(admitting: { request in
        request.method == "PUT" ? .refuse(.text("no", 405)) : .accept(bodyLimit: 1024)
    })

    private func withPatientServer(
        _ handler: TestHandler = handler, _ body: (Server) throws -> Void
    ) throws {
        let server = try Server(.patient(), handler: handler)
        defer { server.stop(grace: .zero) }
        try body(server)
    }

    @Test(arguments: cut + [forgotten])
    func releasesEverythingOfDisconnectedClients(_ start: String) throws {
        try withPatientServer { server in
            for _ in 0..<300 {
                let client = try RawClient(server.addresses[0])
                client.send(start)
                client.finishSending()
            }
            #expect(eventually { server.liveConnections == 0 && server.liveExchanges == 0 })
            #expect(try RawClient(server.addresses[0]).get("/well")?.text == "/well")
        }
    }

    @Test(arguments: cut)
    func closesAHalfClosedConnection(_ start: String) throws {
        try withPatientServer { server in
            let client = try RawClient(server.addresses[0])
            client.send(start)
            client.finishSending()
            #expect(client.readToEnd() == [])
        }
    }

    @Test func servesANewClientAfterManyInterruptedPosts() throws {
        let configuration = Server.Configuration.patient { $0.connectionLimit = 100 }
        let server = try Server(configuration, handler: Self.handler)
        defer { server.stop(grace: .zero) }
        for _ in 0..<400 {
            let client = try RawClient(server.addresses[0])
            client.send(Self.cut[4])
            client.finishSending()
        }
        #expect(eventually { (try? RawClient(server.addresses[0]).get("/"))?.status == 200 })
    }

    @Test func answersACompleteRequestOfAHalfClosedConnection() throws {
        let kept = KeptReplies()
        let late = TestHandler(answering: { kept.keep($1) })
        try withPatientServer(late) { server in
            let post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
            let clients = try (0..<50).map { _ in try RawClient(server.addresses[0]) }
            for client in clients {
                client.send(post)
                client.finishSending()
            }
            #expect(eventually { kept.count == 50 })
            for reply in kept.takeAll() { reply.send(.text("late")) }
            for client in clients {
                #expect(client.readAnswer()?.text == "late")
                #expect(client.readToEnd() == [])
            }
            #expect(eventually { server.liveConnections == 0 })
        }
    }

    /// A client would read the bytes after a head without a body as the next response.
    @Test(arguments: [
        (204, "No Content", ""), (304, "Not Modified", ""), (404, "Not Found", "late"),
    ])
    func sendsTheStatusToAHalfClosedConnection(
        status: Int, reason: String, body: String
    ) throws {
        let kept = KeptReplies()
        try withPatientServer(TestHandler(answering: { kept.keep($1) })) { server in
            let client = try RawClient(server.addresses[0])
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.finishSending()
            #expect(eventually { kept.count == 1 })
            for reply in kept.takeAll() { reply.send(.text("late"), status: status) }
            let answer = String(decoding: try #require(client.readToEnd()), as: UTF8.self)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) \(reason)\r\n"), "\(answer)")
            #expect(answer.hasSuffix("\r\n\r\n\(body)"), "\(answer)")
        }
    }

    /// The system does not accept such a response at once.
    @Test func sendsALargeLateResponseToAHalfClosedConnection() throws {
        let kept = KeptReplies()
        let text = String(repeating: "a", count: 32 << 20)
        try withPatientServer(TestHandler(answering: { kept.keep($1) })) { server in
            let client = try RawClient(server.addresses[0])
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.finishSending()
            #expect(eventually { kept.count == 1 })
            for reply in kept.takeAll() { reply.send(.text(text)) }
            #expect(client.readAnswer()?.body.count == text.utf8.count)
        }
    }

    @Test func answersAllRequestsOfOnePacketOfAHalfClosedConnection() throws {
        try withPatientServer { server in
            for _ in 0..<50 {
                let client = try RawClient(server.addresses[0])
                client.send(
                    (0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
                client.finishSending()
                for number in 0..<20 { #expect(client.readAnswer()?.text == "/\(number)") }
            }
            #expect(eventually { server.liveConnections == 0 })
        }
    }

    @Test func releasesMemoryAfterManyDisconnects() throws {
        try withPatientServer { server in
            var clients = try (0..<MemoryReturn.departures + 8).map { _ in
                try RawClient(server.addresses[0])
            }
            for client in clients { #expect(client.get("/")?.status == 200) }
            // The first return, soon after the start, is not for the clients.
            #expect(eventually { server.memoryReturns == 1 })
            clients.removeLast(MemoryReturn.departures)
            #expect(eventually { server.memoryReturns == 2 })
            #expect(clients.allSatisfy { $0.get("/")?.status == 200 })
        }
    }

    #if canImport(Glibc)
        /// A program that starts and stops many servers must not run out of descriptors.
        @Test func theWatchForDisconnectsClosesItsDescriptor() throws {
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, RawClient.streamKind, 0, &ends) == 0)
            defer { for end in ends { close(end) } }
            var watch: DisconnectWatch? = DisconnectWatch()
            let descriptor = try #require(watch?.descriptor)
            watch?.add(ends[0], id: 0xface_9a7e)
            // Another part of the program can open a descriptor with the same number.
            func isOpen() -> Bool {
                let path = "/proc/self/fdinfo/\(descriptor)"
                let text = try? String(contentsOfFile: path, encoding: .utf8)
                return text?.contains("face9a7e") == true
            }
            #expect(isOpen())
            #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC, "Child processes do not get it.")
            watch = nil
            #expect(!isOpen())
        }
    #endif
}
