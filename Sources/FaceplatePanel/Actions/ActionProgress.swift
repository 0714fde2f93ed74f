import Faceplate

/// The progress of an action, for the user who waits.
///
/// Any thread can report progress, at any rate; only the newest report is shown.
public final class ActionProgress: Sendable {
    /// The newest report.
    struct Report: Sendable, Equatable {
        /// The progress from 0 to 1; `nil` when it is unknown.
        var fraction: Double?
        var message: String?
    }

    private let state = Locked(Report())

    /// Creates the progress of an action that has just started; for tests of handlers.
    public init() {}

    /// Reports how far the action has come.
    ///
    /// - Parameters:
    ///   - fraction: The progress from 0 to 1; values outside are clamped; `nil` when it is unknown.
    ///   - message: The text for the user, such as `Copying 3 of 7`; `nil` for no text.
    public func report(_ fraction: Double?, message: String? = nil) {
        let known = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        state.withLock { $0 = Report(fraction: known, message: message) }
    }

    var report: Report { state.withLock { $0 } }
}
