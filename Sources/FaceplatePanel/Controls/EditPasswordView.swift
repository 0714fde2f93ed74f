import Faceplate
import FaceplateHTML

/// `edit_password`: a field that is always empty, with a note that a secret is set or not set.
///
/// An empty field changes nothing; a separate button removes the secret.
enum EditPasswordView: ControlView {
    static let sample: JSONValue = [
        "with": ["itemMinimumLength": 8], "set": "never shown", "bad": "short",
    ]

    static func render(_ row: Row, into html: inout Markup) {
        let words = row.words
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        row.frame(&html) { html in
            row.words(&html) { html in
                html.element(
                    .p, .class("help"), .id("v-\(row.key)"),
                    text: words[row.isSet ? .secretSet : .secretUnset])
            }
            html.element(.div, .class("ctl")) { html in
                var attributes: [Attribute] = [
                    .type(.password), .id(row.face.controlID), .name(row.key),
                    .autocomplete(row.face.item?.hints.contentType ?? "new-password"),
                    .spellcheck(false), .autocapitalize("off"),
                ]
                attributes += row.placeholder
                html.void(.input, attributes: attributes + row.describedBy(state: true))
                row.reveal(&html)
            }
            row.notes(&html)
            guard row.isSet else { return }
            let label = ["label": row.face.title.text]
            row.resetButton(
                &html, "_clear", words.text(.secretRemove, label),
                [.data("confirm", words.text(.secretRemoveAsk, label))])
        }
    }
}
