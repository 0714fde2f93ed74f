public import Observation
import Synchronization

/// What a property last read: without a lock where that is no larger than a word.
///
/// Not generic itself, and inlinable where a value comes out: what is compiled for no type in
/// particular is ten times as slow. Also what observation tracking knows the property by.
@usableFromInline
final class QuickValue: Sendable, Observable {
    /// A value of any size.
    @usableFromInline
    final class Box<Value: Sendable>: Sendable {
        @usableFromInline let value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Such a value, and the epoch that it belongs to; 0 while there is none.
    @usableFromInline
    struct Kept: Sendable {
        @usableFromInline let box: any AnyObject & Sendable
        let epoch: UInt64
    }

    private static let path: any KeyPath<QuickValue, Void> & Sendable = \QuickValue.value

    /// The epoch that `word` belongs to; 0 while there is none.
    private let epoch = Atomic<UInt64>(0)
    private let word = Atomic<UInt64>(0)
    private let kept = Locked(Kept(box: Box(()), epoch: 0))
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    /// Whether values of a type are bytes that a word holds.
    @inlinable
    static func isWord<Value>(_: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= MemoryLayout<UInt64>.size && _isPOD(Value.self)
    }

    /// Tells observation tracking of a read, and gives the value where it still holds.
    ///
    /// `Value` is the property's own type, always the same.
    @inlinable
    func read<Value: Sendable>(as _: Value.Type) -> Value? {
        let now = beginRead()
        guard Self.isWord(Value.self) else {
            var value: Value?
            // No other box than one of this type is ever kept here.
            look(at: now) { value = unsafeDowncast($0.box, to: Box<Value>.self).value }
            return value
        }
        return bytes(at: now).map { bytes in
            withUnsafeBytes(of: bytes) { $0.load(as: Value.self) }
        }
    }

    @usableFromInline
    func beginRead() -> UInt64 {
        track()
        return ReadingEpoch.now
    }

    /// Shows the box where it still holds; under the lock, so that it need not be held itself.
    @usableFromInline
    func look(at now: UInt64, _ body: (borrowing Kept) -> Void) {
        kept.withLock { kept in
            if kept.epoch == now { body(kept) }
        }
    }

    @usableFromInline
    func bytes(at now: UInt64) -> UInt64? {
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
    func keep<Value: Sendable>(_ value: Value, for now: UInt64) {
        guard Self.isWord(Value.self) else {
            return kept.withLock { $0 = Kept(box: Box(value), epoch: now) }
        }
        guard epoch.load(ordering: .acquiring) != now else { return }
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
