internal import CMicrohttpd
import Synchronization

/// Gives memory back to the system after many clients have left: the allocator keeps what they used
/// for the next ones, 100 MB and more.
struct MemoryReturn {
    private let core: Core
    private var last = Int64.min

    init(of core: Core) { self.core = core }

    /// Gives back when so many fewer clients are connected than at the peak.
    static let departures = 256
    /// How many nanoseconds lie between two returns at least, since each locks the whole heap.
    private static let interval: Int64 = 5_000_000_000

    /// Looks at the clients connected at that time; to be called now and then, on one thread.
    mutating func giveBack(at now: Int64) {
        let count = core.connections.load(ordering: .relaxed)
        guard core.peak.load(ordering: .relaxed) - count >= Self.departures,
            last == .min || now &- last >= Self.interval
        else { return }
        last = now
        // A client that comes meanwhile sets it anew.
        core.peak.store(count, ordering: .relaxed)
        #if canImport(Glibc)
            malloc_trim(0)
        #endif
        core.memoryReturns.add(1, ordering: .relaxed)
    }
}
