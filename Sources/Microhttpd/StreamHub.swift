internal import CMicrohttpd

/// The streams of one daemon, and which of them sleep.
///
/// A connection is suspended and resumed under one lock, so that nothing is resumed which is not
/// suspended, and nothing that comes meanwhile is missed. Resuming is a flag and a wake-up of the
/// daemon's thread; all streams are resumed in one go, because that thread walks through all that
/// is suspended each time it wakes.
final class StreamHub: Sendable {
    private struct Entry {
        let stream: EventStream
        var isAsleep = false
        /// Whether something came since its source was last asked.
        var isWoken = false
        /// Whether its client went away.
        var isGone = false
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        /// Once set, nothing may be suspended any more.
        var isOver = false

        mutating func wake() {
            for id in entries.keys { wake(id) }
        }

        mutating func wake(_ id: UInt64) {
            guard let entry = entries[id] else { return }
            entries[id]?.isWoken = true
            guard entry.isAsleep else { return }
            entries[id]?.isAsleep = false
            MHD_resume_connection(entry.stream.connection)
        }
    }

    private let state = Locked(State())

    func add(_ stream: EventStream) {
        state.withLock { $0.entries[stream.id] = Entry(stream: stream) }
    }

    func remove(_ stream: EventStream) {
        state.withLock { _ = $0.entries.removeValue(forKey: stream.id) }
    }

    /// Whether its source is to be asked: what comes from now on wakes it.
    ///
    /// False when the stream ends.
    func mayRead(_ stream: EventStream) -> Bool {
        state.withLock { state in
            guard !state.isOver, state.entries[stream.id]?.isGone == false else { return false }
            state.entries[stream.id]?.isWoken = false
            return true
        }
    }

    /// Takes the connection out of the loop; false when there is something to do after all.
    ///
    /// Called on the daemon's thread.
    func suspend(_ stream: EventStream) -> Bool {
        state.withLock { state in
            guard !state.isOver, let entry = state.entries[stream.id], !entry.isWoken,
                !entry.isGone
            else { return false }
            state.entries[stream.id]?.isAsleep = true
            MHD_suspend_connection(stream.connection)
            return true
        }
    }

    /// Has all sources asked again.
    func wake() { state.withLock { $0.wake() } }

    /// The clients of these went away; numbers of other daemons' streams do not matter.
    func hangUp(_ ids: [UInt64]) {
        state.withLock { state in
            for id in ids where state.entries[id] != nil {
                state.entries[id]?.isGone = true
                state.wake(id)
            }
        }
    }

    /// Ends all streams: from now on none sleeps.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.wake()
        }
    }
}
