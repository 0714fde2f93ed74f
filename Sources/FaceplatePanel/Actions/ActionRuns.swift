import Faceplate

/// The actions that run, one of each button at a time, and the results of the newest 256, so that a
/// page after the press can tell them.
final class ActionRuns: Sendable {
    /// One press and what came of it.
    final class Run: Sendable {
        let id: String
        let key: String
        let progress = ActionProgress()
        private let ending = Locked<Ending?>(nil)

        init(key: String) {
            self.key = key
            // Two random words: nobody guesses the address of another's result.
            id =
                String(UInt64.random(in: .min ... .max), radix: 36)
                + String(UInt64.random(in: .min ... .max), radix: 36)
        }

        /// `nil` while it runs.
        var end: Ending? { ending.withLock { $0 } }

        fileprivate func end(_ result: Ending) { ending.withLock { $0 = result } }
    }

    /// How a run ended.
    struct Ending: Sendable {
        /// Words for the person; `nil` for the general ones.
        let message: String?
        let isFailure: Bool
        /// Sentences by the key of the item that each is shown at.
        var problems: [String: String] = [:]
    }

    private struct State {
        var runs: [String: Run] = [:]
        var order: [String] = []
        /// By the key of the button.
        var running: [String: (id: String, task: Task<Void, Never>?)] = [:]
        var isStopped = false
    }

    private static let limit = 256
    private let state = Locked(State())

    /// Why a run is not begun.
    enum Refusal: Error {
        /// The same action runs already.
        case busy
        /// All actions were ended.
        case stopped
    }

    /// Begins a run.
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

    /// Keeps the task of a run, to end it when the panel is stopped.
    func attach(_ task: Task<Void, Never>, to run: Run) {
        let isStopped = state.withLock { state in
            if state.running[run.key]?.id == run.id { state.running[run.key]?.task = task }
            return state.isStopped
        }
        if isStopped { task.cancel() }
    }

    /// Notes how a run ended; its button can be pressed again.
    func finish(_ run: Run, _ end: Ending) {
        state.withLock { state in
            if state.running[run.key]?.id == run.id { state.running[run.key] = nil }
            // In one step: who sees the end can press again.
            run.end(end)
        }
    }

    /// Ends what runs: each handler's task is cancelled, and none is begun any more.
    func stop() {
        let tasks = state.withLock { state in
            state.isStopped = true
            return state.running.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
    }

    subscript(id: String) -> Run? { state.withLock { $0.runs[id] } }
}
