import Synchronization

/// An HTTP/1.1 server over libmicrohttpd, which listens on loopback by default.
///
/// ```swift
/// let server = try Server(Server.Configuration(), handler: handler)
/// print("http://\(server.addresses[0])/")
/// // …
/// server.stop()
/// ```
///
/// `stop()` must be called before the last reference is released. The server can be used from any thread.
public final class Server: Sendable {
    /// The addresses that the server listens on: one for each host, all with the same port, then those of Unix sockets
    /// and of sockets that the process inherited.
    public let addresses: [SocketAddress]

    /// The number of connections between the soft limit, above which clients get 503, and the limit of libmicrohttpd,
    /// above which they wait without a response.
    static let spareConnections = 64

    /// The number of descriptors reserved for the rest of the process.
    private static let spareDescriptors = 256

    private enum Life { case running, stopping, stopped }

    private let core: Core
    private let sockets: [ListenSocket]
    private let daemons: [Daemon]
    private let reaper: Reaper
    private let life = Locked(Life.running)

    /// Binds, listens and starts; connections are accepted when this returns.
    ///
    /// It raises the process's soft limit of open files to the hard limit.
    ///
    /// - Throws: A `ServerError` that names the address; nothing stays open.
    public init(
        _ configuration: Configuration, handler: any RequestHandler
    ) throws(ServerError) {
        let log = MessageLog(configuration.log)
        let wanted = max(configuration.connectionLimit, 1)
        let possible = max(FileLimit.raise() - Self.spareDescriptors, 16)
        if possible < wanted { log("The limit of open files allows \(possible) connections.") }
        core = Core(
            handler: handler, configuration: configuration, log: log,
            connectionLimit: min(wanted, possible))
        sockets = try ListenSocket.open(configuration, log: { log($0) })
        addresses = sockets.map(\.address)
        var started: [Daemon] = []
        do {
            for socket in sockets {
                for _ in 0..<max(configuration.daemonsPerAddress, 1) {
                    started.append(
                        try Daemon.start(core: core, socket: socket, configuration: configuration))
                }
            }
            reaper = try Reaper(started, shortest: min(core.headerDeadline, core.bodyDeadline))
        } catch {
            Self.stop(started, sockets: sockets, core: core, grace: 0)
            throw error
        }
        daemons = started
    }

    /// Binds the addresses of a configuration and releases them; sockets that the process inherited are only looked at.
    ///
    /// - Returns: The addresses, as a server would have them.
    /// - Throws: A `ServerError` that names the address that is not available.
    @discardableResult
    public static func checkAddresses(
        _ configuration: Configuration
    ) throws(ServerError) -> [SocketAddress] {
        let sockets = try ListenSocket.open(configuration, log: { _ in })
        for socket in sockets where !socket.isInherited { socket.close() }
        return sockets.map(\.address)
    }

    deinit {
        assert(
            life.withLock { $0 == .stopped }, "Server.stop() must be called before it is released.")
    }

    /// The number of requests whose first line was read and that are not completed yet; 0 after `stop()`.
    public var liveExchanges: Int {
        daemons.reduce(0) { $0 + $1.liveExchanges.load(ordering: .relaxed) }
    }

    var liveConnections: Int { core.connections.load(ordering: .relaxed) }

    var memoryReturns: Int { core.memoryReturns.load(ordering: .relaxed) }

    /// The number of open streams.
    public var liveStreams: Int { core.streams.load(ordering: .relaxed) }

    /// Makes all streams ask their sources again, because there may be new data.
    ///
    /// Call it once for many events, because each call wakes every stream. It can be called from any thread, also while
    /// the server stops.
    public func wakeStreams() { daemons.forEach { $0.streams.wake() } }

    /// Uses another certificate for new connections; open ones keep theirs.
    ///
    /// It has no effect on a server without TLS. It can be called from any thread.
    public func use(_ identity: TLSIdentity) {
        core.identity.withLock { current in
            if current != nil { current = identity }
        }
    }

    /// Stops accepting clients, finishes the active requests, and returns when all threads have ended.
    ///
    /// Idle connections and streams are closed immediately. Requests that are not finished within `grace` get 503. A
    /// second call waits for the first. A handler must never call this method, because it waits for the thread that
    /// calls it.
    ///
    /// - Parameter grace: The time that active requests may take.
    public func stop(grace: Duration = .seconds(5)) {
        let isMine = life.withLock { life in
            guard life == .running else { return false }
            life = .stopping
            return true
        }
        guard isMine else {
            while life.withLock({ $0 != .stopped }) { MonotonicClock.rest(milliseconds: 1) }
            return
        }
        Self.stop(daemons, sockets: sockets, core: core, grace: grace.boundedNanoseconds)
        reaper.stop()
        life.withLock { $0 = .stopped }
    }

    /// The time in nanoseconds for sending 503 to requests that did not finish within the grace period.
    private static let lastWords: Int64 = 250_000_000

    private static func stop(
        _ daemons: [Daemon], sockets: [ListenSocket], core: Core, grace: Int64
    ) {
        core.drain()
        daemons.forEach { $0.quiesce() }
        daemons.forEach { $0.streams.end() }
        sockets.forEach { $0.stopListening() }
        waitForClients(of: daemons, atMost: grace)
        daemons.forEach { $0.giveUp() }
        waitForClients(of: daemons, atMost: lastWords)
        // This is short, because all suspended requests have their response and only need to be resumed.
        while daemons.contains(where: \.hasSuspended) { MonotonicClock.rest(milliseconds: 1) }
        daemons.forEach { $0.stop() }
        sockets.forEach { $0.close() }
    }

    private static func waitForClients(of daemons: [Daemon], atMost limit: Int64) {
        let end = MonotonicClock.now &+ limit
        while daemons.contains(where: { $0.connectionCount > 0 }) {
            let now = MonotonicClock.now
            guard now < end else { return }
            daemons.forEach { $0.shutIdle(at: now) }
            MonotonicClock.rest(milliseconds: 1)
        }
    }
}
