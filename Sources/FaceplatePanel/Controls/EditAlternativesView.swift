import Faceplate
import FaceplateHTML

/// A menu of the kinds of value, with the field of the chosen kind below.
///
/// `KEY[kind]` is the position of the kind, from 0, and `KEY[0]`, `KEY[1]` are the texts of the fields. `null` is the
/// last kind, and has no field.
enum EditAlternativesView: ControlView {
    static let cell = CellForm.text

    static func render(_ row: Row, into html: inout Markup) {
        guard case .alternatives(let rules)? = row.rulesKind else { return }
        let cells = row.face.item?.cells ?? []
        let value = row.typed == nil ? row.value : row.typedValue
        let own = value.flatMap(rules.place)
        let kind = row.typedPart(.name("kind")).flatMap { Int($0) } ?? own ?? 0
        row.control(&html, class: "ctl alt") { html in
            menu(row, cells, isNullable: rules.isNullable, chosen: kind, &html)
            for (place, (cell, rules)) in zip(cells, rules.alternatives).enumerated() {
                var text = place == kind ? row.typed?.texts.last : nil
                if place == own, let value {
                    text = text ?? rules.fieldText(of: value, locale: row.context.locale)
                }
                html.element(.div, .class("field"), .data("kind", String(place))) { html in
                    Cell(
                        kind: CellKind(
                            item: cell, rules: rules, column: nil, defaultValue: nil,
                            context: row.context),
                        name: BracketName(row.key, .index(place)).description,
                        text: row.typedPart(.index(place)) ?? text ?? "",
                        label:
                            "\(row.face.texts.title.text), \(row.context.labels.title(of: cell).text)",
                        id: "o-\(row.key).\(place)",
                        problem: row.hasProblem && place == kind ? "e-\(row.key)" : nil,
                        isNew: false
                    ).render(into: &html)
                }
            }
        }
    }

    private static func menu(
        _ row: Row, _ cells: [Schema.Item], isNullable: Bool, chosen kind: Int,
        _ html: inout Markup
    ) {
        html.element(.div, .class("field")) { html in
            html.element(
                .select,
                attributes: [
                    .id(row.face.controlID), .name("\(row.key)[kind]"), .data("kinds", ""),
                ] + row.describedBy(isField: false)
            ) { html in
                for (place, cell) in cells.enumerated() {
                    html.element(
                        .option, .value(String(place)), .selected(place == kind),
                        label: row.context.labels.title(of: cell), on: row.context.locale)
                }
                if isNullable {
                    html.element(
                        .option, .value(String(cells.count)), .selected(kind == cells.count),
                        text: row.words[.valueNone])
                }
            }
        }
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        if value == .null { return page.words[.valueNone] }
        guard let item, case .alternatives(let rules)? = page.schema.settings[item.key]?.rules.kind
        else { return nil }
        let place = rules.place(of: value)
        return place.flatMap { item.cells.indices.contains($0) ? item.cells[$0] : nil }
            .map { page.shown(value, ofCell: $0) }
    }
}
