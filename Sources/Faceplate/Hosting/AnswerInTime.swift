import Dispatch

/// What `body` answers; `nil` where that takes longer than `limit`: then it is cancelled and left
/// behind, since nothing says that it ever returns.
package func answer<Answer: Sendable>(
    within limit: Duration, on executor: (any TaskExecutor)? = nil,
    _ body: @escaping @Sendable () async -> Answer
) async -> Answer? {
    await withCheckedContinuation { continuation in
        let isAnswered = Locked(false)
        let resume: @Sendable (Answer?) -> Void = { answer in
            let isFirst = isAnswered.withLock { isAnswered in
                defer { isAnswered = true }
                return !isAnswered
            }
            if isFirst { continuation.resume(returning: answer) }
        }
        let task = Task.detached(executorPreference: executor) { resume(await body()) }
        let (seconds, attoseconds) = limit.components
        let delay = Double(seconds) + Double(attoseconds) / 1e18
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
            resume(nil)
            task.cancel()
        }
    }
}

/// Threads for the program's handlers alone: whoever waits for their answer may hold all those that
/// tasks have.
package final class HandlerExecutor: TaskExecutor {
    private let queue = DispatchQueue(
        label: "faceplate.handlers", qos: .userInitiated, attributes: .concurrent)

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
