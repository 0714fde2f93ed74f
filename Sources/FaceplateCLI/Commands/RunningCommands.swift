import Faceplate

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Counts running commands and the processes they started, so that a server can wait for their end.
final class RunningCommands: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// Runs `body` and counts it as a running command until it returns.
    func counting<Result: Sendable>(_ body: () async -> Result) async -> Result {
        state.withLock { $0.count += 1 }
        let result = await body()
        let waiting = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
        return result
    }

    /// Suspends until no command is running.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isOver { continuation.resume() }
        }
    }
}

/// The process group of a command that has ended, with the processes that it left there.
struct ProcessGroup: Sendable {
    let id: pid_t

    /// True while the group contains a process.
    var isAlive: Bool { kill(-id, 0) == 0 }

    /// Sends SIGTERM to the processes, and SIGKILL to those that still run after one second.
    func end() async {
        guard id > 1, kill(-id, SIGTERM) == 0 else { return }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(1)
        while isAlive, clock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
        if isAlive { kill(-id, SIGKILL) }
    }
}
