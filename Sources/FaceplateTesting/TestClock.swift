public import Faceplate
public import Foundation

/// A clock for the times of revisions and the ends of temporary values, which a test can move.
public final class TestClock: Sendable {
    private let time: Locked<Date>
    private let followers = Locked<[@Sendable () -> Void]>([])

    /// Creates a clock; the default start is 2026-11-20T07:30:00Z.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_795_159_800)) {
        time = Locked(start)
    }

    /// The current time of the clock.
    public var now: Date { time.withLock { $0 } }

    /// Moves the clock forward, or back for a negative duration.
    ///
    /// Temporary values whose time is over have ended when it returns. Do not call it in an observer of the settings.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        time.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
        for follower in followers.withLock({ $0 }) { follower() }
    }

    fileprivate func follow(_ settings: Settings) -> Settings {
        followers.withLock { $0.append { [weak settings] in settings?.endTimes() } }
        return settings
    }
}

extension Settings {
    /// Creates settings in memory whose times are those of a test clock.
    ///
    /// - Throws: `SchemaError` or `StoreError`.
    public static func inMemory(
        json: String, labels: LabelCatalog = LabelCatalog(), controls: [any CustomControl] = [],
        content: ProvidedContent = ProvidedContent(), clock: TestClock
    ) throws -> Settings {
        try inMemory(
            SchemaReader.read(Array(json.utf8), name: "test", controls: controls), labels: labels,
            content: content, clock: clock)
    }

    /// Creates settings in memory whose times are those of a test clock, for a schema in Swift with its handlers.
    public static func inMemory(
        _ schema: Schema, labels: LabelCatalog = LabelCatalog(),
        content: ProvidedContent = ProvidedContent(), locks: Locks = [], clock: TestClock
    ) throws(StoreError) -> Settings {
        clock.follow(
            try inMemory(
                schema, labels: labels, content: content, locks: locks, now: { clock.now }))
    }
}
