#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
#if !SANITIZE_THREAD
    import Synchronization
#endif

/// Code inside the lock does no input or output, and calls no callbacks.
struct Locked<State: Sendable>: ~Copyable, Sendable {
    #if SANITIZE_THREAD
        private let mutex: PosixMutex<State>

        init(_ state: State) { mutex = PosixMutex(state) }
    #else
        private let mutex: Mutex<State>

        init(_ state: State) { mutex = Mutex(state) }
    #endif

    borrowing func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        mutex.withLock { state in body(&state) }
    }
}

#if SANITIZE_THREAD
    // ThreadSanitizer cannot see Synchronization.Mutex on Linux and would report every use of it.
    // @unchecked because the pthread mutex guards `state`.
    private final class PosixMutex<State: Sendable>: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private var state: State

        init(_ state: State) {
            self.state = state
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        func withLock<Result>(_ body: (inout State) -> Result) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return body(&state)
        }
    }
#endif
