import FaceplateTestSupport
import Foundation
import Testing

@testable import Microhttpd

/// Clients that send continuously, but too slowly.
@Suite(.timeLimit(.hung))
struct ReaperTests {
    static func hasty(_ configuration: inout Server.Configuration) {
        configuration.headerDeadline = .milliseconds(300)
        configuration.bodyDeadline = .milliseconds(300)
    }

    /// Connects, and sends a byte every ten milliseconds until the server ends the connection.
    ///
    /// - Returns: The lifetime of the connection; `nil` when the server does not end it.
    func dribble(to address: SocketAddress, after start: String) throws -> Duration? {
        let clock = ContinuousClock()
        let begin = clock.now
        let client = try RawClient(address)
        client.send(start)
        while clock.now - begin < .hung {
            if client.readToEnd(milliseconds: 10) != nil { return clock.now - begin }
            client.send("a")
        }
        return nil
    }

    @Test(arguments: [
        "", "GET /", "GET / HTTP/1.1\r\nHost: localhost\r\nA: ",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n",
    ])
    func endsASlowRequest(_ start: String) throws {
        try withServer(.make(Self.hasty)) { address in
            // A slow machine can end it late, but it must not end early.
            let life = try #require(try dribble(to: address, after: start))
            #expect(life > .milliseconds(200))
            #expect(try RawClient(address).get("/")?.status == 200)
        }
    }

    /// A further request of a connection has no more time than the first.
    @Test(arguments: ["", "GET /", "GET / HTTP/1.1\r\nHost: localhost\r\nA: "])
    func endsASlowRequestAfterAResponse(_ start: String) throws {
        let configuration = Server.Configuration.make {
            Self.hasty(&$0)
            $0.idleTimeout = .milliseconds(300)
        }
        try withServer(configuration) { address in
            let first = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let life = try dribble(to: address, after: first + start)
            #expect(life != nil)
        }
    }

    /// The head of a further request has its own time, and not that of an idle connection.
    @Test func endsASlowHeadIndependentOfTheIdleLimit() throws {
        let configuration = Server.Configuration.make {
            Self.hasty(&$0)
            $0.idleTimeout = .hung * 2
        }
        try withServer(configuration) { address in
            let first = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let life = try dribble(
                to: address, after: first + "GET / HTTP/1.1\r\nHost: localhost\r\nA: ")
            #expect(life != nil)
        }
    }

    /// A body has its own time, which begins when its head is complete.
    @Test func waitsForABodyLongerThanForAHead() throws {
        let configuration = Server.Configuration.make {
            Self.hasty(&$0)
            $0.bodyDeadline = .hung
        }
        try withServer(configuration) { address in
            let client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n")
            #expect(client.readAnswer(milliseconds: 900) == nil)
            client.send("a")
            #expect(client.readAnswer()?.status == 200)
        }
    }

    @Test func servesOthersBesideFiveHundredSlowRequests() throws {
        try withServer(.make(Self.hasty)) { address in
            let slow = try (0..<500).map { _ in try RawClient(address) }
            for client in slow { client.send("GET /") }
            #expect(try RawClient(address).get("/")?.status == 200)
            #expect(eventually { slow.allSatisfy { $0.readToEnd(milliseconds: 0) != nil } })
        }
    }

    @Test func doesNotEndALateResponse() throws {
        let kept = KeptReplies()
        let configuration = Server.Configuration.make(Self.hasty)
        try withServer(configuration, TestHandler(answering: { kept.keep($1) })) { address in
            let client = try RawClient(address)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(eventually { kept.count == 1 })
            #expect(client.readAnswer(milliseconds: 800) == nil)
            for reply in kept.takeAll() { reply.send(.text("late")) }
            #expect(client.readAnswer()?.text == "late")
        }
    }

    @Test func noProgramThatIsStartedInheritsItsPipe() throws {
        func inheritedPipes() -> Int {
            (0..<Int32(4_096)).count { number in
                var status = stat()
                return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
                    && fcntl(number, F_GETFD) & FD_CLOEXEC == 0
            }
        }
        let before = inheritedPipes()
        let reapers = try (0..<50).map { _ in try Reaper([], shortest: 1) }
        defer { for reaper in reapers { reaper.stop() } }
        // Other tests open pipes at the same time, but not so many.
        #expect(inheritedPipes() < before + 50)
    }

    @Test func endsAConnectionWithTooManyQueryArguments() throws {
        try withServer(.make(Self.hasty)) { address in
            let client = try RawClient(address)
            let query = String(repeating: "a&", count: 4000)
            client.send("GET /x?\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.readToEnd() != nil)
        }
    }
}
