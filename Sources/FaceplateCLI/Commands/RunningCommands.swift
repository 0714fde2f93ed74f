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
        var groups: Set<ProcessGroup> = []
    }

    private let state = Locked(State())

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

    func insert(_ group: ProcessGroup) { state.withLock { _ = $0.groups.insert(group) } }

    func remove(_ group: ProcessGroup) { state.withLock { _ = $0.groups.remove(group) } }

    /// For a process that ends without waiting for them.
    func endAtOnce() { for group in state.withLock(\.groups) { group.endAtOnce() } }

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

struct ProcessGroup: Hashable, Sendable {
    let id: pid_t

    var isAlive: Bool { send(0) }

    func end() async {
        guard send(SIGTERM) else { return }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(1)
        while isAlive, clock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
        endAtOnce()
    }

    func endAtOnce() { _ = send(SIGKILL) }

    /// The groups 0 and 1 would be those of other programs.
    private func send(_ signal: Int32) -> Bool { id > 1 && kill(-id, signal) == 0 }
}
