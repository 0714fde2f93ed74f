import Faceplate
import Foundation

/// How results are shown: with colors and relative times at a terminal, without them in a pipe or file.
struct Terminal: Sendable {
    let isTerminal: Bool
    /// True when the output can have colors: at a terminal, without `NO_COLOR`, and not with `TERM=dumb`.
    let hasColors: Bool

    static let output = Terminal(
        isTerminal: isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment)
    static let input = Terminal(isTerminal: isatty(STDIN_FILENO) == 1, [:])
    static let errors = Terminal(
        isTerminal: isatty(STDERR_FILENO) == 1, ProcessInfo.processInfo.environment)

    /// Output without colors, for messages whose control characters are escaped.
    static let plain = Terminal(isTerminal: false, [:])

    /// - Parameter environment: `NO_COLOR` with any text turns colors off (no-color.org).
    init(isTerminal: Bool, _ environment: [String: String]) {
        self.isTerminal = isTerminal
        hasColors =
            isTerminal && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }

    /// The styles of text (ECMA-48, SGR).
    enum Style: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case yellow = 33
    }

    func styled(_ text: String, _ style: Style) -> String {
        hasColors ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    func time(_ date: Date, now: Date = .now) -> String {
        isTerminal ? Self.age(of: date, now: now) : RevisionTime.text(date)
    }

    /// `5 min ago`, `3 h ago`, `2 days ago`; the date itself after 30 days.
    ///
    /// A date in the future, from a clock that was changed, is written as its day, too.
    static func age(of date: Date, now: Date) -> String {
        let seconds = Int(now.timeIntervalSince(date).rounded(.down))
        return switch seconds {
        case 0..<60: "just now"
        case 60..<3_600: "\(seconds / 60) min ago"
        case 3_600..<86_400: "\(seconds / 3_600) h ago"
        case 86_400..<2_592_000: "\(ShownText.count(seconds / 86_400, "day")) ago"
        default: String(RevisionTime.text(date).prefix(10))
        }
    }
}
