import Faceplate
import FaceplateHTML

enum EditDurationView: ControlView {
    private static let size = 6

    static func render(_ row: Row, into html: inout Markup) {
        let words = row.context.problemWords.durations
        let (number, unit) = parts(row)
        UnitField(
            row: row, size: size, number: number, unit: unit.rawValue,
            units: DurationUnit.allCases.map { .init(name: $0.rawValue, title: words.name(of: $0)) }
        ).render(into: &html)
    }

    private static func parts(_ row: Row) -> (number: String, unit: DurationUnit) {
        let usual: DurationUnit =
            if case .duration(let rules)? = row.rulesKind { rules.unit } else { .s }
        if let typed = UnitField.typed(row) {
            return (typed.number, typed.unit.flatMap(DurationUnit.init(spelling:)) ?? usual)
        }
        guard let seconds = row.value?.number else { return ("", usual) }
        let parts = DurationRules.parts(of: seconds, zero: usual)
        return (NumberSpelling.fieldText(parts.number, in: row.context.locale), parts.unit)
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        value.number.map { page.problemWords.durations.text(seconds: $0) }
    }
}
