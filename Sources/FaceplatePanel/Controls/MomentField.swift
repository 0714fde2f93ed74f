import Faceplate
import FaceplateHTML

/// A row with a browser's own field for a date or a time.
///
/// It holds and posts the canonical form in every language. What it could not hold, because
/// somebody typed it elsewhere, stands in a field for text, so that it is not lost.
struct MomentField {
    let row: Row
    let type: InputType
    let minimum: String?
    let maximum: String?
    /// Seconds between the times that the field offers; `nil` for whole minutes.
    var step: Int?
    /// What the reader must know of it, below the help.
    var note: String?

    func render(_ html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        row.frame(&html) { html in
            row.words(&html) { html in
                if let note { html.element(.p, .class("help"), .id("v-\(row.key)"), text: note) }
            }
            html.element(.div, .class("ctl")) { $0.void(.input, attributes: attributes) }
            row.more(&html)
        }
    }

    private var attributes: [Attribute] {
        let text = row.nativeText
        var attributes: [Attribute] = [
            .type(text == nil ? .text : type), .id(row.face.controlID), .name(row.key),
            .value(text ?? row.fieldText),
        ]
        if text != nil {
            if let minimum { attributes.append(.min(minimum)) }
            if let maximum { attributes.append(.max(maximum)) }
            if let step { attributes.append(.step(String(step))) }
        }
        // These fields have no role for aria-required.
        if row.isRequired { attributes.append(.required(true)) }
        return attributes + row.describedBy(state: note != nil)
    }
}
