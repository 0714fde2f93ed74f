public import Faceplate
public import Foundation

/// A clock that a test moves: what revisions are timed by.
public final class TestClock: Sendable {
    private let time: Locked<Date>

    /// Starts at a moment, 2026-11-20T07:30:00Z unless told otherwise.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_795_159_800)) {
        time = Locked(start)
    }

    /// What the clock shows.
    public var now: Date { time.withLock { $0 } }

    /// Moves the clock on, or back.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        time.withLock { $0 += Double(seconds) + Double(attoseconds) / 1e18 }
    }
}

extension Settings {
    /// Settings in memory whose revisions are timed by a test's clock.
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
