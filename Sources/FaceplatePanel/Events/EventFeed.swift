import Dispatch
import Faceplate

/// The state that all event streams of a panel share: the bytes of each event, built once on first use, and the
/// listeners.
///
/// The settings hold the newest revisions in memory, so a panel without listeners costs nothing.
final class EventFeed: Sendable {
    private struct State {
        var listeners: [Int: @Sendable () -> Void] = [:]
        var lastListener = 0
        /// True while a call of the listeners is scheduled.
        var isNotifying = false
        var lastWake = DispatchTime(uptimeNanoseconds: 0)
        var beats = 0
        var isBeating = false
        var isOver = false
        /// The number of the newest refresh of each key; a repeated one replaces the former.
        var refreshes: [String: Int] = [:]
        var lastRefresh = 0
        var closings = 0
        var isClosed = false
        /// `nil` for the first page, which has another URL behind each proxy.
        var closedTo: String?
        /// By revision number, for the schema with this digest.
        var events: [Int: [UInt8]] = [:]
        var size = 0
        var digest = ""
    }

    /// Changes in between share one call.
    private static let pause = DispatchTimeInterval.milliseconds(25)
    /// In bytes; a larger change is sent as a reset, after which the client reads the values.
    static let eventLimit = 64 * 1024
    /// Of all stored events, in bytes.
    private static let sizeLimit = 1024 * 1024

    let settings: Settings
    private let beat: DispatchTimeInterval
    private let state = Locked(State())
    private let observation = Locked<Settings.Observation?>(nil)
    private let queue = DispatchQueue(label: "faceplate.events", qos: .userInitiated)

    /// `beat` is the interval of heartbeats on a silent stream.
    init(_ settings: Settings, beat: DispatchTimeInterval = .seconds(15)) {
        self.settings = settings
        self.beat = beat
        let new = settings.onNews { [weak self] in self?.notifySoon() }
        observation.withLock { $0 = new }
    }

    deinit { observation.withLock { $0 }?.cancel() }

    var isOver: Bool { state.withLock { $0.isOver } || settings.isClosed }

    /// No further stream can begin.
    func end() {
        state.withLock { $0.isOver = true }
        queue.async { self.notify() }
    }

    // MARK: - Closing

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Sends the URL to all streams, and to each stream that begins; true when the panel was open.
    ///
    /// `nil` is the first page.
    func close(to address: String?) -> Bool {
        let wasOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            state.closings += 1
            state.isClosed = true
            state.closedTo = address
            return true
        }
        if wasOpen { queue.async { self.notify() } }
        return wasOpen
    }

    func reopen() { state.withLock { $0.isClosed = false } }

    /// For a stream that already sent the closings up to the number.
    func closing(after number: Int) -> (number: Int, address: String?)? {
        state.withLock { state in
            guard state.closings > number, state.isClosed else { return nil }
            return (state.closings, state.closedTo)
        }
    }

    // MARK: - Refreshes

    var lastRefresh: Int { state.withLock { $0.lastRefresh } }

    /// The key of a row, group or page.
    func refresh(_ key: String) {
        state.withLock { state in
            state.lastRefresh += 1
            state.refreshes[key] = state.lastRefresh
        }
        notifySoon()
    }

    func refresh(after number: Int) -> (number: Int, key: String)? {
        state.withLock { state in
            guard state.lastRefresh > number else { return nil }
            return state.refreshes.filter { $0.value > number }.min { $0.value < $1.value }
                .map { ($0.value, $0.key) }
        }
    }

    // MARK: - Listeners

    /// Ends when it is released.
    final class Listener: Sendable {
        private let feed: EventFeed
        private let number: Int

        fileprivate init(_ feed: EventFeed, _ number: Int) {
            self.feed = feed
            self.number = number
        }

        deinit { feed.state.withLock { $0.listeners[number] = nil } }
    }

    /// `wake` is called on the feed's queue, so it must not wait.
    func listen(_ wake: @escaping @Sendable () -> Void) -> Listener {
        let (number, begins) = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = wake
            defer { state.isBeating = true }
            return (state.lastListener, !state.isBeating)
        }
        if begins { beatLater() }
        return Listener(self, number)
    }

    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Immediately after a quiet time, otherwise when the pause ends.
    private func notifySoon() {
        let due: DispatchTime? = state.withLock { state in
            guard !state.listeners.isEmpty, !state.isNotifying else { return nil }
            state.isNotifying = true
            return state.lastWake + Self.pause
        }
        guard let due else { return }
        if due <= .now() {
            queue.async { self.notify() }
        } else {
            queue.asyncAfter(deadline: due) { self.notify() }
        }
    }

    private func notify() {
        let listeners = state.withLock { state in
            state.isNotifying = false
            state.lastWake = .now()
            return Array(state.listeners.values)
        }
        for wake in listeners { wake() }
    }

    /// The number of heartbeats so far; a stream that has sent fewer, and has no event to send, sends one.
    var beats: Int { state.withLock { $0.beats } }

    private func beatLater() {
        queue.asyncAfter(deadline: .now() + beat) { [weak self] in
            guard let self else { return }
            let goesOn = state.withLock { state in
                state.beats += 1
                state.isBeating = !state.listeners.isEmpty
                return state.isBeating
            }
            notify()
            if goesOn { beatLater() }
        }
    }

    // MARK: - Events

    /// Empty when the viewer may see none of the changes, `nil` when the revision is no longer in memory.
    func event(_ number: Int, for view: SettingsView) -> [UInt8]? {
        guard view.isLimited else { return event(number, view.snapshot) }
        guard let whole = settings.recentRevision(number) else { return nil }
        let shown = view.part(of: whole)
        guard !shown.reported.isEmpty || whole.changes.isEmpty else { return [] }
        let bytes = EventFormat.change(shown, view.schema)
        return shown.hasLargeValues || bytes.count > Self.eventLimit
            ? EventFormat.reset(to: number) : bytes
    }

    func event(_ number: Int, _ snapshot: Snapshot) -> [UInt8]? {
        let known = state.withLock { state in
            if state.digest != snapshot.digest {
                state.digest = snapshot.digest
                state.events = [:]
                state.size = 0
            }
            return state.events[number]
        }
        if let known { return known }
        guard let revision = settings.recentRevision(number) else { return nil }
        var bytes = EventFormat.change(revision, snapshot.schema)
        if revision.hasLargeValues || bytes.count > Self.eventLimit {
            bytes = EventFormat.reset(to: number)
        }
        state.withLock { [bytes] state in
            guard state.digest == snapshot.digest, state.events[number] == nil else { return }
            if state.size + bytes.count > Self.sizeLimit {
                state.events = [:]
                state.size = 0
            }
            state.events[number] = bytes
            state.size += bytes.count
        }
        return bytes
    }
}
