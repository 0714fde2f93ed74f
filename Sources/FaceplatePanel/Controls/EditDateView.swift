import Faceplate
import FaceplateHTML

enum EditDateView: MomentView {
    static let cell: CellForm = .date

    static func render(_ row: Row, into html: inout Markup) {
        let rules: DateRules? = if case .date(let rules)? = row.rulesKind { rules } else { nil }
        MomentField(
            row: row, type: .date, minimum: rules?.minimum?.description,
            // Without a maximum, browsers accept years of six digits.
            maximum: rules?.maximum?.description ?? "9999-12-31"
        ).render(&html)
    }
}
