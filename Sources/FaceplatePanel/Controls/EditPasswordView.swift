import Faceplate
import FaceplateHTML

/// `edit_password`: a field that is always empty; words beside it say whether a secret is set.
///
/// Posting it empty changes nothing; removing is a button of its own.
enum EditPasswordView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        let words = row.words
        row.frame(&html) { html in
            row.words(&html) { html in
                html.element(
                    .p, .class("help"), .id("v-\(row.key)"),
                    text: words[row.isSet ? .secretSet : .secretUnset])
            }
            html.element(.div, .class("ctl")) { html in
                let title = ["label": row.face.title.text]
                var attributes: [Attribute] = [
                    .type(.password), .id(row.face.controlID), .name(row.key),
                    .autocomplete("new-password"), .spellcheck(false), .autocapitalize("off"),
                ]
                if let placeholder = row.face.placeholder {
                    attributes.append(.placeholder(placeholder.text))
                }
                attributes += [
                    .data("show", words[.secretShow]), .data("hide", words[.secretHide]),
                    .data("show-label", words.text(.secretShowLabel, title)),
                    .data("hide-label", words.text(.secretHideLabel, title)),
                    .data("shown", words.text(.secretShown, title)),
                    .data("hidden", words.text(.secretHidden, title)),
                ]
                html.void(.input, attributes: attributes + row.describedBy(state: true))
            }
            guard row.isSet || row.conflict != nil else { return }
            html.element(.div, .class("more")) { html in
                if let conflict = row.conflict { row.note(conflict, &html) }
                guard row.isSet else { return }
                html.element(
                    .button, .class("reset"), .name("_clear"), .value(row.key),
                    text: words.text(.secretRemove, ["label": row.face.title.text]))
            }
        }
    }
}
