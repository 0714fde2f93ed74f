import FaceplateTestSupport
import Synchronization
import Testing

@testable import Microhttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A handler made of closures.
struct TestHandler: RequestHandler {
    /// A decision about a request; an accepted one is responded to by `answering`.
    enum Decision {
        case accept(bodyLimit: Int)
        case refuse(Response)
    }

    var admitting: @Sendable (Request) -> Decision = { _ in .accept(bodyLimit: 1024) }
    var answering: @Sendable (Request, Reply) -> Void = { request, reply in
        reply.send(.text(request.path))
    }
    var refusing: @Sendable (Refusal) -> Response = { .text($0.reason, $0.status) }
    /// The response to a body that is too large; `nil` for that of `refusing`.
    var refusingBody: (@Sendable (Refusal, Request) -> Response)?

    func admit(_ request: Request) -> Admission {
        switch admitting(request) {
        case .accept(let limit): .accept(bodyLimit: limit, answer: answering)
        case .refuse(let response): .refuse(response)
        }
    }
    func refusal(_ refusal: Refusal) -> Response { refusing(refusal) }
    func refusal(_ refusal: Refusal, of request: Request) -> Response {
        refusingBody?(refusal, request) ?? refusing(refusal)
    }
}

extension Response {
    static func text(_ text: String, _ status: Int = 200) -> Response {
        Response(
            status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
            body: Array(text.utf8))
    }
}

extension Server.Configuration {
    static func make(
        hosts: [String] = ["127.0.0.1"], _ change: (inout Self) -> Void = { _ in }
    ) -> Self {
        var configuration = Self()
        configuration.hosts = hosts
        change(&configuration)
        return configuration
    }

    /// Returns a configuration in which no connection reaches a time limit while a test runs.
    static func patient(_ change: (inout Self) -> Void = { _ in }) -> Self {
        make {
            $0.idleTimeout = .hung * 2
            $0.headerDeadline = .hung * 2
            $0.bodyDeadline = .hung * 2
            change(&$0)
        }
    }
}

/// Runs a server while `body` runs, and checks that no request is left behind.
func withServer(
    _ configuration: Server.Configuration = .make(), _ handler: TestHandler = TestHandler(),
    _ body: (SocketAddress) throws -> Void
) throws {
    let server = try Server(configuration, handler: handler)
    defer {
        server.stop(grace: .seconds(1))
        #expect(server.liveExchanges == 0, "A request was left behind.")
    }
    try body(server.addresses[0])
}

extension Server {
    /// Stops the server with a grace period that is longer than `eventually` waits; true when it stops before that.
    func stopsWithoutItsGrace() -> Bool {
        TestThread { self.stop(grace: .hung * 2) }.join()
    }
}

/// Replies that are stored and sent later.
final class KeptReplies: Sendable {
    private let replies = Locked<[Reply]>([])

    func keep(_ reply: Reply) { replies.withLock { $0.append(reply) } }

    var count: Int { replies.withLock { $0.count } }

    func takeAll() -> [Reply] {
        replies.withLock { replies in
            defer { replies = [] }
            return replies
        }
    }
}

/// A separate thread for work that can block, so that it does not block the threads of the tests.
final class TestThread: Sendable {
    private let isDone = Atomic(false)
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
        var thread = pthread_t(bitPattern: 0)
        pthread_create(
            &thread, nil,
            { context in
                let pointer: UnsafeMutableRawPointer? = context
                guard let pointer else { return nil }
                let thread = Unmanaged<TestThread>.fromOpaque(pointer).takeRetainedValue()
                thread.work()
                thread.isDone.store(true, ordering: .releasing)
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        if let thread = Optional(thread) { pthread_detach(thread) }
    }

    var hasEnded: Bool { isDone.load(ordering: .acquiring) }

    func join() -> Bool { eventually { hasEnded } }
}

/// A counter that any thread can increment.
final class KeptCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func increment() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// The address of the server under load; `nil` ends the load.
final class Mailbox: Sendable {
    private let content = Locked<SocketAddress?>(SocketAddress(host: "127.0.0.1", port: 9))

    var address: SocketAddress? {
        get { content.withLock { $0 } }
        set { content.withLock { $0 = newValue } }
    }
}

/// Returns the open descriptors of this process that are sockets with the path of a Unix socket.
func descriptors(boundTo path: String) -> [Int32] {
    let address = SocketAddress(path: path)
    return (0..<Int32(8192)).filter { SocketAddress(boundTo: $0) == address }
}
