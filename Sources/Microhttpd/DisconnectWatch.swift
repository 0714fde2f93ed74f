internal import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tells which clients went away: libmicrohttpd does not look at a suspended connection, and misses
/// an end that comes together with bytes.
///
/// Where there is no epoll, or no descriptor for it, who went away is found when something is sent,
/// or by a deadline.
final class DisconnectWatch: Sendable {
    /// Readable when somebody went away; -1 where that cannot be told.
    let descriptor: Int32

    #if canImport(Glibc)
        init() { descriptor = epoll_create1(Int32(EPOLL_CLOEXEC)) }
    #else
        init() { descriptor = -1 }
    #endif

    deinit { if descriptor >= 0 { closeDescriptor(descriptor) } }

    /// Watches a client until `remove`, which must come before its descriptor is closed.
    func add(_ client: Int32, id: UInt64) {
        #if canImport(Glibc)
            control(EPOLL_CTL_ADD, client, id: id)
        #endif
    }

    /// Tells anew of a client that went away already, for a stream that begins.
    func renew(_ client: Int32, id: UInt64) {
        #if canImport(Glibc)
            control(EPOLL_CTL_MOD, client, id: id)
            // Who is cut off without a word acknowledges nothing.
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
            // Edge-triggered: told once, also of what happened before.
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

    /// The numbers of the clients that went away since the last call.
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

    /// How many milliseconds bytes may stay unacknowledged.
    private static let silence: UInt32 = 30_000
}
