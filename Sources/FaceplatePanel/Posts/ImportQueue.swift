import Faceplate

/// Reading a file takes many times its size in memory.
final class ImportQueue: Sendable {
    static let most = 2
    /// Further ones get 503.
    static let mostWaiting = 16

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    /// The work must call `end` once; false when too many imports wait, and `work` is then not called.
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

    func end() {
        let next: (@Sendable () -> Void)? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
        next?()
    }
}
