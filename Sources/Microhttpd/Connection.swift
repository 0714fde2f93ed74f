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
        /// A request is being read, handled or answered.
        case busy
        /// It is sent a stream.
        case streaming
        /// It was answered and kept.
        case idle
    }

    let descriptor: Int32
    let remote: SocketAddress?
    /// Whether it came above the soft limit: all its requests answer 503.
    let isOverLimit: Bool
    let opened = MonotonicClock.now

    private let deadline: Atomic<Int64>
    private let current = Atomic(Activity.fresh)

    init(
        descriptor: Int32, remote: SocketAddress?, isOverLimit: Bool, headerDeadline: Int64
    ) {
        self.descriptor = descriptor
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

    /// Ends it if it waits for nothing.
    ///
    /// First only for reading, so that a request which is already here is still answered; after a
    /// moment for good.
    func shutIfIdle(at now: Int64) {
        switch activity {
        case .busy: return
        case .fresh where now &- opened < Self.patience: return
        case .fresh, .idle, .streaming: break
        }
        let first = firstShut.load(ordering: .relaxed)
        if first == 0 {
            firstShut.store(now, ordering: .relaxed)
            // A stream tells its end by itself, to clients that read.
            if activity != .streaming { _ = shutdown(descriptor, Int32(SHUT_RD)) }
        } else if now &- first > Self.patience {
            shut()
        }
    }

    /// How long a stopping server waits for the request of who has just connected.
    private static let patience: Int64 = 100_000_000
    private let firstShut = Atomic<Int64>(0)
}
