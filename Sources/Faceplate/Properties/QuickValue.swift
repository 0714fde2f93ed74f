public import Observation
import Synchronization

/// The last value that a property read, available without a lock if it fits in a machine word.
///
/// The class is not generic, and it is inlinable where it returns a value, because unspecialized generic code is ten
/// times as slow. Observation tracking also identifies the property by this object.
@usableFromInline
final class QuickValue: Sendable, Observable {
    @usableFromInline
    final class Box<Value: Sendable>: Sendable {
        @usableFromInline let value: Value

        init(_ value: Value) { self.value = value }
    }

    /// The epoch is 0 while there is no value.
    @usableFromInline
    struct Cached: Sendable {
        @usableFromInline let box: any AnyObject & Sendable
        let epoch: UInt64
    }

    private static let path: any KeyPath<QuickValue, Void> & Sendable = \QuickValue.value

    private let epoch = Atomic<UInt64>(0)
    private let word = Atomic<UInt64>(0)
    private let cached = Locked(Cached(box: Box(()), epoch: 0))
    private let registrar = ObservationRegistrar()
    private var value: Void { () }

    @inlinable
    static func isWord<Value>(_: Value.Type) -> Bool {
        MemoryLayout<Value>.size <= MemoryLayout<UInt64>.size && _isPOD(Value.self)
    }

    /// `Value` must always be the property's own type.
    @inlinable
    func read<Value: Sendable>(as _: Value.Type) -> Value? {
        let now = beginRead()
        guard Self.isWord(Value.self) else {
            var value: Value?
            // Only boxes of this type are ever stored here.
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

    /// Calls `body` with the box if it is still valid, under the lock, so that the box needs no further reference.
    @usableFromInline
    func look(at now: UInt64, _ body: (borrowing Cached) -> Void) {
        cached.withLock { cached in
            if cached.epoch == now { body(cached) }
        }
    }

    @usableFromInline
    func bytes(at now: UInt64) -> UInt64? {
        guard epoch.load(ordering: .acquiring) == now else { return nil }
        let bytes = word.load(ordering: .acquiring)
        // A word that was replaced in the meantime belongs to another epoch.
        return epoch.load(ordering: .acquiring) == now ? bytes : nil
    }

    func track() {
        registrar.access(self, keyPath: Self.path)
    }

    /// Only one thread at a time may call it.
    func cache<Value: Sendable>(_ value: Value, for now: UInt64) {
        guard Self.isWord(Value.self) else {
            return cached.withLock { $0 = Cached(box: Box(value), epoch: now) }
        }
        guard epoch.load(ordering: .acquiring) != now else { return }
        var bytes: UInt64 = 0
        withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: value, as: Value.self) }
        epoch.store(0, ordering: .sequentiallyConsistent)
        word.store(bytes, ordering: .sequentiallyConsistent)
        epoch.store(now, ordering: .sequentiallyConsistent)
    }

    func changed() {
        registrar.willSet(self, keyPath: Self.path)
        registrar.didSet(self, keyPath: Self.path)
    }
}

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

/// The identity of a part of the program that sets values, by which it can ignore its own changes.
///
/// It lasts as long as the process, and is not stored.
public struct Writer: Sendable, Hashable {
    private let id: ObjectIdentifier
    private let token: Token

    private final class Token: Sendable {}

    /// Creates a writer that differs from all others.
    public init() {
        token = Token()
        id = ObjectIdentifier(token)
    }

    /// Returns true when both are the same writer.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
