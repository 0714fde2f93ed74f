import Faceplate

/// The imports that are read at the same time, and those that wait for one of them.
///
/// Reading a file takes many times its size in memory.
final class ImportQueue: Sendable {
    /// The number of imports at the same time.
    static let most = 2
    /// The number of imports that wait; further ones get 503.
    static let mostWaiting = 16

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// Calls `work` now or when an earlier import has ended; the work must call `end` once.
    ///
    /// - Returns: False when too many imports wait; `work` is then not called.
    func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let isFree: Bool? = state.withLock { state in
            guard state.running >= Self.most else {
                state.running += 1
                return true
            }
            guard state.waiting.count < Self.mostWaiting else { return nil }
            state.waiting.append(work)
            return false
        }
        if isFree == true { work() }
        return isFree != nil
    }

    /// Ends an import, and begins the next one.
    func end() {
        let next: (@Sendable () -> Void)? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?()
    }
}
