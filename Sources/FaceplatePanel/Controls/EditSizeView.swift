import Faceplate
import FaceplateHTML
import FaceplateSchema

enum EditSizeView: ControlView {
    static let cell: CellForm = .plain([.dir(.ltr), .spellcheck(false)])

    private static let size = 8

    static func render(_ row: Row, into html: inout Markup) {
        guard case .size(let rules)? = row.rulesKind else { return }
        let words = row.context.problemWords.sizes
        let (number, unit) = parts(row, rules)
        // A size that none of the units fits is shown in bytes.
        let units = rules.units.contains(unit) ? rules.units : [unit] + rules.units
        UnitField(
            row: row, size: size, number: number, unit: unit.name,
            units: units.map { .init(name: $0.name, title: words.name(of: $0)) }
        ).render(into: &html)
    }

    private static func parts(_ row: Row, _ rules: SizeRules) -> (number: String, unit: SizeUnit) {
        if let typed = UnitField.typed(row) {
            return (typed.number, rules.unit(named: typed.unit ?? "") ?? rules.units[0])
        }
        guard let value = row.value else { return ("", rules.units[0]) }
        guard let amount = rules.amount(of: value) else { return (value.plainText, rules.units[0]) }
        return (NumberSpelling.fieldText(amount.number, in: row.context.locale), amount.unit)
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        (item?.sizeRules ?? SizeRules()).amount(of: value).map(page.problemWords.sizes.text)
    }
}
