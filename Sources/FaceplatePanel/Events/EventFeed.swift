import Dispatch
import Faceplate

/// What all event streams of a panel share: the bytes of each event, made once and when first asked
/// for, and who is told that there are more.
///
/// The newest revisions themselves are kept by the settings, so that a panel that nobody listens to
/// pays nothing.
final class EventFeed: Sendable {
    private struct State {
        var listeners: [Int: @Sendable () -> Void] = [:]
        var listenerCount = 0
        /// Whether the listeners are about to be told.
        var isTelling = false
        var told = DispatchTime(uptimeNanoseconds: 0)
        var beats = 0
        var isBeating = false
        var isOver = false
        /// How often the panel was closed, and where to; no address while it is open.
        var closings = 0
        var closedTo: String?
        /// Events by revision, of the schema with this digest.
        var events: [Int: [UInt8]] = [:]
        var size = 0
        var digest = ""
    }

    /// How long changes are gathered before the next wake-up.
    private static let pause = DispatchTimeInterval.milliseconds(25)
    /// Bytes of one event; a larger change is told as a reset, and read where it is shown.
    static let eventLimit = 64 * 1024
    /// Bytes of all events together.
    private static let sizeLimit = 1024 * 1024

    let settings: Settings
    private let beat: DispatchTimeInterval
    private let state = Locked(State())
    private let observation = Locked<Settings.Observation?>(nil)
    private let queue = DispatchQueue(label: "faceplate.events", qos: .userInitiated)

    /// - Parameter beat: how often a silent stream shows that it is there.
    init(_ settings: Settings, beat: DispatchTimeInterval = .seconds(15)) {
        self.settings = settings
        self.beat = beat
        let new = settings.onNews { [weak self] in self?.tellSoon() }
        observation.withLock { $0 = new }
    }

    deinit { observation.withLock { $0 }?.cancel() }

    /// Whether all streams are to end.
    var isOver: Bool { state.withLock { $0.isOver } || settings.isClosed }

    /// Ends all streams; none begins any more.
    func end() {
        state.withLock { $0.isOver = true }
        queue.async { self.tell() }
    }

    // MARK: - Closing

    /// Whether the panel's pages are closed.
    var isClosed: Bool { state.withLock { $0.closedTo != nil } }

    /// Tells all streams, and each that begins, that pages are to go to an address.
    ///
    /// - Returns: whether they were open.
    func close(to address: String) -> Bool {
        let wasOpen = state.withLock { state in
            guard state.closedTo == nil else { return false }
            state.closings += 1
            state.closedTo = address
            return true
        }
        if wasOpen { queue.async { self.tell() } }
        return wasOpen
    }

    /// Opens the pages again.
    func reopen() { state.withLock { $0.closedTo = nil } }

    /// The closing that a stream is to be told of which knows those up to a number.
    func closing(after number: Int) -> (number: Int, address: String)? {
        state.withLock { state in
            guard state.closings > number else { return nil }
            return state.closedTo.map { (state.closings, $0) }
        }
    }

    // MARK: - Listeners

    /// Someone who is told that there may be something new, until it is released.
    final class Listener: Sendable {
        private let feed: EventFeed
        private let number: Int

        fileprivate init(_ feed: EventFeed, _ number: Int) {
            self.feed = feed
            self.number = number
        }

        deinit { feed.state.withLock { $0.listeners[number] = nil } }
    }

    /// Calls `wake` when there may be something new; on the feed's own queue, so it must not wait.
    func listen(_ wake: @escaping @Sendable () -> Void) -> Listener {
        let (number, begins) = state.withLock { state in
            state.listenerCount += 1
            state.listeners[state.listenerCount] = wake
            defer { state.isBeating = true }
            return (state.listenerCount, !state.isBeating)
        }
        if begins { beatLater() }
        return Listener(self, number)
    }

    /// At once after a while of silence, else when the pause is over.
    private func tellSoon() {
        let due: DispatchTime? = state.withLock { state in
            guard !state.listeners.isEmpty, !state.isTelling else { return nil }
            state.isTelling = true
            return state.told + Self.pause
        }
        guard let due else { return }
        if due <= .now() {
            queue.async { self.tell() }
        } else {
            queue.asyncAfter(deadline: due) { self.tell() }
        }
    }

    private func tell() {
        let listeners = state.withLock { state in
            state.isTelling = false
            state.told = .now()
            return Array(state.listeners.values)
        }
        for wake in listeners { wake() }
    }

    /// Beats counted so far: a stream that has seen fewer and has nothing else to say says so.
    var beats: Int { state.withLock { $0.beats } }

    private func beatLater() {
        queue.asyncAfter(deadline: .now() + beat) { [weak self] in
            guard let self else { return }
            let goesOn = state.withLock { state in
                state.beats += 1
                state.isBeating = !state.listeners.isEmpty
                return state.isBeating
            }
            tell()
            if goesOn { beatLater() }
        }
    }

    // MARK: - Events

    /// The event of a revision as it is told to somebody from whom some groups are kept; empty where
    /// there is nothing to tell, `nil` where it is no longer in memory.
    func event(_ number: Int, _ snapshot: Snapshot, without kept: Set<String>) -> [UInt8]? {
        guard !kept.isEmpty else { return event(number, snapshot) }
        guard let whole = settings.recentRevision(number) else { return nil }
        let told = whole.omitting { snapshot.schema.isKept($0, in: kept) }
        guard !told.changes.isEmpty || whole.changes.isEmpty else { return [] }
        let bytes = EventFormat.change(told, snapshot.schema)
        return bytes.count > Self.eventLimit ? EventFormat.reset(to: number) : bytes
    }

    /// The event of a revision; `nil` where it is no longer in memory.
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
        if bytes.count > Self.eventLimit { bytes = EventFormat.reset(to: number) }
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
