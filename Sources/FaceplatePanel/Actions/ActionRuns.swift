import Faceplate

/// The running actions, at most one for each button, and the results of the newest 256 runs.
///
/// The results are stored so that the page after a press can show them.
final class ActionRuns: Sendable {
    final class Run: Sendable {
        let id: String
        let key: String
        let progress = ActionProgress()
        private let ending = Locked<Ending?>(nil)

        init(key: String) {
            self.key = key
            // 128 random bits, so that the URL of another user's result cannot be guessed.
            id =
                String(UInt64.random(in: .min ... .max), radix: 36)
                + String(UInt64.random(in: .min ... .max), radix: 36)
        }

        var end: Ending? { ending.withLock { $0 } }

        fileprivate func end(_ result: Ending) { ending.withLock { $0 = result } }
    }

    struct Ending: Sendable {
        let message: String?
        let isFailure: Bool
        /// By the key of the item that each is shown at.
        var problems: [String: String] = [:]
    }

    private struct State {
        var runs: [String: Run] = [:]
        var order: [String] = []
        var running: [String: (id: String, task: Task<Void, Never>?)] = [:]
        var isStopped = false
    }

    private static let limit = 256
    private let state = Locked(State())

    enum Refusal: SpokenError {
        case busy
        case stopped

        var description: String {
            switch self {
            case .busy: "The action is already running."
            case .stopped: "The program is ending."
            }
        }
    }

    func begin(_ key: String) -> Result<Run, Refusal> {
        let run = Run(key: key)
        return state.withLock { state in
            if state.isStopped { return .failure(.stopped) }
            guard state.running[key] == nil else { return .failure(.busy) }
            state.running[key] = (run.id, nil)
            state.runs[run.id] = run
            state.order.append(run.id)
            while state.order.count > Self.limit,
                let oldest = state.order.first(where: { state.runs[$0]?.end != nil })
            {
                state.runs[oldest] = nil
                state.order.removeAll { $0 == oldest }
            }
            return .success(run)
        }
    }

    /// So that `stop()` can cancel it.
    func attach(_ task: Task<Void, Never>, to run: Run) {
        let isStopped = state.withLock { state in
            if state.running[run.key]?.id == run.id { state.running[run.key]?.task = task }
            return state.isStopped
        }
        if isStopped { task.cancel() }
    }

    func finish(_ run: Run, _ end: Ending) {
        state.withLock { state in
            if state.running[run.key]?.id == run.id { state.running[run.key] = nil }
            // Under the same lock, so that a client that sees the result can press again at once.
            run.end(end)
        }
    }

    /// No further action can begin.
    func stop() {
        let tasks = state.withLock { state in
            state.isStopped = true
            return state.running.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
    }

    subscript(id: String) -> Run? { state.withLock { $0.runs[id] } }
}
