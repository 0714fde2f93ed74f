import Faceplate
import FaceplateHTML

/// The browser's color well always posts a color without opacity, so no color, and a color with opacity, have a well
/// that only JavaScript shows and that posts nothing.
enum EditColorView: ControlView {
    static let cell: CellForm = .color

    static func render(_ row: Row, into html: inout Markup) {
        let allowsAlpha =
            if case .color(let rules)? = row.rulesKind { rules.allowsAlpha } else { false }
        let color = shown(row)
        row.control(&html, class: "ctl field color") { html in
            if let color, !allowsAlpha {
                html.void(
                    .input,
                    attributes: [.type(.color)] + CompanionField.first(row) + [.value(color)]
                        + row.describedBy(isField: false))
                CompanionField.shown(row, text: color, into: &html)
                text(
                    row, row.typed?.texts.last ?? color, allowsAlpha,
                    [
                        .id(CompanionField.secondID(row)),
                        .name(CompanionField.name("typed", row.key)),
                        .aria("labelledby", "l-\(row.key)"),
                    ], &html)
            } else {
                html.void(
                    .input, .type(.color), .value(String((color ?? "#000000").prefix(7))),
                    .aria("labelledby", "l-\(row.key)"))
                text(
                    row, row.fieldText, allowsAlpha,
                    [.id(row.face.controlID), .name(row.key)], &html)
            }
        }
    }

    private static func shown(_ row: Row) -> String? {
        let values = [row.typed == nil ? nil : row.typedValue, row.value].compactMap(\.self)
        return values.first { row.baseRules?.problem(with: $0) == nil }?.plainText
    }

    private static func text(
        _ row: Row, _ text: String, _ allowsAlpha: Bool, _ names: [Attribute],
        _ html: inout Markup
    ) {
        let example = allowsAlpha ? "#rrggbbaa" : "#rrggbb"
        var attributes: [Attribute] =
            [.type(.text)] + names + [
                .value(text), .dir(.ltr), .placeholder(example), .size(example.utf8.count),
                .spellcheck(false), .autocapitalize("none"),
            ]
        if row.isRequired { attributes.append(.aria("required", true)) }
        html.void(.input, attributes: attributes + row.describedBy())
    }
}
