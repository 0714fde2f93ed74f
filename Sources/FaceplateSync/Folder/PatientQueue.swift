import Dispatch
import Faceplate
import FaceplateSchema
import Foundation

/// Runs work that may block for any time, such as on files of a share, and gives up the wait for it.
///
/// Work that is given up before it began is not done. While given up work still blocks, no more is added.
final class PatientQueue: Sendable {
    private struct State {
        var running: UUID?
        var isStuck = false
    }

    private let queue: DispatchQueue
    private let patience: Duration
    private let late: ClusterError
    private let state = Locked(State())

    init(label: String, patience: Duration, late: ClusterError) {
        queue = DispatchQueue(label: label)
        self.patience = patience
        self.late = late
    }

    /// - Throws: The error of the work, `CancellationError` as soon as the task is canceled, or the error for late work.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + patience
        while state.withLock({ $0.isStuck }) {
            guard ContinuousClock.now < deadline else { throw late }
            try await Task.sleep(for: .milliseconds(50))
        }
        let slot = Slot<Result>()
        let id = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard slot.begin(continuation) else { return }
                queue.async { [self] in
                    guard slot.isOpen else { return }
                    state.withLock { $0.running = id }
                    let result = Swift.Result { try work() }
                    state.withLock { $0 = State() }
                    slot.end(result)
                }
                DispatchQueue.global().asyncAfter(deadline: .now() + patience.seconds) { [self] in
                    guard slot.end(.failure(late)) else { return }
                    state.withLock { if $0.running == id { $0.isStuck = true } }
                }
            }
        } onCancel: {
            slot.end(.failure(CancellationError()))
        }
    }

    private final class Slot<Result: Sendable>: Sendable {
        private struct State {
            var waiting: CheckedContinuation<Result, any Error>?
            var isOver = false
        }

        private let state = Locked(State())

        var isOpen: Bool { state.withLock { !$0.isOver } }

        /// Returns false if the task was canceled before, and then resumes it.
        func begin(_ continuation: CheckedContinuation<Result, any Error>) -> Bool {
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { continuation.resume(throwing: CancellationError()) }
            return !isOver
        }

        /// Returns false if there is a result already.
        @discardableResult
        func end(_ result: Swift.Result<Result, any Error>) -> Bool {
            let (wasOver, waiting) = state.withLock { state in
                let wasOver = state.isOver
                state.isOver = true
                return (wasOver, state.waiting.take())
            }
            waiting?.resume(with: result)
            return !wasOver
        }
    }
}
