// ThreadSanitizer does not know `Synchronization.Mutex` on Linux and reports every use of it, so that a build with
// `-DSANITIZE_THREAD` uses a pthread mutex instead.
#if SANITIZE_THREAD
    import Foundation

    // Unchecked because `value` is only accessed while `lock` is held.
    package final class Locked<State>: @unchecked Sendable {
        private let lock = NSLock()
        private var value: State

        package init(_ value: sending State) {
            self.value = value
        }

        package func withLock<T, E: Error>(
            _ body: (inout sending State) throws(E) -> sending T
        ) throws(E) -> sending T {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }
#else
    public import Synchronization

    /// Code that holds the lock must not do input or output, or call handlers.
    // Inlinable because other modules would otherwise look up its generic types at each call. Without the attribute on
    // the class, nothing is inlined.
    @usableFromInline
    package final class Locked<State>: Sendable {
        @usableFromInline let mutex: Mutex<State>

        @inlinable
        package init(_ value: sending State) {
            mutex = Mutex(value)
        }

        @inlinable
        package func withLock<T, E: Error>(
            _ body: (inout sending State) throws(E) -> sending T
        ) throws(E) -> sending T {
            try mutex.withLock(body)
        }
    }
#endif
