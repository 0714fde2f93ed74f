import Faceplate
import FaceplateHTML

enum EditDurationView: ControlView {
    private static let size = 6

    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        let (number, unit) = parts(row)
        row.frame(&html) { html in
            row.words(&html)
            html.element(
                .div, .class("ctl field dur"), .role("group"), .aria("labelledby", "l-\(row.key)")
            ) { html in
                var attributes: [Attribute] = [
                    .type(.text), .inputmode("decimal"), .id(row.face.controlID), .name(row.key),
                    .value(number), .dir(.ltr), .size(size),
                ]
                if row.isRequired { attributes.append(.aria("required", true)) }
                html.void(.input, attributes: attributes + row.describedBy())
                units(row, unit, &html)
            }
            row.problem(&html)
            row.more(&html)
        }
    }

    private static func parts(_ row: Row) -> (number: String, unit: DurationUnit) {
        let usual: DurationUnit =
            if case .duration(let rules)? = row.rulesKind { rules.unit } else { .s }
        if let typed = row.typed, let text = typed.texts.last {
            let name = typed.parts.last { $0.name == [.name("unit")] }?.text
            return (text, name.flatMap(DurationUnit.init(spelling:)) ?? usual)
        }
        guard let seconds = row.value?.number else { return ("", usual) }
        let parts = DurationRules.parts(of: seconds, zero: usual)
        return (NumberSpelling.fieldText(parts.number, in: row.context.locale), parts.unit)
    }

    private static func units(_ row: Row, _ chosen: DurationUnit, _ html: inout Markup) {
        let words = row.context.problemWords.durations
        html.element(
            .select, .name("\(row.key)[unit]"),
            .aria("label", row.words.text(.unitOf, ["label": row.face.title.text]))
        ) { html in
            html.options(
                DurationUnit.allCases.map { ($0.rawValue, words.name(of: $0)) },
                chosen: chosen.rawValue)
        }
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        value.number.map { page.problemWords.durations.text(seconds: $0) }
    }
}
