import Faceplate
import FaceplateHTML

/// The field is always empty, and an empty field changes nothing; a separate button removes the secret.
enum EditPasswordView: ControlView {
    static let cell = CellForm.secret

    static func render(_ row: Row, into html: inout Markup) {
        let words = row.words
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        row.frame(&html) { html in
            let state = words[row.isSet ? .secretSet : .secretUnset]
            // An empty field without a placeholder says it.
            let isInField = row.face.texts.placeholder == nil
            row.words(&html) {
                $0.element(
                    .p, .class(isInField ? "sr" : "help"), .id("v-\(row.key)"), text: state)
            }
            html.element(.div, .class("ctl field")) { html in
                let rows = row.face.item?.rows
                var attributes: [Attribute] = [
                    .id(row.face.controlID), .name(row.key),
                    .autocomplete(
                        row.face.item?.hints.contentType ?? (rows == nil ? "new-password" : "off")),
                    .spellcheck(false), .autocapitalize("off"),
                ]
                attributes += isInField ? [.placeholder(state)] : row.placeholder
                if row.isRequired, !row.isSet { attributes.append(.aria("required", true)) }
                attributes += row.describedBy(state: true)
                if let rows {
                    html.textarea(
                        attributes: attributes + [.rows(rows), .data("mask", "on"), .dir(.ltr)],
                        value: "")
                } else {
                    html.void(.input, attributes: [.type(.password)] + attributes)
                }
                row.reveal(&html)
                remove(row, &html)
            }
            row.problem(&html)
            row.notes(&html)
        }
    }

    private static func remove(_ row: Row, _ html: inout Markup) {
        guard row.isSet, !row.state.isRequired else { return }
        let label = ["label": row.face.texts.title.text]
        row.resetButton(
            &html, "_clear", row.words.text(.secretRemove, label),
            [.data("confirm", row.words.text(.secretRemoveAsk, label))])
    }
}
