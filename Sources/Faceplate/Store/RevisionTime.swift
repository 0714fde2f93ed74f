public import Foundation

/// The store's form of a time: UTC, RFC 3339 with milliseconds.
public enum RevisionTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// `2026-11-20T07:30:00.000Z`.
    public static func text(_ date: Date) -> String {
        // The style cuts off; half a millisecond more makes it round.
        date.addingTimeInterval(0.0005).formatted(style)
    }

    /// Reads RFC 3339: to the second with any offset, or as the store writes it.
    ///
    /// A time without an offset is `nil`: nobody knows where it was.
    public static func date(_ text: String) -> Date? {
        if let date = try? style.parse(text), self.text(date) == text { return date }
        guard let (local, offset) = CivilTime.read(text), let offset else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970 - offset))
    }
}
