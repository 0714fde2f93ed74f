import Dispatch
import Faceplate

/// The state that all event streams of a panel share: the bytes of each event, built once on first use, and the
/// listeners.
///
/// The settings hold the newest revisions in memory, so a panel without listeners costs nothing.
final class EventFeed: Sendable {
    private struct State {
        var listeners: [Int: @Sendable () -> Void] = [:]
        /// The number of the last listener.
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
        /// The number of times the panel was closed.
        var closings = 0
        /// The URL to which pages must go; `nil` while the panel is open.
        var closedTo: String?
        /// The events built so far by revision number, for the schema with this digest.
        var events: [Int: [UInt8]] = [:]
        var size = 0
        var digest = ""
    }

    /// The minimum time between two calls of the listeners; changes in between share one call.
    private static let pause = DispatchTimeInterval.milliseconds(25)
    /// The maximum size of an event in bytes; a larger change is sent as a reset, after which the client reads the
    /// values.
    static let eventLimit = 64 * 1024
    /// The maximum size of all stored events in bytes.
    private static let sizeLimit = 1024 * 1024

    let settings: Settings
    private let beat: DispatchTimeInterval
    private let state = Locked(State())
    private let observation = Locked<Settings.Observation?>(nil)
    private let queue = DispatchQueue(label: "faceplate.events", qos: .userInitiated)

    /// Creates the feed of settings.
    ///
    /// - Parameter beat: The interval of heartbeats on a silent stream.
    init(_ settings: Settings, beat: DispatchTimeInterval = .seconds(15)) {
        self.settings = settings
        self.beat = beat
        let new = settings.onNews { [weak self] in self?.notifySoon() }
        observation.withLock { $0 = new }
    }

    deinit { observation.withLock { $0 }?.cancel() }

    /// True when all streams must end.
    var isOver: Bool { state.withLock { $0.isOver } || settings.isClosed }

    /// Ends all streams; no further stream can begin.
    func end() {
        state.withLock { $0.isOver = true }
        queue.async { self.notify() }
    }

    // MARK: - Closing

    /// True while the panel's pages are closed.
    var isClosed: Bool { state.withLock { $0.closedTo != nil } }

    /// Sends the URL to which pages must go to all streams, and to each stream that begins.
    ///
    /// - Returns: True when the panel was open.
    func close(to address: String) -> Bool {
        let wasOpen = state.withLock { state in
            guard state.closedTo == nil else { return false }
            state.closings += 1
            state.closedTo = address
            return true
        }
        if wasOpen { queue.async { self.notify() } }
        return wasOpen
    }

    /// Opens the pages again.
    func reopen() { state.withLock { $0.closedTo = nil } }

    /// Returns the closing to send on a stream that already sent the closings up to a number; `nil` when there is
    /// nothing to send.
    func closing(after number: Int) -> (number: Int, address: String)? {
        state.withLock { state in
            guard state.closings > number else { return nil }
            return state.closedTo.map { (state.closings, $0) }
        }
    }

    // MARK: - Refreshes

    /// The number of refreshes so far.
    var lastRefresh: Int { state.withLock { $0.lastRefresh } }

    /// Sends the key of a row, group or page with new provided content to all streams.
    func refresh(_ key: String) {
        state.withLock { state in
            state.lastRefresh += 1
            state.refreshes[key] = state.lastRefresh
        }
        notifySoon()
    }

    /// Returns the refresh to send on a stream that already sent those up to a number; `nil` when there is nothing to
    /// send.
    func refresh(after number: Int) -> (number: Int, key: String)? {
        state.withLock { state in
            guard state.lastRefresh > number else { return nil }
            return state.refreshes.filter { $0.value > number }.min { $0.value < $1.value }
                .map { ($0.value, $0.key) }
        }
    }

    // MARK: - Listeners

    /// The registration of a listener, which ends when it is released.
    final class Listener: Sendable {
        private let feed: EventFeed
        private let number: Int

        fileprivate init(_ feed: EventFeed, _ number: Int) {
            self.feed = feed
            self.number = number
        }

        deinit { feed.state.withLock { $0.listeners[number] = nil } }
    }

    /// Registers a function that is called when there may be something new.
    ///
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

    /// The number of registered listeners.
    var listenerCount: Int { state.withLock { $0.listeners.count } }

    /// Calls the listeners: immediately after a quiet time, otherwise when the pause ends.
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

    /// Returns the event of a revision for a viewer from whom some settings are withheld.
    ///
    /// The result is empty when the viewer may see none of the changes, and `nil` when the revision is no longer in
    /// memory.
    func event(_ number: Int, for view: SettingsView) -> [UInt8]? {
        guard view.isLimited else { return event(number, view.snapshot) }
        guard let whole = settings.recentRevision(number) else { return nil }
        let shown = view.part(of: whole)
        guard !shown.changes.isEmpty || whole.changes.isEmpty else { return [] }
        let bytes = EventFormat.change(shown, view.schema)
        return shown.hasLargeValues || bytes.count > Self.eventLimit
            ? EventFormat.reset(to: number) : bytes
    }

    /// Returns the event of a revision; `nil` when the revision is no longer in memory.
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
