import Faceplate

/// How far an action is, for the person who waits.
///
/// May be told from any thread, as often as wished: the newest counts.
public final class ActionProgress: Sendable {
    /// What was told last.
    struct Report: Sendable, Equatable {
        /// From 0 to 1; `nil` where nobody knows.
        var fraction: Double?
        var message: String?
    }

    private let state = Locked(Report())

    /// Makes the progress of an action that has only begun; for handlers under test.
    public init() {}

    /// Tells how far the action is.
    ///
    /// - Parameters:
    ///   - fraction: from 0 to 1, what is outside is brought inside; `nil` where nobody knows.
    ///   - message: words for the person, `Copying 3 of 7`; `nil` for none.
    public func report(_ fraction: Double?, message: String? = nil) {
        let known = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        state.withLock { $0 = Report(fraction: known, message: message) }
    }

    var report: Report { state.withLock { $0 } }
}
