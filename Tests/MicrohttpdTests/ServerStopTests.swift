import FaceplateTestSupport
import Testing

@testable import Microhttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite(.timeLimit(.hung))
struct ServerStopTests {
    @Test func finishesActiveRequests() throws {
        let kept = KeptReplies()
        let server = try Server(.make(), handler: TestHandler(answering: { kept.keep($1) }))
        defer { server.stop(grace: .zero) }
        let clients = try (0..<10).map { _ in try RawClient(server.addresses[0]) }
        for client in clients { client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(eventually { kept.count == 10 })
        let stopping = TestThread { server.stop() }
        #expect(eventually { (try? RawClient(server.addresses[0])) == nil })
        #expect(!stopping.hasEnded)
        for reply in kept.takeAll() { reply.send(.text("done")) }
        for client in clients {
            let answer = client.readAnswer()
            #expect(answer?.text == "done")
            #expect(answer?.header("connection") == "close")
            #expect(client.readToEnd() == [])
        }
        #expect(stopping.join())
        #expect(server.liveExchanges == 0)
    }

    @Test func endsIdleConnectionsAtOnce() throws {
        let server = try Server(.patient(), handler: TestHandler())
        defer { server.stop(grace: .zero) }
        let clients = try (0..<20).map { _ in try RawClient(server.addresses[0]) }
        for client in clients.dropLast(5) { #expect(client.get("/")?.status == 200) }
        #expect(server.stopsWithoutItsGrace())
        for client in clients { #expect(client.readToEnd() != nil) }
    }

    @Test func returns503AfterTheGracePeriod() throws {
        let kept = KeptReplies()
        let server = try Server(.make(), handler: TestHandler(answering: { kept.keep($1) }))
        defer { server.stop(grace: .zero) }
        let client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { kept.count == 1 })
        server.stop(grace: .milliseconds(100))
        let answer = try #require(client.readAnswer())
        #expect(answer.status == 503)
        #expect(answer.text == "The server is stopping; try again later.")
        #expect(server.liveExchanges == 0)
    }

    /// The request had begun before, so its connection was not idle.
    @Test func returns503ForARequestCompletedDuringTheStop() throws {
        let server = try Server(.patient(), handler: TestHandler())
        defer { server.stop(grace: .zero) }
        let client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: local")
        #expect(eventually { server.liveExchanges == 1 })
        let stopping = TestThread { server.stop(grace: .hung) }
        #expect(eventually { (try? RawClient(server.addresses[0])) == nil })
        client.send("host\r\n\r\n")
        let answer = try #require(client.readAnswer())
        #expect(answer.status == 503)
        #expect(answer.text == "The server is stopping; try again later.")
        #expect(stopping.join())
    }

    /// The handler returns without a response when its server already gives up late responses.
    @Test func stopsAfterAHandlerThatReturnsAfterTheGracePeriod() throws {
        let kept = KeptReplies()
        let givenUp = KeptCount()
        let handler = TestHandler(answering: { request, reply in
            kept.keep(reply)
            if request.path == "/slow" { _ = eventually { givenUp.value > 0 } }
        })
        let server = try Server(
            .make(hosts: ["127.0.0.1", "::1"]) { $0.daemonsPerAddress = 1 }, handler: handler)
        defer { server.stop(grace: .zero) }
        let clients = try server.addresses.map { try RawClient($0) }
        for (client, path) in zip(clients, ["/slow", "/late"]) {
            client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        #expect(eventually { kept.count == 2 })
        let stopping = TestThread { server.stop(grace: .zero) }
        // The second address gives up after the first.
        #expect(clients[1].readAnswer()?.status == 503)
        givenUp.increment()
        #expect(stopping.join())
        #expect(server.liveExchanges == 0)
        #expect(clients[0].readToEnd() != nil)
    }

    @Test func endsAnUnfinishedBodyAfterTheGracePeriod() throws {
        let server = try Server(.patient(), handler: TestHandler())
        defer { server.stop(grace: .zero) }
        let client = try RawClient(server.addresses[0])
        client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
        #expect(eventually { server.liveExchanges == 1 })
        server.stop(grace: .milliseconds(50))
        #expect(client.readToEnd() != nil)
        #expect(server.liveExchanges == 0)
    }

    @Test func releasesItsHandler() throws {
        weak var handled: KeptCount?
        func serve() throws {
            let count = KeptCount()
            handled = count
            let handler = TestHandler(answering: {
                count.increment()
                $1.send(.text($0.path))
            })
            try withServer(.make(), handler) { address in
                let client = try RawClient(address)
                #expect(client.get("/")?.text == "/")
            }
            #expect(count.value == 1)
        }
        try serve()
        #expect(eventually { handled == nil })
    }

    @Test func repeatedStopsStopOnce() throws {
        let server = try Server(.make(), handler: TestHandler())
        defer { server.stop(grace: .zero) }
        let threads = (0..<4).map { _ in TestThread { server.stop() } }
        #expect(threads.allSatisfy { $0.join() })
        server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(server.addresses[0]) }
    }

    @Test func aSecondStopWaitsForTheFirst() throws {
        let kept = KeptReplies()
        let server = try Server(.make(), handler: TestHandler(answering: { kept.keep($1) }))
        defer { server.stop(grace: .zero) }
        let client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { kept.count == 1 })
        let stopping = TestThread { server.stop(grace: .milliseconds(500)) }
        #expect(eventually { (try? RawClient(server.addresses[0])) == nil })
        server.stop(grace: .zero)
        #expect(server.liveExchanges == 0)
        #expect(stopping.join())
    }

    @Test func releasesThePort() throws {
        let first = try Server(.make(hosts: ["127.0.0.1", "::1"]), handler: TestHandler())
        defer { first.stop(grace: .zero) }
        let port = first.addresses[0].port
        #expect(try RawClient(first.addresses[0]).get("/")?.status == 200)
        first.stop()
        let again = Server.Configuration.make(hosts: ["127.0.0.1", "::1"]) { $0.port = port }
        let second = try Server(again, handler: TestHandler())
        defer { second.stop(grace: .zero) }
        for address in second.addresses {
            #expect(try RawClient(address).get("/")?.status == 200)
        }
        #expect(!descriptors(boundTo: port).isEmpty)
        second.stop()
        #expect(descriptors(boundTo: port).isEmpty)
    }

    @Test func startsAndStopsAThousandTimesUnderLoad() throws {
        let port = Mailbox()
        let answered = KeptCount()
        let load = (0..<2).map { _ in
            TestThread {
                while let address = port.address {
                    guard let client = try? RawClient(address) else { continue }
                    while client.get("/", milliseconds: 1000)?.status == 200 {
                        answered.increment()
                    }
                }
            }
        }
        let handler = TestHandler(answering: { request, reply in
            _ = TestThread { reply.send(.text("x")) }
        })
        let configuration = Server.Configuration.make { $0.daemonsPerAddress = 2 }
        for _ in 0..<1000 {
            let server = try Server(configuration, handler: handler)
            defer { server.stop(grace: .zero) }
            port.address = server.addresses[0]
            let before = answered.value
            #expect(eventually { answered.value > before })
            server.stop()
            #expect(server.liveExchanges == 0)
        }
        port.address = nil
        #expect(load.allSatisfy { $0.join() })
    }

    /// A client that has only just connected may still send its request.
    @Test(arguments: [(0, true), (99, true), (101, false)])
    func aNewConnectionHasAShortTimeForItsRequest(milliseconds: Int64, mayRead: Bool) {
        var ends: [Int32] = [-1, -1]
        #expect(socketpair(AF_UNIX, RawClient.streamKind, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let connection = Connection(
            id: 1, descriptor: ends[0], handle: 0, remote: nil, peerUser: nil, isOverLimit: false,
            tls: nil, headerDeadline: 1_000_000_000)
        connection.shutIfIdle(at: connection.opened + milliseconds * 1_000_000)
        var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 0) == (mayRead ? 0 : 1))
    }
}
