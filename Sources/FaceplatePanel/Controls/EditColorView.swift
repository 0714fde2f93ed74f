import Faceplate
import FaceplateHTML

/// `edit_color`: a color, followed by its hexadecimal digits.
///
/// The browser's color field always posts a color without opacity. No color, a color with opacity,
/// and typed text that is not a color therefore have a plain text field.
enum EditColorView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        let allowsAlpha = (row.baseRules as? ColorRules)?.allowsAlpha ?? false
        row.frame(&html) { html in
            row.words(&html)
            html.element(.div, .class("ctl color")) { html in
                // A color field would show rejected text as black.
                if !allowsAlpha, let color = row.nativeText, color.utf8.count == 7 {
                    html.void(
                        .input,
                        attributes: [
                            .type(.color), .id(row.face.controlID), .name(row.key), .value(color),
                        ] + row.describedBy())
                    html.element(.code, text: color)
                } else {
                    let example = allowsAlpha ? "#rrggbbaa" : "#rrggbb"
                    var attributes: [Attribute] = [
                        .type(.text), .id(row.face.controlID), .name(row.key),
                        .value(row.fieldText), .dir(.ltr), .placeholder(example),
                        .size(example.utf8.count), .spellcheck(false), .autocapitalize("none"),
                    ]
                    if row.isRequired { attributes.append(.aria("required", true)) }
                    html.void(.input, attributes: attributes + row.describedBy())
                }
            }
            row.more(&html)
        }
    }
}
