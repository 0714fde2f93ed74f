public import Foundation

/// The text form of times in the store: UTC, RFC 3339 with milliseconds.
public enum RevisionTime {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Returns text such as `2026-11-20T07:30:00.000Z`.
    public static func text(_ date: Date) -> String {
        // The style truncates, so half a millisecond is added to round.
        date.addingTimeInterval(0.0005).formatted(style)
    }

    /// Reads RFC 3339: to the second with any offset, or as the store writes it.
    ///
    /// A time without an offset is `nil`, because its time zone is unknown.
    public static func date(_ text: String) -> Date? {
        if let date = try? style.parse(text), self.text(date) == text { return date }
        guard let (local, offset) = CivilTime.read(text), let offset else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(local.secondsSince1970 - offset))
    }
}
