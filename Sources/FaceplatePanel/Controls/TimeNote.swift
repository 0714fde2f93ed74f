import Faceplate
import FaceplateHTML
import Foundation

/// The note about a value that returns by itself: its end, the time left, and the buttons that end the time; or that it
/// returned, because its change was not confirmed.
struct TimeNote {
    /// In seconds.
    static let choices = [900, 3_600, 28_800, 86_400]

    let row: Row
    private var words: PageWords { row.words }

    init?(_ row: Row) {
        guard row.state.hasTimeNote else { return nil }
        self.row = row
    }

    /// The buttons only if the viewer may change the value, and the result bar does not ask.
    func render(_ html: inout Markup) {
        html.element(.div, .class("note time"), .id("u-\(row.key)")) { html in
            html.element(.p) { html in sentence(&html) }
            guard row.isEditable, row.state.until != nil, row.state.goesBackTo == nil
            else { return }
            Self.buttons(row.context, &html) { html, name, text in
                html.element(
                    .button,
                    attributes: [
                        .class("reset"), .name(name), .value(row.key),
                        .aria("describedby", "l-\(row.key)"),
                    ], text: text)
            }
        }
    }

    static func buttons(
        _ context: PageContext, _ html: inout Markup,
        button: (inout Markup, String, String) -> Void
    ) {
        button(&html, "_end", context.words[.timeEnd])
        button(&html, "_keep", context.words[.timeKeep])
    }

    private func sentence(_ html: inout Markup) {
        guard let (word, time) = row.timeSentence else { return }
        let context = row.context
        html.sentence(words.phrase(word), context) { html, slot in
            switch slot {
            case "time":
                html.element(
                    .time, .datetime(RevisionTime.text(time)),
                    text: context.time(time, hasSeconds: word != .timeLeft))
            case "value": html.element(.bdi, text: row.textAfterTime)
            default: html.element(.bdi, text: context.left(of: row.state.secondsLeft ?? 60))
            }
        }
    }
}

extension Row {
    var isEditable: Bool { setting != nil && lock == nil && state.mayEdit }

    var textAfterTime: String {
        guard let setting else { return "" }
        return context.shown(state.goesBackTo ?? context.snapshot.side(of: key), of: setting)
    }

    var timeSentence: (word: PageWord, time: Date)? {
        guard let until = state.until else { return state.wentBack.map { (.keepBack, $0) } }
        return (state.goesBackTo == nil ? .timeLeft : .keepRow, until)
    }

    var timeText: String? {
        timeSentence.map { word, time in
            words.text(
                word,
                [
                    "value": textAfterTime,
                    "time": context.time(time, hasSeconds: word != .timeLeft),
                    "left": context.left(of: state.secondsLeft ?? 60),
                ])
        }
    }

    /// `areShort` is true when a label beside the buttons says what they do.
    func timeButtons(_ seconds: [Int], areShort: Bool = false, _ html: inout Markup) {
        for seconds in seconds {
            let time = context.duration(seconds)
            let text = words.text(.timeLimit, ["time": time])
            html.element(
                .button,
                attributes: [.name("_for[\(key)]"), .value("\(seconds)s")]
                    + (areShort ? [.aria("label", text)] : []),
                text: areShort ? time : text)
        }
    }

    var offersTimes: Bool {
        guard let setting, isEditable else { return false }
        return !setting.isSecret
    }
}

extension RowState {
    var until: Date? { setting?.until }
    var hasTimeNote: Bool { until != nil || wentBack != nil }
}

extension PageContext {
    func duration(_ seconds: Int) -> String {
        DurationWords(locale, in: words.source.problems).text(
            seconds: ExactDecimal(String(seconds)) ?? .zero)
    }

    func left(of seconds: Int) -> String {
        // Beyond a day, minutes are not worth reading.
        duration(seconds < 86_400 ? seconds : seconds / 3_600 * 3_600)
    }

    /// A multiple of the step, at least one.
    func seconds(until date: Date, step: Int) -> Int {
        let end = date.timeIntervalSince1970
        guard let moment, abs(end) < 1e12 else { return step }
        let steps = Int((end / Double(step)).rounded(.down)) - moment / step
        return max(steps, 1) * step
    }

    func shown(_ side: Change.Side, of setting: Schema.Setting) -> String {
        let value: Value? =
            if case .value(let value) = side {
                value
            } else {
                snapshot.defaultValue(of: setting)
            }
        return short(value, of: setting)
    }
}

extension Snapshot {
    /// The steps in which the time left is shown, in seconds: of ordinary values, and of changes that wait to be
    /// confirmed.
    static let timeSteps = (usual: 60, unconfirmed: 10)

    /// In seconds, rounded down to a step; `nil` for a page without temporary values.
    func moment(at now: Date) -> Int? {
        guard hasTemporaryValues else { return nil }
        let step = unconfirmed.isEmpty ? Self.timeSteps.usual : Self.timeSteps.unconfirmed
        let steps = (now.timeIntervalSince1970 / Double(step)).rounded(.down)
        return abs(steps) < 1e12 ? Int(steps) * step : nil
    }
}
