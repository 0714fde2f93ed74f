import Faceplate
import FaceplateHTML
import Foundation

/// The note about a value that is set for a time: its end, the time left, and the buttons that end the time.
struct TimeNote {
    /// The times for which the details of a row offer to keep a value, in seconds.
    static let choices = [900, 3_600, 28_800, 86_400]

    let row: Row
    private var words: PageWords { row.words }

    init?(_ row: Row) {
        guard row.state.setting?.until != nil else { return nil }
        self.row = row
    }

    /// Writes the note; the buttons only if the viewer may change the value.
    func render(_ html: inout Markup) {
        html.element(.div, .class("more"), .id("u-\(row.key)")) { html in
            html.element(.span, .class("help")) { html in sentence(&html) }
            guard row.isEditable else { return }
            for (name, word) in [("_end", PageWord.timeEnd), ("_keep", .timeKeep)] {
                html.element(
                    .button,
                    attributes: [
                        .class("reset"), .name(name), .value(row.key),
                        .aria("describedby", "l-\(row.key)"),
                    ], text: words[word])
            }
        }
    }

    private func sentence(_ html: inout Markup) {
        guard let until = row.state.setting?.until else { return }
        let context = row.context
        html.sentence(words.phrase(.timeLeft), context) { html, slot in
            guard slot == "time" else {
                return html.element(.bdi, text: context.left(of: row.state.minutesLeft ?? 1))
            }
            html.element(
                .time, .datetime(RevisionTime.text(until)),
                text: ServerClock().text(until, in: context.problemWords.dates))
        }
    }
}

extension Row {
    /// True when the viewer can change the setting here.
    var isEditable: Bool { setting != nil && lock == nil && state.mayEdit }

    /// Writes the buttons that limit the current value to a time.
    func timeButtons(_ seconds: [Int], _ html: inout Markup) {
        for seconds in seconds {
            let time = context.duration(seconds)
            html.element(
                .button, .name("_for[\(key)]"), .value("\(seconds)s"),
                text: words.text(.timeLimit, ["time": time]))
        }
    }

    /// True when the row offers to limit its value to a time.
    var offersTimes: Bool {
        guard let setting, isEditable else { return false }
        return !setting.isSecret
    }
}

extension PageContext {
    /// Returns a duration in the language of the page.
    func duration(_ seconds: Int) -> String {
        DurationWords(locale, in: words.source.problems).text(
            seconds: ExactDecimal(String(seconds)) ?? .zero)
    }

    /// Returns the time left in the language of the page.
    func left(of minutes: Int) -> String {
        // Beyond a day, minutes are not worth reading.
        duration(minutes < 1_440 ? minutes * 60 : minutes / 60 * 3_600)
    }

    /// Returns the minutes until a moment, at least 1.
    func minutes(until date: Date) -> Int {
        let end = (date.timeIntervalSince1970 / 60).rounded(.down)
        guard let minute, abs(end) < 1e12 else { return 1 }
        return max(Int(end) - minute, 1)
    }
}

extension Snapshot {
    /// The number of the minute, by which a page with temporary values is shown; `nil` for any other page.
    func minute(at now: Date) -> Int? {
        guard hasTemporaryValues else { return nil }
        let minutes = (now.timeIntervalSince1970 / 60).rounded(.down)
        return abs(minutes) < 1e12 ? Int(minutes) : nil
    }
}
