import Faceplate
import FaceplateHTML

protocol MomentView: ControlView {}

extension MomentView {
    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        page.date(value, item)
    }
}

/// The field contains and posts the canonical form in every language; typed text that it cannot contain is shown in a
/// plain text field, so that it is not lost.
struct MomentField {
    let row: Row
    let type: InputType
    let minimum: String?
    let maximum: String?
    /// In seconds; `nil` for whole minutes.
    var step: Int?
    var note: String?

    func render(_ html: inout Markup) {
        row.control(&html) { html in
            if let note { html.element(.p, .class("help"), .id("v-\(row.key)"), text: note) }
        } field: {
            $0.void(.input, attributes: attributes)
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
        // The ARIA roles of these fields do not support aria-required.
        if row.isRequired { attributes.append(.required(true)) }
        return attributes + row.describedBy(state: note != nil)
    }
}
