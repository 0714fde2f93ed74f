import Dispatch
import Faceplate

final class ChangeWaits: Sendable {
    private struct Wait: Sendable {
        let isOver: @Sendable (Snapshot) -> Bool
        let end: @Sendable () -> Void
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var count = 0
        var isOver = false
        /// Present while a request waits, because a feed with a listener sends heartbeats.
        var listener: EventFeed.Listener?
    }

    /// Each has a connection of its own, so that they never hold more than a quarter of what a server accepts.
    static let most = 1_000

    private let state = Locked(State())
    private let limit = Locked(ChangeWaits.most)

    func limit(toConnections count: Int) {
        limit.withLock { $0 = min(Self.most, max(count / 4, 1)) }
    }

    /// Calls `end` once, on any thread: when the settings have changed, when the time has passed, or when the feed
    /// ends.
    ///
    /// False when too many requests wait; `end` is then not called.
    func wait(
        for seconds: Int, _ feed: EventFeed,
        until isOver: @escaping @Sendable (Snapshot) -> Bool, end: @escaping @Sendable () -> Void
    ) -> Bool {
        let most = limit.withLock { $0 }
        let (number, isStopped) = state.withLock { state -> (Int?, Bool) in
            guard !state.isOver else { return (nil, true) }
            guard state.waits.count < most else { return (nil, false) }
            state.count += 1
            state.waits[state.count] = Wait(isOver: isOver, end: end)
            return (state.count, false)
        }
        if isStopped {
            end()
            return true
        }
        guard let number else { return false }
        listen(to: feed)
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
            self?.end { id, _ in id == number }
        }
        // A change between the check of the caller and the registration wakes no request.
        wake(feed)
        return true
    }

    var count: Int { state.withLock { $0.waits.count } }

    /// Further requests do not wait.
    func endAll() {
        state.withLock { $0.isOver = true }
        end { _, _ in true }
    }

    private func listen(to feed: EventFeed) {
        guard state.withLock({ $0.listener == nil }) else { return }
        let listener = feed.listen { [weak self, weak feed] in
            if let feed { self?.wake(feed) }
        }
        state.withLock { state in
            if state.listener == nil, !state.waits.isEmpty { state.listener = listener }
        }
    }

    private func wake(_ feed: EventFeed) {
        let (snapshot, isStopping) = (feed.settings.snapshot, feed.isOver)
        end { _, wait in isStopping || wait.isOver(snapshot) }
    }

    private func end(_ isOver: (Int, Wait) -> Bool) {
        let waits = state.withLock { $0.waits }
        let over = waits.filter { isOver($0.key, $0.value) }.map(\.key)
        guard !over.isEmpty else { return }
        // Each wait is ended by the call that removes it.
        let (ended, listener) = state.withLock { state in
            let ended = over.compactMap { state.waits.removeValue(forKey: $0) }
            let listener = state.waits.isEmpty ? state.listener : nil
            if listener != nil { state.listener = nil }
            return (ended, listener)
        }
        // A listener that is released takes the lock of the feed, which must not happen inside this lock.
        withExtendedLifetime(listener) {}
        for wait in ended { wait.end() }
    }
}
