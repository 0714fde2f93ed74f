// ThreadSanitizer cannot see `Synchronization.Mutex` on Linux and reports every use of it, so that
// a build with `-DSANITIZE_THREAD` locks with a pthread mutex.
#if SANITIZE_THREAD
    import Foundation

    // @unchecked because every access to `value` is made while `lock` is held.
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

    /// State that one thread at a time may see.
    ///
    /// Inside: no input or output, no call of a handler.
    // Inlinable, since other modules would look its generic types up at each call; without the
    // attribute on the class none of it is.
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
