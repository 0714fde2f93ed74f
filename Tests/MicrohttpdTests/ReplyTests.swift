import FaceplateTestSupport
import Testing

@testable import Microhttpd

/// Responses that are sent later, from other threads, twice, or never.
@Suite(.timeLimit(.hung))
struct ReplyTests {
    @Test func canBeSentLaterFromAnotherThread() throws {
        let kept = KeptReplies()
        try withServer(.make(), TestHandler(answering: { kept.keep($1) })) { address in
            let client = try RawClient(address)
            for number in 0..<20 {
                client.send("GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(eventually { kept.count == 1 })
                let thread = TestThread {
                    for reply in kept.takeAll() { reply.send(.text("later \(number)")) }
                }
                #expect(client.readAnswer()?.text == "later \(number)")
                #expect(thread.join())
            }
        }
    }

    @Test func canBeSentWhileTheHandlerIsStillRunning() throws {
        let handler = TestHandler(answering: { _, reply in
            let thread = TestThread { reply.send(.text("other thread")) }
            _ = thread.join()
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            for _ in 0..<20 { #expect(client.get("/")?.text == "other thread") }
        }
    }

    @Test func canBeSentDuringSuspension() throws {
        let handler = TestHandler(answering: { _, reply in
            _ = TestThread { reply.send(.text("raced")) }
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            for _ in 0..<500 { #expect(client.get("/")?.text == "raced") }
        }
    }

    @Test func returns500WhenDroppedAtOnce() throws {
        try withServer(.make(), TestHandler(answering: { _, _ in })) { address in
            let client = try RawClient(address)
            let answer = try #require(client.get("/"))
            #expect(answer.status == 500)
            #expect(answer.text == "The request was not answered.")
            #expect(client.get("/")?.status == 500, "The connection is kept.")
        }
    }

    @Test func returns500WhenDroppedLater() throws {
        let kept = KeptReplies()
        try withServer(.make(), TestHandler(answering: { kept.keep($1) })) { address in
            let client = try RawClient(address)
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(eventually { kept.count == 1 })
            _ = kept.takeAll()
            #expect(client.readAnswer()?.status == 500)
        }
    }

    @Test func ignoresASecondResponse() throws {
        let handler = TestHandler(answering: { _, reply in
            reply.send(.text("first"))
            reply.send(.text("second"))
        })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            #expect(client.get("/")?.text == "first")
            #expect(client.get("/")?.text == "first")
        }
    }

    @Test(arguments: [nil, 201])
    func returns500ForAnInvalidResponse(status: Int?) throws {
        let bad = Response(status: 200, headers: [("X", "a\r\nSet-Cookie: b")], body: [1])
        let handler = TestHandler(answering: { $1.send(bad, status: status) })
        try withServer(.make(), handler) { address in
            let answer = try #require(try RawClient(address).get("/"))
            #expect(answer.status == 500)
            #expect(answer.header("set-cookie") == nil)
        }
    }

    @Test func returns500ForAnInvalidRejection() throws {
        let bad = Response(status: 403, headers: [("X", "a\nb")], body: [1])
        try withServer(.make(), TestHandler(admitting: { _ in .refuse(bad) })) { address in
            let client = try RawClient(address)
            #expect(client.get("/")?.status == 500)
        }
    }

    /// The status still says what is wrong.
    @Test func anInvalidRejectionOfTheServerHasNoBody() throws {
        let bad = Response(status: 400, headers: [("X", "a\nb")], body: [1])
        try withServer(.make(), TestHandler(refusing: { _ in bad })) { address in
            let client = try RawClient(address)
            client.send("GET / HTTP/1.1\r\n\r\n")
            let answer = try #require(client.readAnswer())
            #expect(answer.status == 400 && answer.body.isEmpty)
        }
    }

    @Test func aNegativeLimitAcceptsARequestWithoutABody() throws {
        let handler = TestHandler(admitting: { _ in .accept(bodyLimit: -1) })
        try withServer(.make(), handler) { address in
            let client = try RawClient(address)
            #expect(client.get("/x")?.text == "/x")
        }
    }

    @Test func ignoresAnImpossibleStatus() throws {
        try withServer(
            .make(), TestHandler(answering: { $1.send(.text("x"), status: 99_999_999_999) })
        ) { address in
            let client = try RawClient(address)
            #expect(client.get("/")?.status == 200)
        }
    }

    @Test func canOutliveTheServer() throws {
        let kept = KeptReplies()
        let server = try Server(.make(), handler: TestHandler(answering: { kept.keep($1) }))
        defer { server.stop(grace: .zero) }
        let client = try RawClient(server.addresses[0])
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { kept.count == 1 })
        server.stop(grace: .zero)
        #expect(client.readAnswer()?.status == 503)
        for reply in kept.takeAll() { reply.send(.text("too late")) }
        #expect(server.liveExchanges == 0)
    }
}
