import Faceplate
import FaceplateHTML

/// In the time zone that a note names.
enum EditDatetimeView: MomentView {
    static let cell: CellForm = .dateTime

    static func render(_ row: Row, into html: inout Markup) {
        let rules: DateTimeRules? =
            if case .dateTime(let rules)? = row.rulesKind { rules } else { nil }
        MomentField(
            row: row, type: .datetimeLocal, minimum: rules?.minimum?.description,
            // Without a maximum, browsers accept years of six digits.
            maximum: rules?.maximum?.description ?? "9999-12-31T23:59",
            step: rules?.allowsSeconds == true ? 1 : nil,
            note: rules?.zone.map { row.words.text(.timeZone, ["zone": $0.description]) }
        ).render(&html)
    }
}
