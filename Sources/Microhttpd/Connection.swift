import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One client's connection, as far as deadlines and stopping need to know it.
///
/// Written by the daemon's thread, read by the reaper's.
final class Connection: Sendable {
    /// What the client is doing.
    enum Activity: UInt8, AtomicRepresentable {
        /// It has not sent a request line yet.
        case fresh
        /// The head of a request is being read.
        case receivingHead
        /// The body of a request is being read.
        case receivingBody
        /// A request is being handled or answered.
        case answering
        /// It is sent a stream.
        case streaming
        /// It was answered and kept.
        case idle
    }

    /// Never used again, unlike a descriptor.
    let id: UInt64
    let descriptor: Int32
    // `struct MHD_Connection *` as a number, valid until the connection is closed.
    let handle: UInt
    let remote: SocketAddress?
    /// Whether it came above the soft limit: all its requests answer 503.
    let isOverLimit: Bool
    let opened = MonotonicClock.now

    private let deadline: Atomic<Int64>
    private let current = Atomic(Activity.fresh)

    init(
        id: UInt64, descriptor: Int32, handle: UInt, remote: SocketAddress?, isOverLimit: Bool,
        headerDeadline: Int64
    ) {
        self.id = id
        self.descriptor = descriptor
        self.handle = handle
        self.remote = remote
        self.isOverLimit = isOverLimit
        deadline = Atomic(opened &+ headerDeadline)
    }

    var activity: Activity { current.load(ordering: .relaxed) }

    func become(_ activity: Activity) { current.store(activity, ordering: .relaxed) }

    /// The client must have come further in that many nanoseconds, however busy it looks.
    func allow(_ nanoseconds: Int64) {
        deadline.store(MonotonicClock.now &+ nanoseconds, ordering: .relaxed)
    }

    /// From now on it is the server's turn.
    func allowForever() { deadline.store(.max, ordering: .relaxed) }

    func isOverdue(at now: Int64) -> Bool { deadline.load(ordering: .relaxed) < now }

    // MARK: - Ending it, under the daemon's registry lock, while the descriptor is open

    /// Ends it at once.
    func shut() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Has libmicrohttpd read what is here, and then the end.
    ///
    /// Each call wakes its epoll set anew: libmicrohttpd 0.9.75 misses an end that comes together
    /// with bytes, because it takes a short read for the last one.
    private func endReading() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

    /// Gives up what waits for a client that sends no more.
    ///
    /// A request that is whole is still answered.
    func hangUpIfWaiting() {
        switch activity {
        case .fresh, .receivingHead, .receivingBody, .idle: endReading()
        case .answering, .streaming: break
        }
    }

    /// Ends it if it waits for nothing.
    ///
    /// First only for reading, so that a request which is already here is still answered; after a
    /// moment for good.
    func shutIfIdle(at now: Int64) {
        switch activity {
        case .receivingHead, .receivingBody, .answering: return
        case .fresh where now &- opened < Self.patience: return
        case .fresh, .idle, .streaming: break
        }
        let first = firstShut.load(ordering: .relaxed)
        if first == 0 {
            firstShut.store(now, ordering: .relaxed)
            // A stream tells its end by itself, to clients that read.
            if activity != .streaming { endReading() }
        } else if now &- first > Self.patience {
            shut()
        }
    }

    /// How long a stopping server waits for the request of who has just connected.
    private static let patience: Int64 = 100_000_000
    private let firstShut = Atomic<Int64>(0)
}
