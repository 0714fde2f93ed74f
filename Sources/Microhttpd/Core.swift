internal import CMicrohttpd
import Synchronization

final class Core: Sendable {
    let handler: any RequestHandler
    let log: MessageLog
    let connectionLimit: Int
    let targetLimit: Int
    /// The number of bytes of a connection's memory that a head can use.
    ///
    /// libmicrohttpd needs the rest to write the header of the response.
    let headLimit: Int
    let drainLimit: Int
    /// A duration in nanoseconds, like all times here.
    let headerDeadline: Int64
    let bodyDeadline: Int64
    let idleTimeout: Int64
    let connections = Atomic(0)
    let streams = Atomic(0)
    let streamLimit: Int
    /// The maximum number of connected clients since memory was last returned to the system.
    let peak = Atomic(0)
    let memoryReturns = Atomic(0)
    /// The number of times that memory will be returned because a request or a response was large.
    let owedReturns = Atomic(0)
    /// In bytes, of a request or response.
    static let largeSize = 1 << 20
    let watch = DisconnectWatch()
    let identity: Locked<TLSIdentity?>

    private let draining = Atomic(false)
    private let connectionCount = Atomic<UInt64>(0)

    init(
        handler: any RequestHandler, configuration: Server.Configuration, log: MessageLog,
        connectionLimit: Int
    ) {
        self.handler = handler
        self.log = log
        self.connectionLimit = connectionLimit
        identity = Locked(configuration.tls)
        // The remaining connections are left for requests.
        streamLimit = connectionLimit * 3 / 4
        targetLimit = max(configuration.targetLimit, 1)
        headLimit = configuration.usableMemory - min(configuration.usableMemory / 8, 2048)
        drainLimit = max(configuration.drainLimit, 0)
        headerDeadline = configuration.headerDeadline.boundedNanoseconds
        bodyDeadline = configuration.bodyDeadline.boundedNanoseconds
        idleTimeout = configuration.idleTimeout.boundedNanoseconds
    }

    /// True while the server is stopping: responses close their connections, and new requests get 503.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    func newConnectionID() -> UInt64 { connectionCount.add(1, ordering: .relaxed).newValue }

    func drain() { draining.store(true, ordering: .relaxed) }

    /// A response with only the status when the handler's own cannot be sent.
    func response(to refusal: Refusal, of request: Request? = nil) -> Response {
        let response =
            request.map { handler.refusal(refusal, of: $0) } ?? handler.refusal(refusal)
        if response.problem == nil { return response }
        return Response(status: refusal.status, headers: [], body: [])
    }

    /// A 500 response when the handler's own cannot be sent.
    func sendable(_ response: Response) -> Response {
        guard let problem = response.problem else { return response }
        log("A response could not be sent: \(problem)")
        return unanswered
    }

    /// The response for a reply that was released without sending.
    var unanswered: Response {
        response(to: Refusal(status: 500, reason: "The request was not answered."))
    }

    var stopping: Response {
        response(to: Refusal(status: 503, reason: "The server is stopping; try again later."))
    }

    var overstreamed: Response {
        response(to: Refusal(status: 503, reason: "The server has too many streams; try later."))
    }

    var overloaded: Response {
        response(to: Refusal(status: 431, reason: Daemon.tooManyFields))
    }

    var crowded: Response {
        response(to: Refusal(status: 503, reason: "The server has too many clients; try later."))
    }
}

/// A task that returns memory to the system soon after the start, after many clients have disconnected, and after
/// large requests and responses.
///
/// The allocator otherwise reserves the memory that a program used to prepare its pages, or that clients used: 100 MB
/// and more.
struct MemoryReturn {
    private let core: Core
    private var isFirst = true
    private var last = Int64.min

    init(of core: Core) { self.core = core }

    /// The number of clients below the peak at which memory is returned.
    static let departures = 256
    /// The minimum time between two returns in nanoseconds, because each locks the whole heap.
    private static let interval: Int64 = 5_000_000_000

    /// Called regularly, on one thread.
    mutating func giveBack(at now: Int64) {
        if !isFirst {
            let count = core.connections.load(ordering: .relaxed)
            let isOwed = core.owedReturns.load(ordering: .relaxed) > 0
            guard isOwed || core.peak.load(ordering: .relaxed) - count >= Self.departures,
                last == .min || now &- last >= Self.interval
            else { return }
            last = now
            if isOwed { core.owedReturns.subtract(1, ordering: .relaxed) }
            // A client that connects in the meantime raises it again.
            core.peak.store(count, ordering: .relaxed)
        }
        isFirst = false
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
        core.memoryReturns.add(1, ordering: .relaxed)
    }
}
