import Synchronization

/// Counts the moments at which a property may read another value than before, for all settings of
/// the process: one load tells a property that what it last read still holds.
enum ReadingEpoch {
    /// Never 0; its highest bit says that somebody sees other values than the rest.
    private static let current = Atomic<UInt64>(1)

    private static let overlaid: UInt64 = 1 << 63
    private static let overlays = Locked(0)

    static var now: UInt64 { current.load(ordering: .acquiring) }

    /// Whether some task sees other values than the rest: then nothing is remembered.
    static func isOverlaid(_ epoch: UInt64) -> Bool { epoch & overlaid != 0 }

    /// After a snapshot was published.
    static func advance() {
        current.add(1, ordering: .sequentiallyConsistent)
    }

    /// Before a task sees values of its own.
    static func beginOverlay() {
        overlays.withLock { count in
            count += 1
            current.bitwiseOr(overlaid, ordering: .sequentiallyConsistent)
        }
    }

    /// After a task saw values of its own.
    static func endOverlay() {
        overlays.withLock { count in
            count -= 1
            if count == 0 { current.bitwiseAnd(~overlaid, ordering: .sequentiallyConsistent) }
        }
    }
}
