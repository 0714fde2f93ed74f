import Faceplate
import FaceplateHTML

/// `slider`: a number on a scale, with its value as people read it beside it.
///
/// A browser moves what does not fit its scale without a word; such a number has a field for text.
enum SliderView: ControlView {
    /// Numbers that every browser holds to the digit.
    private static let mostDigits = 15

    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        guard let limits = NumberLimits(row.baseRules), let value = fitting(row) else {
            return NumberField(row: row).render(&html)
        }
        row.frame(&html) { html in
            row.words(&html)
            html.element(.div, .class("ctl range")) { html in
                scale(row, limits, value, &html)
            }
            row.more(&html)
        }
    }

    /// The value in the field; `nil` where the scale cannot show it as it is.
    private static func fitting(_ row: Row) -> Value? {
        guard let value = row.typed?.texts.isEmpty == false ? row.typedValue : row.value,
            row.baseRules?.problem(with: value) == nil,
            value.plainText.utf8.count(where: { (0x30...0x39).contains($0) }) <= mostDigits
        else { return nil }
        return value
    }

    private static func scale(
        _ row: Row, _ limits: NumberLimits, _ value: Value, _ html: inout Markup
    ) {
        let labels = row.face.item.map {
            (row.context.labels.minimum(of: $0), row.context.labels.maximum(of: $0))
        }
        let shown = row.setting.map { row.context.shown(value, of: $0) } ?? value.plainText
        end("min", labels?.0, row, &html)
        var attributes: [Attribute] = [
            .type(.range), .id(row.face.controlID), .name(row.key), .value(value.plainText),
        ]
        if let minimum = limits.minimum { attributes.append(.min(minimum.description)) }
        if let maximum = limits.maximum { attributes.append(.max(maximum.description)) }
        attributes.append(.step(step(limits)))
        if row.face.unit != nil || row.face.item?.format != nil {
            attributes.append(.aria("valuetext", shown))
        }
        html.void(.input, attributes: attributes + row.describedBy())
        end("max", labels?.1, row, &html)
        html.element(.output, .for(row.face.controlID), .dir(.auto), text: shown)
    }

    private static func step(_ limits: NumberLimits) -> String {
        limits.step?.description
            ?? limits.fractionDigits.flatMap { ExactDecimal("1e-\($0)")?.description } ?? "any"
    }

    private static func end(
        _ look: String, _ label: ResolvedLabel?, _ row: Row, _ html: inout Markup
    ) {
        guard let label else { return }
        html.element(
            .span, attributes: [.class(look)] + label.language(on: row.context.locale),
            text: label.text)
    }
}
