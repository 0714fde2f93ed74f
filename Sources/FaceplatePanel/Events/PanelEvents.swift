import Faceplate

/// The events of one client of `/api/events`, as bytes to be sent as they come.
///
/// A host with a server of its own sends the headers of the ``PanelResponse`` and then each element,
/// unbuffered, until the client goes away, which cancels the task, or the sequence ends: by
/// ``Panel/stopEvents()``, or when the settings are closed. An element is one or more whole events or
/// a comment; there is one each 15 seconds at least. Who is slow holds up nobody, and is told to read
/// anew what it missed.
public struct PanelEvents: AsyncSequence, Sendable {
    /// Bytes of `text/event-stream`.
    public typealias Element = [UInt8]

    /// Where it begins.
    let cursor: EventCursor

    /// The events from the beginning; each iterator is a client of its own.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(cursor) }

    /// One client.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var cursor: EventCursor
        private var signals: AsyncStream<Void>.Iterator
        private let listener: EventFeed.Listener

        fileprivate init(_ cursor: EventCursor) {
            self.cursor = cursor
            // One signal is enough to look again.
            let (signals, continuation) = AsyncStream.makeStream(
                of: Void.self, bufferingPolicy: .bufferingNewest(1))
            self.signals = signals.makeAsyncIterator()
            listener = cursor.feed.listen { continuation.yield() }
        }

        /// The next bytes; `nil` when the stream has ended or the task is cancelled.
        public mutating func next() async -> [UInt8]? {
            while !cursor.feed.isOver {
                if let bytes = cursor.next() { return bytes }
                guard await signals.next() != nil else { return nil }
            }
            return nil
        }
    }
}

/// How far one client has come.
struct EventCursor: Sendable {
    let feed: EventFeed
    /// The newest revision that it knows.
    private var seen: Int
    private var digest: String
    private var beats: Int
    /// How many closings it was told of.
    private var closings = 0
    private var first: [UInt8]
    /// The groups of people that the client belongs to; `nil` where nobody says who it is.
    private let groups: Set<String>?

    /// - Parameter seen: the newest revision that the client knows; the newest of all where `nil`.
    init(_ feed: EventFeed, after seen: Int? = nil, groups: Set<String>? = nil) {
        self.groups = groups
        self.feed = feed
        let snapshot = feed.settings.snapshot
        let newest = snapshot.revision
        self.seen = seen.map { min($0, newest) } ?? newest
        digest = snapshot.digest
        beats = feed.beats
        first = EventFormat.hello(snapshot, from: self.seen)
        // A revision that is not there yet is another database's.
        if let seen, seen > newest { first += EventFormat.reset(to: newest) }
    }

    /// What is to be sent next; `nil` where there is nothing.
    mutating func next() -> [UInt8]? {
        if !first.isEmpty {
            defer { first = [] }
            return first
        }
        let snapshot = feed.settings.snapshot
        if snapshot.digest != digest {
            digest = snapshot.digest
            return EventFormat.schema(snapshot)
        }
        let kept = groups.map(snapshot.schema.groupsKept) ?? []
        while seen < snapshot.revision, let event = feed.event(seen + 1, snapshot, without: kept) {
            seen += 1
            if !event.isEmpty { return event }
        }
        if seen != snapshot.revision {
            seen = snapshot.revision
            return EventFormat.reset(to: seen)
        }
        if let closing = feed.closing(after: closings) {
            closings = closing.number
            return EventFormat.close(to: closing.address)
        }
        let beats = feed.beats
        guard self.beats != beats else { return nil }
        self.beats = beats
        return EventFormat.heartbeat
    }
}
