import Dispatch
import Foundation

extension Settings {
    package func handlers(of key: String) -> [any Sendable] {
        state.withLock { $0.handlers[key] ?? [] }
    }

    /// They replace the handlers of a known key.
    func register(_ handlers: [String: [any Sendable]]) {
        guard !handlers.isEmpty else { return }
        for case let handler as PageHandler in handlers[Schema.panelHandlers] ?? [] {
            handler.connect(self)
        }
        let isFirst = state.withLock { state in
            defer { state.handlers.merge(handlers) { $1 } }
            return state.handlers.isEmpty
        }
        guard isFirst else { return }
        // The observation lasts as long as the settings, so nothing has to cancel it.
        _ = observe { [weak self] revision in self?.notify(revision) }
    }

    /// Items that did not provide options before are filled.
    func adopt(_ handlers: [String: [any Sendable]]) throws {
        guard !handlers.isEmpty else { return }
        let content = committed.schema.providedContent(by: handlers)
        state.withLock { $0.content = $0.content.merging(content) }
        register(handlers)
        try edit(calling { content.current() }.edits, isRepeated: false)
    }

    private func notify(_ revision: Revision) {
        let snapshot = snapshot
        for change in revision.reported {
            guard let setting = snapshot.schema.settings[change.key] else { continue }
            let reported = SettingChange<Value?>(
                change.key, from: revision.value(change.old, of: setting, in: snapshot),
                to: revision.value(change.new, of: setting, in: snapshot), revision, snapshot)
            call(handlers(of: change.key), reported)
            guard setting.control == .select, case .text(let chosen)? = reported.new,
                let option = snapshot.schema.items[chosen]
            else { continue }
            call(handlers(of: chosen), reported.seen(by: option))
        }
    }

    private func call(_ handlers: [any Sendable], _ change: SettingChange<Value?>) {
        calling { for case let handler as ChangeHandler in handlers { handler.handle(change) } }
    }
}

extension SettingsContent {
    /// Replaces a group together with the handlers of its declaration; see `replaceGroup(_:with:)` for a group in JSON.
    ///
    /// - Throws: `SchemaError` if the group does not fit, `StoreError` if it cannot be stored.
    public func replaceGroup(_ key: String, with group: Group) throws {
        try replaceGroup(key, with: group.json)
        settings.register(group.handlers)
    }
}

/// `nil` if `body` takes longer than `limit`.
///
/// After the limit the task is cancelled but not awaited, because it may never return.
package func answer<Answer: Sendable>(
    within limit: Duration, on executor: (any TaskExecutor)? = nil,
    _ body: @escaping @Sendable () async -> Answer
) async -> Answer? {
    await withCheckedContinuation { continuation in
        let isAnswered = Locked(false)
        let resume: @Sendable (Answer?) -> Void = { answer in
            let wasAnswered = isAnswered.withLock { exchange(&$0, with: true) }
            if !wasAnswered { continuation.resume(returning: answer) }
        }
        let task = Task.detached(executorPreference: executor) { resume(await body()) }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) {
            resume(nil)
            task.cancel()
        }
    }
}

/// Waits for the answer of a provider, on a thread that may block.
///
/// Until it first suspends, the provider runs on the caller's thread, as a part of the caller's work. An actor answers
/// on an executor of its own, so that the tasks of the program cannot keep it from doing so.
///
/// - Throws: The error of the provider, or `LateAnswer`; then the task is cancelled but not awaited.
package func provided<Answer: Sendable>(
    within limit: Duration = .seconds(60),
    by provider: @escaping @Sendable () async throws -> Answer
) throws -> Answer {
    let answer = Locked<Result<Answer, any Error>?>(nil)
    let isAnswered = DispatchSemaphore(value: 0)
    let task = Task.immediate(executorPreference: providers) {
        let result: Result<Answer, any Error>
        do {
            result = .success(try await provider())
        } catch {
            result = .failure(error)
        }
        answer.withLock { $0 = result }
        isAnswered.signal()
    }
    if let result = answer.withLock({ $0 }) { return try result.get() }
    _ = isAnswered.wait(timeout: .now() + limit.seconds)
    guard let result = answer.withLock({ $0 }) else {
        task.cancel()
        throw LateAnswer(limit: limit)
    }
    return try result.get()
}

private let providers = HandlerExecutor()

struct LateAnswer: SpokenError {
    let limit: Duration

    var description: String {
        "The program did not answer within \(limit.components.seconds) seconds."
    }
}

/// A handler may block: on the shared pool, blocked handlers could occupy all threads that tasks have.
package final class HandlerExecutor: TaskExecutor {
    private let queue = DispatchQueue(
        label: "faceplate.handlers", qos: .userInitiated, attributes: .concurrent)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
