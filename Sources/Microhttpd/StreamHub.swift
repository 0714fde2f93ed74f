internal import CMicrohttpd

/// One lock guards suspending and resuming, so that only suspended connections are resumed, and no event in between
/// is missed.
///
/// Resuming sets a flag and wakes the daemon's thread. All streams are resumed together, because that thread
/// walks through all suspended connections each time it wakes.
final class StreamHub: Sendable {
    private struct Entry {
        let stream: EventStream
        var isAsleep = false
        /// True when an event came after the source was last asked.
        var isWoken = false
        var isGone = false
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
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

    /// Later events wake the stream; false when it must end.
    func mayRead(_ stream: EventStream) -> Bool {
        state.withLock { state in
            guard !state.isOver, state.entries[stream.id]?.isGone == false else { return false }
            state.entries[stream.id]?.isWoken = false
            return true
        }
    }

    /// False when there is new data or the stream must end.
    ///
    /// It is called on the daemon's thread.
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

    func wake() { state.withLock { $0.wake() } }

    /// Ids of other daemons' streams are ignored.
    func hangUp(_ ids: [UInt64]) {
        state.withLock { state in
            for id in ids where state.entries[id] != nil {
                state.entries[id]?.isGone = true
                state.wake(id)
            }
        }
    }

    /// Ends all streams; no further stream can be suspended.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.wake()
        }
    }
}

/// The source of one client's stream, which is asked for more data whenever the client can receive more.
///
/// ```swift
/// struct Ticks: StreamSource {
///     let clock: TickClock  // your own: counts, and calls server.wakeStreams() after each tick
///     var seen = 0
///
///     mutating func next() -> StreamPart {
///         guard seen < clock.count else { return .none }
///         seen += 1
///         return .bytes(Array("data: \(seen)\n\n".utf8))
///     }
/// }
/// ```
///
/// The source is released when the stream ends, whichever side ended it.
public protocol StreamSource: Sendable {
    /// Returns the next part, or reports that no part is available yet.
    ///
    /// The server calls it on its own threads, one call at a time. It must not block.
    mutating func next() -> StreamPart
}

/// The next part of a stream.
public enum StreamPart: Sendable {
    /// Bytes to send.
    ///
    /// An array that many sources return is shared by them, not copied.
    case bytes([UInt8])
    /// No data yet: the connection is suspended, without a thread, until `Server.wakeStreams()`.
    case none
    /// The stream is complete.
    case end
}
