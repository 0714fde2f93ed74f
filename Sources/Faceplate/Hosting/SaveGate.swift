import Dispatch
import Foundation

/// Batches are processed one at a time, in order.
///
/// The handlers run outside of the settings' queue and the file lock, so a slow handler does not block the writer.
final class SaveGate: Sendable {
    private struct Handler: Sendable {
        let limit: Duration
        let ask: Settings.SaveHandler
    }

    enum Item {
        case batch(Settings.Waiting)
        /// A revision of another process, or the end of values that were set for a time, to be applied.
        case revision(Revision)
        case resume(after: Int)
    }

    private struct State {
        var handlers = HandlerList<Handler>()
        var appliers: [Applier] = []
        var hasApplied = false
        var waiting: [Item] = []
        var isRunning = false
    }

    /// The maximum number of attempts for one batch when other changes alter it in the meantime.
    static let rounds = 5

    /// True in a task that runs a handler; saves from there do not call handlers again.
    @TaskLocal static var isAsking = false

    private let state = Locked(State())
    let executor = HandlerExecutor()

    var isOpen: Bool {
        state.withLock { $0.handlers.isEmpty && $0.appliers.isEmpty && !$0.isRunning }
    }

    /// In the order in which they were added.
    var appliers: [Applier] { state.withLock { $0.appliers } }

    func add(
        applying handler: @escaping Settings.ApplyHandler, limit: Duration
    ) -> (id: UUID, isFirst: Bool) {
        let applier = Applier(id: UUID(), limit: limit, apply: handler)
        return state.withLock { state in
            state.appliers.append(applier)
            return (applier.id, !exchange(&state.hasApplied, with: true))
        }
    }

    func remove(applying id: UUID) {
        state.withLock { $0.appliers.removeAll { $0.id == id } }
    }

    func add(_ handler: @escaping Settings.SaveHandler, limit: Duration) -> Int {
        state.withLock { $0.handlers.add(Handler(limit: limit, ask: handler)) }
    }

    func remove(_ id: Int) {
        _ = state.withLock { $0.handlers.remove(id) }
    }

    /// False if the queue is full.
    @discardableResult
    func put(_ item: Item, _ settings: Settings, atMost limit: Int = .max) -> Bool {
        let wasRunning: Bool? = state.withLock { state in
            guard state.waiting.count < limit else { return nil }
            state.waiting.append(item)
            return exchange(&state.isRunning, with: true)
        }
        if wasRunning == false {
            Task.detached(executorPreference: executor) { await self.run(settings) }
        }
        return wasRunning != nil
    }

    private func run(_ settings: Settings) async {
        while let item = next() {
            switch item {
            case .batch(let waiting):
                let saved = await result(of: waiting.batch, settings)
                let result = await applied(waiting.batch, saved, settings)
                settings.queue.async { waiting.then(result) }
            case .revision(let revision):
                let current = revision.current(in: settings.snapshot)
                _ = await apply(current, since: nil, settings)
            case .resume(let number): await resume(after: number, settings)
            }
        }
    }

    private func next() -> Item? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }

    private func result(
        of batch: Batch, _ settings: Settings
    ) async -> Result<Outcome, ApplyError> {
        for _ in 0..<Self.rounds {
            let proposal = await settings.proposed(batch)
            if let proposal {
                let problems = await problems(with: proposal)
                if !problems.isEmpty { return .failure(.refused(problems)) }
            }
            if let result = await settings.commit(batch, agreed: proposal?.changes ?? []) {
                return result
            }
        }
        return .failure(
            .store(StoreError(.busy, "Other programs change the same settings. Try again.")))
    }

    private func problems(with save: ProposedSave) async -> [KeyProblem] {
        let handlers = state.withLock { $0.handlers.all }
        let vetoes = await withTaskGroup(of: (Int, Veto?).self) { group in
            for (place, handler) in handlers.enumerated() {
                group.addTask { (place, await self.veto(of: handler, save)) }
            }
            return await group.reduce(into: [Veto?](repeating: nil, count: handlers.count)) {
                $0[$1.0] = $1.1
            }
        }
        return vetoes.flatMap { $0?.problems(save.changes, in: save.locale) ?? [] }
    }

    /// A handler that exceeds its limit is cancelled and no longer awaited.
    private func veto(of handler: Handler, _ save: ProposedSave) async -> Veto? {
        let veto = await answer(within: handler.limit, on: executor) { () -> Veto? in
            await Self.$isAsking.withValue(true) {
                do {
                    return try await handler.ask(save)
                } catch {
                    return .all("The program rejected the change.")
                }
            }
        }
        return veto ?? .all("The program did not answer in time. Try again.")
    }
}

extension Settings {
    fileprivate func proposed(_ batch: Batch) async -> ProposedSave? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.proposal(batch)) }
        }
    }

    /// - Parameter agreed: the changes that the handlers agreed to; `nil` for a batch that needs no agreement.
    /// - Returns: `nil` if the batch would change something other than was agreed to.
    func commit(
        _ batch: Batch, agreed: [Change]?
    ) async -> Result<Outcome, ApplyError>? {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(batch: batch, agreed: agreed) {
                continuation.resume(returning: $0)
            }
            guard !enqueue(waiting) else { return }
            continuation.resume(returning: .failure(.store(.tooManyWaiting)))
        }
    }
}
