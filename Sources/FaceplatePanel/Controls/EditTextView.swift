import Faceplate
import FaceplateHTML

/// `edit_text`: one line of text.
///
/// The browser checks nothing: the server does, and says it better.
enum EditTextView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        let rules = row.setting?.rules as? TextRules
        if let lock = row.lock {
            return row.readOnly(
                &html, shown: row.value?.plainText ?? "", reason: lock)
        }
        row.frame(&html) { html in
            row.words(&html)
            html.element(.div, .class("ctl")) { html in
                var attributes: [Attribute] = [
                    .type(.text), .id(row.face.controlID), .name(row.key), .value(row.fieldText),
                    .dir(.auto),
                ]
                if let placeholder = row.face.placeholder {
                    attributes.append(.placeholder(placeholder.text))
                }
                if let longest = rules?.maximumLength, longest <= 20 {
                    attributes.append(.size(max(longest, 4)))
                }
                if row.isRequired { attributes.append(.aria("required", true)) }
                html.void(.input, attributes: attributes + row.describedBy())
            }
            row.more(&html)
        }
    }
}
