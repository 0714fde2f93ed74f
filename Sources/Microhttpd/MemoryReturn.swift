internal import CMicrohttpd
import Synchronization

/// A task that returns memory to the system after many clients have disconnected.
///
/// The allocator otherwise reserves the memory that they used for later clients: 100 MB and more.
struct MemoryReturn {
    private let core: Core
    private var last = Int64.min

    init(of core: Core) { self.core = core }

    /// The number of clients below the peak at which memory is returned.
    static let departures = 256
    /// The minimum time between two returns in nanoseconds, because each locks the whole heap.
    private static let interval: Int64 = 5_000_000_000

    /// Returns memory if enough clients have disconnected; called regularly, on one thread.
    mutating func giveBack(at now: Int64) {
        let count = core.connections.load(ordering: .relaxed)
        guard core.peak.load(ordering: .relaxed) - count >= Self.departures,
            last == .min || now &- last >= Self.interval
        else { return }
        last = now
        // A client that connects in the meantime raises it again.
        core.peak.store(count, ordering: .relaxed)
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
        core.memoryReturns.add(1, ordering: .relaxed)
    }
}
