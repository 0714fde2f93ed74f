internal import CMicrohttpd
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A thread of libmicrohttpd with its own epoll set and connections.
// @unchecked because `handle` and `log` are set in `start` and cleared in `stop`, each called once
// by the server, and no callback reads them.
final class Daemon: @unchecked Sendable {
    let core: Core
    let address: SocketAddress
    let liveExchanges = Atomic(0)
    let streams = StreamHub()

    // `struct MHD_Daemon *`
    private var handle: OpaquePointer?
    private var log: UnsafeMutablePointer<cmicrohttpd_log>?
    private let clients = Locked(Clients())
    private let suspended = Locked(Suspended())
    private let quiescing = Locked(Quiescing())

    private struct Clients {
        var all: [UInt64: Connection] = [:]
        /// The open connections of clients that disconnected or send no more.
        var departed: [UInt64: Connection] = [:]
    }

    private struct Suspended {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var isOver = false
    }

    private init(core: Core, address: SocketAddress) {
        self.core = core
        self.address = address
    }

    /// libmicrohttpd closes the duplicate of the socket.
    static func start(
        core: Core, socket: ListenSocket, configuration: Server.Configuration
    ) throws(ServerError) -> Daemon {
        let daemon = Daemon(core: core, address: socket.address)
        let descriptor = socket.duplicate()
        guard descriptor >= 0 else { throw ServerError(socket.address, errno: errno) }
        // libmicrohttpd uses this reference as long as it can call the daemon; `stop` releases it.
        let context = Unmanaged.passRetained(daemon)
        let log = UnsafeMutablePointer<cmicrohttpd_log>.allocate(capacity: 1)
        log.initialize(to: cmicrohttpd_log(write: messageLogged, context: context.toOpaque()))
        var options = callbackOptions(context: context.toOpaque())
        options.log = log
        options.listen_socket = descriptor
        options.connection_limit = UInt32(clamping: core.connectionLimit + Server.spareConnections)
        options.connection_memory = configuration.usableMemory
        options.idle_seconds = UInt32(clamping: (core.idleTimeout + 999_999_999) / 1_000_000_000)
        options.idle_seconds = max(options.idle_seconds, 1)
        let isSecure = core.identity.withLock { $0 != nil }
        let started = TLSSession.protocols.withCString { protocols in
            options.tls = isSecure ? protocols : nil
            return cmicrohttpd_start(&options)
        }
        guard let handle = started else {
            // It is unknown whether libmicrohttpd has closed the descriptor. Leaking one descriptor is harmless,
            // closing one twice is not.
            let failure = ServerError(code: .startFailed, address: socket.address, errno: errno)
            log.deallocate()
            context.release()
            throw failure
        }
        daemon.handle = handle
        daemon.log = log
        return daemon
    }

    // MARK: - Connections

    var connectionCount: Int { clients.withLock { $0.all.count } }

    func add(_ connection: Connection) {
        let count = core.connections.add(1, ordering: .relaxed).newValue
        core.peak.max(count, ordering: .relaxed)
        clients.withLock { $0.all[connection.id] = connection }
        core.watch.add(connection.descriptor, id: connection.id)
    }

    /// This is called before libmicrohttpd closes the descriptor, so that no shutdown reaches a descriptor that already
    /// belongs to another client.
    func remove(_ connection: Connection) {
        core.watch.remove(connection.descriptor)
        clients.withLock { clients in
            clients.all[connection.id] = nil
            clients.departed[connection.id] = nil
        }
        core.connections.subtract(1, ordering: .relaxed)
    }

    /// The connection whose head has arrived completely but was not passed to an exchange.
    ///
    /// Read it only on the daemon's thread. Between two callbacks, at most one such connection exists.
    var connectionOfWholeHead: Connection? {
        clients.withLock { clients in
            clients.all.values.first { connection in
                connection.activity == .receivingHead
                    && OpaquePointer(bitPattern: connection.handle)
                        .map { cmicrohttpd_head_size($0) > 0 } ?? false
            }
        }
    }

    var freshConnections: [Connection] {
        clients.withLock { clients in clients.all.values.filter { $0.activity == .fresh } }
    }

    /// Ids of other daemons' clients are ignored.
    func noteDeparted(_ ids: [UInt64]) {
        streams.hangUp(ids)
        clients.withLock { clients in
            for id in ids { clients.departed[id] = clients.all[id] }
        }
    }

    /// For clients that disconnected; true while a connection that waits for one is still open.
    func hangUpDeparted() -> Bool {
        clients.withLock { clients in
            for connection in clients.departed.values { connection.hangUpIfWaiting() }
            return !clients.departed.isEmpty
        }
    }

    func shutOverdue(at now: Int64) {
        clients.withLock { clients in
            for connection in clients.all.values where connection.isOverdue(at: now) {
                connection.shut()
            }
        }
    }

    /// Called repeatedly while the server stops.
    func shutIdle(at now: Int64) {
        clients.withLock { clients in
            for connection in clients.all.values { connection.shutIfIdle(at: now) }
        }
    }

    // MARK: - Late responses

    /// False when the server no longer waits for responses.
    ///
    /// It is called on the daemon's thread, under the exchange's lock.
    func suspend(_ exchange: Exchange) -> Bool {
        let isRegistered = suspended.withLock { suspended in
            guard !suspended.isOver else { return false }
            suspended.exchanges[ObjectIdentifier(exchange)] = exchange
            return true
        }
        if isRegistered { MHD_suspend_connection(exchange.connection) }
        return isRegistered
    }

    /// It is called once for each `suspend`, from any thread.
    func resume(_ exchange: Exchange) {
        MHD_resume_connection(exchange.connection)
        // The daemon must not stop before this point, because it aborts over a suspended connection.
        suspended.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    var hasSuspended: Bool { suspended.withLock { !$0.exchanges.isEmpty } }

    // MARK: - Stopping

    private struct Quiescing {
        /// The address of the `struct MHD_Daemon`; 0 without a request.
        var handle: UInt = 0
        /// The listen socket, which `stop` closes; `nil` until the daemon has stopped accepting clients.
        var descriptor: Int32?
    }

    /// The time in nanoseconds for the daemon's thread to stop accepting clients.
    private static let quiescingLimit: Int64 = 1_000_000_000

    /// libmicrohttpd 0.9.75 aborts the process when its thread and another thread remove the listen socket from the
    /// epoll set at the same time.
    ///
    /// So the daemon's thread does it, in the callback for a connection that is made here.
    func quiesce() {
        guard let handle else { return }
        quiescing.withLock { $0.handle = UInt(bitPattern: handle) }
        var ends: [Int32] = [-1, -1]
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNIX)
        let size = socklen_t(MemoryLayout<sa_family_t>.size)
        if socketpair(AF_UNIX, ListenSocket.streamKind, 0, &ends) == 0 {
            // libmicrohttpd closes the first end, also when it rejects the connection.
            if MHD_add_connection(handle, ends[0], &address, size) == .YES {
                let end = MonotonicClock.now &+ Self.quiescingLimit
                while quiescing.withLock({ $0.descriptor == nil }), MonotonicClock.now < end {
                    MonotonicClock.rest(milliseconds: 1)
                }
            }
            closeDescriptor(ends[1])
        }
        // Without descriptors or connections to spare, this thread does it after all.
        quiesceIfRequested()
    }

    /// Stops accepting clients if that was requested; the daemon's thread calls it for each new connection.
    func quiesceIfRequested() {
        quiescing.withLock { quiescing in
            guard quiescing.descriptor == nil,
                let handle = OpaquePointer(bitPattern: quiescing.handle)
            else { return }
            // > the listen socket is returned to the caller, who closes it (microhttpd.h)
            // `stop` closes it, because the daemon's thread can be about to accept a client from it.
            quiescing.descriptor = MHD_quiesce_daemon(handle)
        }
    }

    /// Sends 503 to all suspended requests; no further connection can be suspended.
    func giveUp() {
        let left = suspended.withLock { suspended in
            suspended.isOver = true
            return Array(suspended.exchanges.values)
        }
        for exchange in left { exchange.send(core.stopping) }
    }

    /// No connection may be suspended; no callback is called afterwards.
    func stop() {
        guard let handle else { return }
        MHD_stop_daemon(handle)
        self.handle = nil
        if let descriptor = quiescing.withLock({ $0.descriptor }), descriptor >= 0 {
            closeDescriptor(descriptor)
        }
        log?.deallocate()
        log = nil
        Unmanaged.passUnretained(self).release()
    }
}
