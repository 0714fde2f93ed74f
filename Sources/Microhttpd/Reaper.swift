#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The thread that closes connections at their deadlines.
///
/// The timeout of libmicrohttpd only detects inactivity, so a client that sends a byte now and then would stay
/// connected forever. The thread also detects clients that disconnect, and returns memory to the system.
///
/// `stop()` must be called once.
final class Reaper: Sendable {
    private let daemons: [Daemon]
    private let interval: Int32
    private let wakeUp: (read: Int32, write: Int32)
    private let thread = Locked<pthread_t?>(nil)

    /// - Parameter shortest: The shortest deadline, in nanoseconds.
    init(_ daemons: [Daemon], shortest: Int64) throws(ServerError) {
        self.daemons = daemons
        interval = Int32(clamping: min(max(shortest / 5_000_000, 5), 1000))
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.failure(daemons, errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wakeUp = (ends[0], ends[1])
        // The thread has one reference, which `reaperThread` releases.
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t(bitPattern: 0)
        let problem = pthread_create(&thread, nil, reaperThread, context.toOpaque())
        guard problem == 0 else {
            context.release()
            closePipe()
            throw Self.failure(daemons, problem)
        }
        let started = thread
        self.thread.withLock { $0 = started }
    }

    private static func failure(_ daemons: [Daemon], _ errno: Int32) -> ServerError {
        let address = daemons.first?.address ?? SocketAddress(host: "", port: 0)
        return ServerError(code: .startFailed, address: address, errno: errno)
    }

    fileprivate func run() {
        guard let core = daemons.first?.core else { return }
        let watch = core.watch
        var waits = [wakeUp.read, watch.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var memory = MemoryReturn(of: core)
        var pause = interval
        while true {
            _ = poll(&waits, nfds_t(waits.count), pause)
            if waits[0].revents != 0 { return }
            let gone = watch.gone()
            pause = min(pause * 2, interval)
            if !gone.isEmpty {
                for daemon in daemons { daemon.noteDeparted(gone) }
                // libmicrohttpd itself closes most connections within this time.
                pause = Self.departure
            } else if !daemons.map({ $0.hangUpDeparted() }).contains(true) {
                pause = interval
            }
            let now = MonotonicClock.now
            for daemon in daemons { daemon.shutOverdue(at: now) }
            memory.giveBack(at: now)
        }
    }

    /// The time in milliseconds between the disconnection of a client and the first attempt to close its connection.
    private static let departure: Int32 = 5

    func stop() {
        guard let running = thread.withLock({ $0.take() }) else { return }
        var byte: UInt8 = 0
        _ = write(wakeUp.write, &byte, 1)
        pthread_join(running, nil)
        closePipe()
    }

    private func closePipe() {
        closeDescriptor(wakeUp.read)
        closeDescriptor(wakeUp.write)
    }
}

private func reaperThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<Reaper>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
