import FaceplateTestSupport
import Synchronization
import Testing

@testable import Microhttpd

/// Streams: the data that they send, how they are woken, and how they end.
@Suite(.timeLimit(.hung))
struct EventStreamTests {
    private static let request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Opens this many streams of a board, and waits until each has its first line.
    private func open(
        _ count: Int, at address: SocketAddress, request: String = request
    ) throws -> [RawClient] {
        let clients = try (0..<count).map { _ in try RawClient(address) }
        for client in clients { client.send(request) }
        for client in clients { #expect(client.read(until: "hello\n")) }
        return clients
    }

    @Test func sendsAllEventsInOrderToEveryClient() throws {
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            let clients = try open(50, at: server.addresses[0])
            #expect(server.liveStreams == 50)
            for number in 1...20 {
                board.post("event \(number)\n")
                server.wakeStreams()
            }
            let all = (1...20).map { "event \($0)\n" }.joined()
            for client in clients {
                #expect(client.read(until: "event 20\n"))
                #expect(client.streamed == Array(("hello\n" + all).utf8))
            }
        }
    }

    @Test func aStreamIsChunkedAndTheLastResponseOfItsConnection() throws {
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            let client = try open(1, at: server.addresses[0])[0]
            let head = client.streamHead
            #expect(head.hasPrefix("HTTP/1.1 200 "))
            #expect(head.contains("Content-Type: text/event-stream\r\n"))
            #expect(head.contains("Transfer-Encoding: chunked\r\n"))
            #expect(head.contains("Connection: close\r\n"))
            board.close()
            server.wakeStreams()
            #expect(client.readStreamToEnd())
            #expect(eventually { server.liveStreams == 0 && server.liveExchanges == 0 })
        }
    }

    @Test func sendsAnEventRightBeforeTheEnd() throws {
        let board = Board(["hello\n", "goodbye\n"])
        board.close()
        try withStreams(of: board) { server in
            let client = try RawClient(server.addresses[0])
            client.send(Self.request)
            #expect(client.readStreamToEnd())
            #expect(client.streamed == Array("hello\ngoodbye\n".utf8))
        }
    }

    @Test func sendsEventsLargerThanTheMemoryOfAConnection() throws {
        let large = String(repeating: "0123456789abcdef", count: 10_000) + "\n"
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            let client = try open(1, at: server.addresses[0])[0]
            board.post(large)
            board.post("after\n")
            server.wakeStreams()
            #expect(client.read(until: "after\n"))
            #expect(client.streamed == Array(("hello\n" + large + "after\n").utf8))
        }
    }

    @Test func missesNoEventDuringSuspension() throws {
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            let clients = try open(4, at: server.addresses[0])
            for number in 1...1_000 {
                board.post("\(number).\n")
                server.wakeStreams()
                guard number % 100 == 0 else { continue }
                for client in clients { #expect(client.read(until: "\n\(number).\n")) }
            }
        }
    }

    /// The wake comes after the last answer of the source and before its connection is suspended.
    @Test func sendsAnEventBetweenTheLastReadAndTheSuspension() throws {
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            board.beforeSleep {
                board.post("late\n")
                server.wakeStreams()
            }
            let client = try RawClient(server.addresses[0])
            client.send(Self.request)
            #expect(client.read(until: "hello\nlate\n"))
        }
    }

    @Test func aSlowReaderDelaysNoOther() throws {
        let block = String(repeating: "x", count: 100_000)
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            let slow = try open(1, at: server.addresses[0])[0]
            let quick = try open(1, at: server.addresses[0])[0]
            for number in 1...50 {
                board.post("\(block)\(number)\n")
                server.wakeStreams()
                #expect(quick.read(until: "x\(number)\n"))
                quick.forget()
            }
            #expect(slow.read(until: "x50\n"))
            let digits = 9 + 41 * 2
            #expect(slow.streamed.count == 6 + 50 * 100_001 + digits)
        }
    }

    @Test func detectsADisconnectWhileNothingIsSent() throws {
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            var clients = try open(20, at: server.addresses[0])
            let port = server.addresses[0].port
            let before = descriptors(boundTo: port).count
            clients.removeLast(15)
            #expect(eventually { server.liveStreams == 5 })
            #expect(eventually { descriptors(boundTo: port).count == before - 15 })
            #expect(eventually { board.readers == 5 })
            board.post("still here\n")
            server.wakeStreams()
            for client in clients { #expect(client.read(until: "still here\n")) }
        }
    }

    @Test func returns503BeyondThreeQuartersOfTheConnections() throws {
        let board = Board(["hello\n"])
        let configuration = Server.Configuration.make { $0.connectionLimit = 16 }
        try withStreams(of: board, configuration) { server in
            var clients = try open(12, at: server.addresses[0])
            let more = try RawClient(server.addresses[0])
            let answer = try #require(more.get("/events"))
            #expect(answer.status == 503)
            #expect(answer.text == "The server has too many streams; try later.")
            #expect(more.get("/")?.status == 200, "The rest is for others.")
            clients.removeLast()
            #expect(eventually { server.liveStreams == 11 })
            clients += try open(1, at: server.addresses[0])
        }
    }

    @Test func headReturnsNoStream() throws {
        let board = Board(["hello\n"])
        try withStreams(of: board) { server in
            let client = try RawClient(server.addresses[0])
            client.send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = try #require(client.readAnswer(isHead: true))
            #expect(answer.status == 200)
            #expect(answer.header("content-type") == "text/event-stream")
            #expect(server.liveStreams == 0)
            #expect(client.get("/")?.text == "/", "The next answer is in step.")
        }
    }

    @Test func invalidHeadersReturn500() throws {
        let handler = TestHandler(answering: { _, reply in
            reply.stream(Board([]).reader(), headers: [("X", "a\r\nb")])
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            #expect(client.get("/")?.status == 500)
        }
    }

    @Test func aStreamCanBeginLater() throws {
        let board = Board(["hello\n"])
        let kept = KeptReplies()
        let server = try Server(.make(), handler: TestHandler(answering: { kept.keep($1) }))
        defer { server.stop() }
        let client = try RawClient(server.addresses[0])
        client.send(Self.request)
        #expect(eventually { kept.count == 1 })
        for reply in kept.takeAll() { reply.stream(board.reader(), headers: []) }
        #expect(client.read(until: "hello\n"))
        let late = try RawClient(server.addresses[0])
        late.send(Self.request)
        #expect(eventually { kept.count == 1 })
        late.finishSending()
        for reply in kept.takeAll() { reply.stream(board.reader(), headers: []) }
        #expect(late.readToEnd() != nil)
        #expect(eventually { server.liveStreams == 1 })
    }

    // MARK: - Stopping

    @Test func stoppingEndsSuspendedStreamsAtOnce() throws {
        let board = Board(["hello\n"])
        let server = try Server(.patient(), handler: Self.handler(board))
        defer { server.stop(grace: .zero) }
        let clients = try open(200, at: server.addresses[0])
        #expect(server.stopsWithoutItsGrace())
        for client in clients {
            #expect(client.readStreamToEnd())
        }
        #expect(server.liveStreams == 0 && server.liveExchanges == 0 && board.readers == 0)
        server.wakeStreams()
    }

    @Test func stoppingDoesNotWaitForClientsThatDoNotRead() throws {
        let board = Board(["hello\n"])
        let server = try Server(.patient(), handler: Self.handler(board))
        defer { server.stop(grace: .zero) }
        let client = try open(1, at: server.addresses[0])[0]
        defer { client.forget() }
        board.post(String(repeating: "x", count: 20_000_000))
        server.wakeStreams()
        #expect(server.stopsWithoutItsGrace())
        #expect(server.liveStreams == 0)
    }

    @Test func stopsManyTimesWhileStreamsOpenAndClose() throws {
        let port = Mailbox()
        let board = Board(["hello\n"])
        let seen = KeptCount()
        let load = (0..<3).map { number in
            TestThread {
                while let address = port.address {
                    guard let client = try? RawClient(address) else { continue }
                    client.send(Self.request)
                    if client.read(until: "hello\n", milliseconds: 1_000) { seen.increment() }
                    // One client stays until the server ends its stream.
                    if number == 0 { _ = client.readStreamToEnd(milliseconds: 1_000) }
                }
            }
        }
        for _ in 0..<50 {
            let server = try Server(
                .patient { $0.daemonsPerAddress = 2 }, handler: Self.handler(board))
            defer { server.stop(grace: .zero) }
            port.address = server.addresses[0]
            let before = seen.value
            while seen.value < before + 5 { server.wakeStreams() }
            #expect(server.stopsWithoutItsGrace())
            #expect(server.liveExchanges == 0 && server.liveStreams == 0)
        }
        port.address = nil
        #expect(load.allSatisfy { $0.join() })
        #expect(eventually { board.readers == 0 })
    }

    // MARK: - Support

    private static func handler(_ board: Board) -> TestHandler {
        TestHandler(answering: { request, reply in
            guard request.path == "/events" else { return reply.send(.text(request.path)) }
            reply.stream(board.reader(), headers: [("Content-Type", "text/event-stream")])
        })
    }

    private func withStreams(
        of board: Board, _ configuration: Server.Configuration = .make(),
        _ body: (Server) throws -> Void
    ) throws {
        let server = try Server(configuration, handler: Self.handler(board))
        defer {
            server.stop()
            #expect(server.liveExchanges == 0 && server.liveStreams == 0)
            #expect(board.readers == 0, "A source was left behind.")
        }
        try body(server)
    }
}

/// Lines that are sent to all streams.
private final class Board: Sendable {
    private struct Content {
        var lines: [[UInt8]]
        var isClosed = false
        var readers = 0
    }

    private let content: Locked<Content>
    /// Called once, before the connection of a reader that has nothing more to send is suspended.
    private let sleeping = Locked<(@Sendable () -> Void)?>(nil)

    init(_ lines: [String]) { content = Locked(Content(lines: lines.map { Array($0.utf8) })) }

    func post(_ line: String) { content.withLock { $0.lines.append(Array(line.utf8)) } }

    func close() { content.withLock { $0.isClosed = true } }

    func beforeSleep(_ act: @escaping @Sendable () -> Void) { sleeping.withLock { $0 = act } }

    private func fallAsleep() {
        let act = sleeping.withLock { act in
            defer { act = nil }
            return act
        }
        act?()
    }

    /// The number of sources that were not released.
    var readers: Int { content.withLock { $0.readers } }

    func reader() -> some StreamSource { Reader(place: Place(self)) }

    private struct Reader: StreamSource {
        let place: Place
        var seen = 0
        var isIdle = false

        mutating func next() -> StreamPart {
            let part: StreamPart = place.board.content.withLock { [seen] content in
                if seen < content.lines.count { return .bytes(content.lines[seen]) }
                return content.isClosed ? .end : .none
            }
            // The first time, what was read before is sent; the second time, the connection falls asleep.
            let hasWaited = isIdle
            isIdle = if case .none = part { true } else { false }
            switch part {
            case .bytes: seen += 1
            case .none where hasWaited: place.board.fallAsleep()
            case .none: break
            case .end: break
            }
            return part
        }
    }

    private final class Place: Sendable {
        let board: Board

        init(_ board: Board) {
            self.board = board
            board.content.withLock { $0.readers += 1 }
        }

        deinit { board.content.withLock { $0.readers -= 1 } }
    }
}
