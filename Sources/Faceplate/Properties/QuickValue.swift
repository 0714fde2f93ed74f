import Observation
import Synchronization

/// What a property last read, where that is no larger than a word: read without a lock.
///
/// Also what observation tracking knows the property by.
final class QuickValue: Sendable, Observable {
    private static let path: any KeyPath<QuickValue, Void> & Sendable = \QuickValue.value

    /// The epoch that `word` belongs to; 0 while there is none.
    private let epoch = Atomic<UInt64>(0)
    private let word = Atomic<UInt64>(0)
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    /// Tells observation tracking of a read, and gives the bytes of the value where they still hold.
    func read() -> UInt64? {
        track()
        let now = ReadingEpoch.now
        guard epoch.load(ordering: .acquiring) == now else { return nil }
        let bytes = word.load(ordering: .acquiring)
        // A word that was replaced meanwhile is of another epoch.
        return epoch.load(ordering: .acquiring) == now ? bytes : nil
    }

    /// Tells observation tracking of a read.
    func track() {
        registrar.access(self, keyPath: Self.path)
    }

    /// Keeps a value for an epoch.
    ///
    /// One thread at a time.
    func keep<Value>(_ value: Value, for now: UInt64) {
        guard MemoryLayout<Value>.size <= MemoryLayout<UInt64>.size, _isPOD(Value.self),
            epoch.load(ordering: .acquiring) != now
        else { return }
        var bytes: UInt64 = 0
        withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: value, as: Value.self) }
        epoch.store(0, ordering: .sequentiallyConsistent)
        word.store(bytes, ordering: .sequentiallyConsistent)
        epoch.store(now, ordering: .sequentiallyConsistent)
    }

    /// Tells who tracks the property that it reads another value now.
    func changed() {
        registrar.willSet(self, keyPath: Self.path)
        registrar.didSet(self, keyPath: Self.path)
    }
}
