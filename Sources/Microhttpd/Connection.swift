import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The daemon's thread writes it, and the reaper's thread reads it.
final class Connection: Sendable {
    enum Activity: UInt8, AtomicRepresentable {
        /// The client has not sent a request line yet.
        case fresh
        case receivingHead
        case receivingBody
        case answering
        case streaming
        /// The response was sent, and the connection stays open.
        case idle
    }

    /// The number of the connection, which is never used again, unlike a descriptor.
    let id: UInt64
    let descriptor: Int32
    // `struct MHD_Connection *` as a number, valid until the connection is closed.
    let handle: UInt
    let remote: SocketAddress?
    let tls: TLSSession?
    let peerUser: UInt32?
    /// True when the connection exceeds the soft limit; all of its requests get 503.
    let isOverLimit: Bool
    let opened = MonotonicClock.now

    private let deadline: Atomic<Int64>
    private let current = Atomic(Activity.fresh)
    private let active = Locked<Exchange?>(nil)

    init(
        id: UInt64, descriptor: Int32, handle: UInt, remote: SocketAddress?, peerUser: UInt32?,
        isOverLimit: Bool, tls: TLSSession?, headerDeadline: Int64
    ) {
        self.id = id
        self.descriptor = descriptor
        self.handle = handle
        self.remote = remote
        self.peerUser = peerUser
        self.isOverLimit = isOverLimit
        self.tls = tls
        deadline = Atomic(opened &+ headerDeadline)
    }

    func begin(_ exchange: Exchange) { active.withLock { $0 = exchange } }

    func completeRequest() {
        active.withLock { $0.take() }?.complete()
    }

    var activity: Activity { current.load(ordering: .relaxed) }

    func become(_ activity: Activity) { current.store(activity, ordering: .relaxed) }

    /// Sets the deadline by which the client must make progress, in nanoseconds from now, even if it is sending.
    func allow(_ nanoseconds: Int64) {
        deadline.store(MonotonicClock.now &+ nanoseconds, ordering: .relaxed)
    }

    /// Removes the deadline, because the server must act next.
    func allowForever() { deadline.store(.max, ordering: .relaxed) }

    func isOverdue(at now: Int64) -> Bool { deadline.load(ordering: .relaxed) < now }

    // MARK: - Closing it, under the daemon's registry lock, while the descriptor is open

    func shut() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes libmicrohttpd read the bytes that have arrived, and then the end of the data.
    ///
    /// Each call wakes its epoll set again: libmicrohttpd 0.9.75 misses an end that arrives together with bytes,
    /// because it treats a short read as the last one.
    private func endReading() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

    /// For a client that sends no more; a complete request still gets its response.
    func hangUpIfWaiting() {
        switch activity {
        case .fresh, .receivingHead, .receivingBody, .idle: endReading()
        case .answering, .streaming: break
        }
    }

    /// The first call only ends reading, so that a request that has already arrived still gets its response.
    ///
    /// Calls after a short time close the connection completely.
    func shutIfIdle(at now: Int64) {
        switch activity {
        case .receivingHead, .receivingBody, .answering: return
        case .fresh where now &- opened < Self.patience: return
        case .fresh, .idle, .streaming: break
        }
        let first = firstShut.load(ordering: .relaxed)
        if first == 0 {
            firstShut.store(now, ordering: .relaxed)
            // A stream ends itself, for clients that read.
            if activity != .streaming { endReading() }
        } else if now &- first > Self.patience {
            shut()
        }
    }

    /// The time in nanoseconds that a stopping server waits for the request of a client that has just connected.
    private static let patience: Int64 = 100_000_000
    private let firstShut = Atomic<Int64>(0)
}
