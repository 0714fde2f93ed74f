import Synchronization

/// What all daemons of one server share.
final class Core: Sendable {
    let handler: any RequestHandler
    let log: MessageLog
    let connectionLimit: Int
    let targetLimit: Int
    /// Bytes of a connection's memory that a head may use: with less than the rest libmicrohttpd
    /// cannot write the header of an answer.
    let headLimit: Int
    let drainLimit: Int
    /// Nanoseconds, as all times here.
    let headerDeadline: Int64
    let bodyDeadline: Int64
    let idleTimeout: Int64
    /// Clients connected now.
    let connections = Atomic(0)
    /// Streams that are open now, and how many may be.
    let streams = Atomic(0)
    let streamLimit: Int
    /// Most clients connected at once since memory was last given back.
    let peak = Atomic(0)
    /// How often memory was given back.
    let memoryReturns = Atomic(0)
    let watch = DisconnectWatch()

    private let draining = Atomic(false)
    private let connectionCount = Atomic<UInt64>(0)

    init(
        handler: any RequestHandler, configuration: Server.Configuration, log: MessageLog,
        connectionLimit: Int
    ) {
        self.handler = handler
        self.log = log
        self.connectionLimit = connectionLimit
        // The rest is for those who ask something.
        streamLimit = connectionLimit * 3 / 4
        targetLimit = max(configuration.targetLimit, 1)
        headLimit = configuration.usableMemory - min(configuration.usableMemory / 8, 2048)
        drainLimit = max(configuration.drainLimit, 0)
        headerDeadline = configuration.headerDeadline.boundedNanoseconds
        bodyDeadline = configuration.bodyDeadline.boundedNanoseconds
        idleTimeout = configuration.idleTimeout.boundedNanoseconds
    }

    /// Whether the server is stopping: answers close their connections, new requests get 503.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    func newConnectionID() -> UInt64 { connectionCount.add(1, ordering: .relaxed).newValue }

    func drain() { draining.store(true, ordering: .relaxed) }

    /// The handler's words; a bare answer of ours when those cannot be sent.
    func response(to refusal: Refusal, of request: Request? = nil) -> Response {
        let response =
            request.map { handler.refusal(refusal, of: $0) } ?? handler.refusal(refusal)
        if response.problem == nil { return response }
        return Response(status: refusal.status, headers: [], body: [])
    }

    /// The handler's own response, or 500 when that cannot be sent.
    func sendable(_ response: Response) -> Response {
        guard let problem = response.problem else { return response }
        log("A response could not be sent: \(problem)")
        return unanswered
    }

    /// The answer for a reply that was dropped.
    var unanswered: Response {
        response(to: Refusal(status: 500, reason: "The request was not answered."))
    }

    /// The answer to who comes while the server stops.
    var stopping: Response {
        response(to: Refusal(status: 503, reason: "The server is stopping; try again later."))
    }

    /// The answer to who wants a stream when there are as many as there may be.
    var overstreamed: Response {
        response(to: Refusal(status: 503, reason: "The server has too many streams; try later."))
    }

    /// The answer to a head that leaves no memory for its answer.
    var overloaded: Response {
        response(to: Refusal(status: 431, reason: Daemon.tooManyFields))
    }

    /// The answer to who comes above the soft connection limit.
    var crowded: Response {
        response(to: Refusal(status: 503, reason: "The server has too many clients; try later."))
    }
}
