import Synchronization

/// An HTTP/1.1 server over libmicrohttpd, bound to loopback unless told otherwise.
///
/// ```swift
/// let server = try Server(Server.Configuration(), handler: handler)
/// print("http://\(server.addresses[0])/")
/// // …
/// server.stop()
/// ```
///
/// `stop()` must be called before the last reference goes. Safe to use from any thread.
public final class Server: Sendable {
    /// Where the server listens: one address a host, all with the same port.
    public let addresses: [SocketAddress]

    /// Connections between the soft limit, where clients get 503, and libmicrohttpd's own, where
    /// they wait in the dark.
    static let spareConnections = 64

    /// Descriptors for everything else in the process.
    private static let spareDescriptors = 256

    private enum Life { case running, stopping, stopped }

    private let core: Core
    private let sockets: [ListenSocket]
    private let daemons: [Daemon]
    private let reaper: Reaper
    private let life = Locked(Life.running)

    /// Binds, listens and starts; once it returns, connections are accepted.
    ///
    /// Raises the process's soft limit of open files to the hard one.
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
        sockets = try ListenSocket.open(
            hosts: configuration.hosts, port: configuration.port, log: { log($0) })
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

    /// Binds the addresses of a configuration and lets them go again.
    ///
    /// - Throws: A `ServerError` that names the address which cannot be had.
    public static func checkAddresses(_ configuration: Configuration) throws(ServerError) {
        let sockets = try ListenSocket.open(
            hosts: configuration.hosts, port: configuration.port, log: { _ in })
        sockets.forEach { $0.close() }
    }

    deinit {
        assert(
            life.withLock { $0 == .stopped }, "Server.stop() must be called before it is released.")
    }

    /// Requests whose first line was read and that are not completed yet; 0 after `stop()`.
    public var liveExchanges: Int {
        daemons.reduce(0) { $0 + $1.liveExchanges.load(ordering: .relaxed) }
    }

    /// Clients that are connected now.
    var liveConnections: Int { core.connections.load(ordering: .relaxed) }

    /// How often memory was given back after many clients had left.
    var memoryReturns: Int { core.memoryReturns.load(ordering: .relaxed) }

    /// Streams that are open now.
    public var liveStreams: Int { core.streams.load(ordering: .relaxed) }

    /// Has the sources of all streams asked again, because there may be something new.
    ///
    /// To be called once for many events: each call wakes every stream. Safe from any thread, also
    /// while the server stops.
    public func wakeStreams() { daemons.forEach { $0.streams.wake() } }

    /// Stops accepting, finishes what is in flight, and returns when all threads have ended.
    ///
    /// Idle connections and streams are closed at once. Requests that are not answered when `grace` is over
    /// get 503. A second call waits for the first. Never call it from a handler: it waits for
    /// the very thread that called it.
    ///
    /// - Parameter grace: How long requests in flight may take.
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

    /// How long the 503 to those who ran out of grace may take.
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
        // Short: who still has to be resumed has been answered.
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
