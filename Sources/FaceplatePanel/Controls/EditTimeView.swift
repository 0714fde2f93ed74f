import Faceplate
import FaceplateHTML

enum EditTimeView: MomentView {
    static let cell: CellForm = .time

    static func render(_ row: Row, into html: inout Markup) {
        let rules: TimeRules? = if case .time(let rules)? = row.rulesKind { rules } else { nil }
        MomentField(
            row: row, type: .time, minimum: rules?.minimum?.description,
            maximum: rules?.maximum?.description,
            step: rules?.step ?? (rules?.allowsSeconds == true ? 1 : nil),
            note: rules.flatMap { overMidnight($0, row) }
        ).render(&html)
    }

    /// 22:00 to 06:00 looks reversed.
    private static func overMidnight(_ rules: TimeRules, _ row: Row) -> String? {
        guard let minimum = rules.minimum, let maximum = rules.maximum, minimum > maximum else {
            return nil
        }
        func shown(_ time: ClockTime) -> String {
            row.context.problemWords.dates.text(of: .text(time.description))
        }
        return row.words.text(.overMidnight, ["from": shown(minimum), "to": shown(maximum)])
    }
}
