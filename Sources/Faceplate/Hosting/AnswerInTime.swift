import Dispatch

/// Returns the result of `body`, or `nil` if it takes longer than `limit`.
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

/// An executor with separate threads for the program's handlers.
///
/// A handler may block. On the shared pool, blocked handlers could occupy all threads that tasks have.
package final class HandlerExecutor: TaskExecutor {
    private let queue = DispatchQueue(
        label: "faceplate.handlers", qos: .userInitiated, attributes: .concurrent)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
