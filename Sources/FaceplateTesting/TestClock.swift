public import Faceplate
public import Foundation

/// A clock for the times of revisions, which a test can move.
public final class TestClock: Sendable {
    private let time: Locked<Date>

    /// Creates a clock; the default start is 2026-11-20T07:30:00Z.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_795_159_800)) {
        time = Locked(start)
    }

    /// The current time of the clock.
    public var now: Date { time.withLock { $0 } }

    /// Moves the clock forward, or back for a negative duration.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        time.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
    }
}

extension Settings {
    /// Creates settings in memory whose revisions have the times of a test clock.
    ///
    /// - Throws: `SchemaError` or `StoreError`.
    public static func inMemory(
        json: String, labels: LabelCatalog = LabelCatalog(), controls: [any CustomControl] = [],
        content: ProvidedContent = ProvidedContent(), clock: TestClock
    ) throws -> Settings {
        try inMemory(
            SchemaReader.read(Array(json.utf8), name: "test", controls: controls), labels: labels,
            content: content, now: { clock.now })
    }
}
