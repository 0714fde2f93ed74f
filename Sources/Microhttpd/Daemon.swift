internal import CMicrohttpd
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One thread of libmicrohttpd's, with an epoll set and connections of its own.
// @unchecked because `handle` and `log` are set in `start` and cleared in `stop`, each called once
// by the server, and no callback reads them.
final class Daemon: @unchecked Sendable {
    let core: Core
    let address: SocketAddress
    /// Requests whose first line was read and that are not completed.
    let liveExchanges = Atomic(0)
    let streams = StreamHub()

    // `struct MHD_Daemon *`
    private var handle: OpaquePointer?
    private var log: UnsafeMutablePointer<cmicrohttpd_log>?
    private let clients = Locked(Clients())
    private let suspended = Locked(Suspended())

    private struct Clients {
        var all: [UInt64: Connection] = [:]
        /// Those that went away, or send no more, and are not closed yet.
        var departed: [UInt64: Connection] = [:]
    }

    private struct Suspended {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        /// Once set, nothing may be suspended any more.
        var isOver = false
    }

    private init(core: Core, address: SocketAddress) {
        self.core = core
        self.address = address
    }

    /// Starts a daemon on a duplicate of that socket, which libmicrohttpd closes.
    static func start(
        core: Core, socket: ListenSocket, configuration: Server.Configuration
    ) throws(ServerError) -> Daemon {
        let daemon = Daemon(core: core, address: socket.address)
        let descriptor = socket.duplicate()
        guard descriptor >= 0 else { throw ServerError(socket.address, errno: errno) }
        // libmicrohttpd holds one reference as long as it may call; released in `stop`.
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
        guard let handle = cmicrohttpd_start(&options) else {
            // Whether libmicrohttpd closed the descriptor depends on how far it came: a leak of
            // one is harmless, a second close is not.
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

    /// Called before libmicrohttpd closes the descriptor, so that nobody shuts down one that has
    /// become another client's.
    func remove(_ connection: Connection) {
        core.watch.remove(connection.descriptor)
        clients.withLock { clients in
            clients.all[connection.id] = nil
            clients.departed[connection.id] = nil
        }
        core.connections.subtract(1, ordering: .relaxed)
    }

    /// The connection whose head is here as a whole and was not seen by an exchange.
    ///
    /// To be called on the daemon's thread, between two callbacks of which there is one at most.
    var connectionOfWholeHead: Connection? {
        clients.withLock { clients in
            clients.all.values.first { connection in
                connection.activity == .receivingHead
                    && OpaquePointer(bitPattern: connection.handle)
                        .map { cmicrohttpd_head_size($0) > 0 } ?? false
            }
        }
    }

    /// Notes the clients that went away, and ends their streams; numbers of other daemons' clients
    /// do not matter.
    func noteDeparted(_ ids: [UInt64]) {
        streams.hangUp(ids)
        clients.withLock { clients in
            for id in ids { clients.departed[id] = clients.all[id] }
        }
    }

    /// Gives up what waits for clients that went away.
    ///
    /// - Returns: true while there is one whose connection is not closed.
    func hangUpDeparted() -> Bool {
        clients.withLock { clients in
            for connection in clients.departed.values { connection.hangUpIfWaiting() }
            return !clients.departed.isEmpty
        }
    }

    /// Ends what has not come far enough in its time.
    func shutOverdue(at now: Int64) {
        clients.withLock { clients in
            for connection in clients.all.values where connection.isOverdue(at: now) {
                connection.shut()
            }
        }
    }

    /// Ends who waits for nothing: called again and again while the server stops.
    func shutIdle(at now: Int64) {
        clients.withLock { clients in
            for connection in clients.all.values { connection.shutIfIdle(at: now) }
        }
    }

    // MARK: - Later answers

    /// Takes the connection out of the loop; false when the server is past waiting.
    ///
    /// Called on the daemon's thread, under the exchange's lock.
    func suspend(_ exchange: Exchange) -> Bool {
        let isRegistered = suspended.withLock { suspended in
            guard !suspended.isOver else { return false }
            suspended.exchanges[ObjectIdentifier(exchange)] = exchange
            return true
        }
        if isRegistered { MHD_suspend_connection(exchange.connection) }
        return isRegistered
    }

    /// Puts a suspended connection back.
    ///
    /// Called once for each `suspend`, from any thread.
    func resume(_ exchange: Exchange) {
        MHD_resume_connection(exchange.connection)
        // Only now may the daemon be stopped: it aborts over a suspended connection.
        suspended.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    var hasSuspended: Bool { suspended.withLock { !$0.exchanges.isEmpty } }

    // MARK: - Stopping

    /// Accepts no more clients.
    func quiesce() {
        guard let handle else { return }
        // > the listen socket is returned to the caller, who closes it (microhttpd.h); it is
        // closed in `stop`, since the daemon's thread may be about to accept from it.
        quiesced = MHD_quiesce_daemon(handle)
    }

    private var quiesced: Int32 = -1

    /// From now on nothing is suspended, and what is gets 503.
    func giveUp() {
        let left = suspended.withLock { suspended in
            suspended.isOver = true
            return Array(suspended.exchanges.values)
        }
        for exchange in left { exchange.send(core.stopping) }
    }

    /// Joins the thread.
    ///
    /// Nothing may be suspended; nothing is called afterwards.
    func stop() {
        guard let handle else { return }
        MHD_stop_daemon(handle)
        self.handle = nil
        if quiesced >= 0 { closeDescriptor(quiesced) }
        log?.deallocate()
        log = nil
        Unmanaged.passUnretained(self).release()
    }
}
