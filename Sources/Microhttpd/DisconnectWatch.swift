internal import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// libmicrohttpd does not look at a suspended connection, and misses an end that arrives together with bytes.
///
/// Without epoll, or without a descriptor for it, a disconnection is found when something is sent, or by a deadline.
final class DisconnectWatch: Sendable {
    /// A descriptor that is readable when a client has disconnected; -1 when this is not available.
    let descriptor: Int32

    #if canImport(Glibc)
        init() { descriptor = epoll_create1(Int32(EPOLL_CLOEXEC)) }
    #else
        init() { descriptor = -1 }
    #endif

    deinit { if descriptor >= 0 { closeDescriptor(descriptor) } }

    /// Watches a client until `remove`, which must be called before its descriptor is closed.
    func add(_ client: Int32, id: UInt64) {
        #if canImport(Glibc)
            control(EPOLL_CTL_ADD, client, id: id)
        #endif
    }

    /// Reports again a client that has already disconnected, for a stream that begins.
    func renew(_ client: Int32, id: UInt64) {
        #if canImport(Glibc)
            control(EPOLL_CTL_MOD, client, id: id)
            // A client whose network fails sends no end; only the missing acknowledgments show it.
            var limit = Self.silence
            setsockopt(
                client, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit,
                socklen_t(MemoryLayout<UInt32>.size))
        #endif
    }

    #if canImport(Glibc)
        private func control(_ operation: Int32, _ client: Int32, id: UInt64) {
            guard descriptor >= 0 else { return }
            var event = epoll_event()
            // Edge-triggered: each event is reported once, including one from before the registration.
            event.events = EPOLLRDHUP.rawValue | EPOLLET.rawValue
            event.data.u64 = id
            epoll_ctl(descriptor, operation, client, &event)
        }
    #endif

    func remove(_ client: Int32) {
        #if canImport(Glibc)
            guard descriptor >= 0 else { return }
            epoll_ctl(descriptor, EPOLL_CTL_DEL, client, nil)
        #endif
    }

    func gone() -> [UInt64] {
        var ids: [UInt64] = []
        #if canImport(Glibc)
            guard descriptor >= 0 else { return [] }
            var events = [epoll_event](repeating: epoll_event(), count: 256)
            while true {
                let count = epoll_wait(descriptor, &events, Int32(events.count), 0)
                guard count > 0 else { break }
                ids += events.prefix(Int(count)).map(\.data.u64)
            }
        #endif
        return ids
    }

    /// The time in milliseconds that sent bytes may stay unacknowledged.
    private static let silence: UInt32 = 30_000
}
