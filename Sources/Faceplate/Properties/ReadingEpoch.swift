import Synchronization

/// A counter of the moments at which a property may get another value, for all settings of the process.
///
/// A single atomic load shows a property whether its last value is still valid.
enum ReadingEpoch {
    /// The counter, which is never 0; its highest bit is set while an overlay is active.
    private static let current = Atomic<UInt64>(1)

    private static let overlaid: UInt64 = 1 << 63
    private static let overlays = Locked(0)

    static var now: UInt64 { current.load(ordering: .acquiring) }

    /// Returns true when an overlay is active in some task: nothing may be remembered then.
    static func isOverlaid(_ epoch: UInt64) -> Bool { epoch & overlaid != 0 }

    /// Starts a new epoch, after a snapshot was published.
    static func advance() {
        current.add(1, ordering: .sequentiallyConsistent)
    }

    /// Marks an overlay as active, before its task reads values.
    static func beginOverlay() {
        overlays.withLock { count in
            count += 1
            current.bitwiseOr(overlaid, ordering: .sequentiallyConsistent)
        }
    }

    /// Ends an overlay, after its task has read values.
    static func endOverlay() {
        overlays.withLock { count in
            count -= 1
            if count == 0 { current.bitwiseAnd(~overlaid, ordering: .sequentiallyConsistent) }
        }
    }
}
