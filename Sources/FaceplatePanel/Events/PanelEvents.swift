import Faceplate

/// The events of one client of `/api/events`, as bytes to send when they arrive.
///
/// A host with its own server sends the headers of the ``PanelResponse``, then each element without buffering. It
/// cancels the task when the client disconnects. The sequence ends after ``Panel/stopEvents()`` and when the settings
/// are closed.
///
/// An element is one or more whole events, or a comment; one follows at least every 15 seconds. A slow client does not
/// delay others, and receives a reset event when it has missed changes.
public struct PanelEvents: AsyncSequence, Sendable {
    /// Bytes of `text/event-stream`.
    public typealias Element = [UInt8]

    let cursor: EventCursor

    /// Returns an iterator from the beginning; each iterator is a separate client.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor) }

    /// One client.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var cursor: EventCursor
        private var signals: AsyncStream<Void>.Iterator
        private let listener: EventFeed.Listener

        fileprivate init(_ cursor: EventCursor) {
            self.cursor = cursor
            // One signal suffices: the cursor then reads everything that is new.
            let (signals, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.signals = signals.makeAsyncIterator()
            listener = cursor.feed.listen { continuation.yield() }
        }

        /// Returns the next bytes; `nil` when the stream has ended or the task is cancelled.
        ///
        /// It suspends until there is something to send: an event, or a comment after 15 seconds without one.
        public mutating func next() async -> [UInt8]? {
            while !cursor.isOver {
                if let bytes = cursor.next() { return bytes }
                guard await signals.next() != nil else { return nil }
            }
            return nil
        }
    }
}

struct EventCursor: Sendable {
    let feed: EventFeed
    private var seen: Int
    private var digest: String
    private var beats: Int
    private var closings = 0
    private var refreshes: Int
    private var first: [UInt8]
    private let view: @Sendable () -> SettingsView
    /// Returns false when the credential of the client has ended.
    private let isAllowed: @Sendable () -> Bool

    var isOver: Bool { feed.isOver || !isAllowed() }

    /// `seen` is the newest revision that the client knows; `nil` for the newest of all.
    init(
        _ feed: EventFeed, after seen: Int? = nil, view: @escaping @Sendable () -> SettingsView,
        isAllowed: @escaping @Sendable () -> Bool = { true }
    ) {
        self.view = view
        self.isAllowed = isAllowed
        self.feed = feed
        let view = view()
        let newest = view.snapshot.revision
        self.seen = seen.map { min($0, newest) } ?? newest
        digest = view.digest
        beats = feed.beats
        refreshes = feed.lastRefresh
        first = EventFormat.hello(view.snapshot, from: self.seen, refreshes: refreshes)
        // A number beyond the newest revision comes from another database.
        if let seen, seen > newest { first += EventFormat.reset(to: newest) }
    }

    mutating func next() -> [UInt8]? {
        if !first.isEmpty {
            defer { first = [] }
            return first
        }
        let view = view()
        let snapshot = view.snapshot
        if view.digest != digest {
            digest = view.digest
            return EventFormat.schema(snapshot)
        }
        while seen < snapshot.revision, let event = feed.event(seen + 1, for: view) {
            seen += 1
            if !event.isEmpty { return event }
        }
        if seen != snapshot.revision {
            seen = snapshot.revision
            return EventFormat.reset(to: seen)
        }
        while let refresh = feed.refresh(after: refreshes) {
            refreshes = refresh.number
            guard !view.isWithheld(refresh.key) else { continue }
            return EventFormat.refresh(refresh.key)
        }
        if let closing = feed.closing(after: closings) {
            closings = closing.number
            return EventFormat.close(to: closing.address ?? view.base.root)
        }
        let beats = feed.beats
        guard self.beats != beats else { return nil }
        self.beats = beats
        return EventFormat.heartbeat
    }
}
