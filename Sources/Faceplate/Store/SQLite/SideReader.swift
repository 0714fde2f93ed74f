import GRDB

/// The read-only connection, for work that takes long; it is opened with the first such read.
final class SideReader: Sendable {
    private struct State {
        var queue: DatabaseQueue?
        var isClosed = false
    }

    private let state = Locked(State())

    /// Returns the connection, which `open` creates if needed.
    func queue(
        open: () throws(StoreError) -> DatabaseQueue
    ) throws(StoreError) -> DatabaseQueue {
        if let known = state.withLock({ $0.queue }) { return known }
        let new = try open()
        let opened = state.withLock { state in
            if state.queue == nil, !state.isClosed { state.queue = new }
            return state.queue
        }
        if opened !== new { try? new.close() }
        guard let opened else { throw StoreError(.closed, "The settings were closed.") }
        return opened
    }

    /// Closes the connection permanently.
    func close() {
        let queue = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.queue
        }
        try? queue?.close()
    }
}
