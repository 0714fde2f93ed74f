import Faceplate
import FaceplateHTML

/// A number, and a list of units: the field of a duration or a size.
struct UnitField {
    struct Unit {
        let name: String
        let title: String
    }

    let row: Row
    /// In characters.
    let size: Int
    let number: String
    let unit: String
    let units: [Unit]

    func render(into html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownValue, reason: lock)
        }
        row.frame(&html) { html in
            row.words(&html)
            html.element(
                .div, .class("ctl field dur"), .role("group"), .aria("labelledby", "l-\(row.key)")
            ) { html in
                var attributes: [Attribute] = [
                    .type(.text), .inputmode("decimal"), .id(row.face.controlID), .name(row.key),
                    .value(number), .dir(.ltr), .size(size),
                ]
                if row.isRequired { attributes.append(.aria("required", true)) }
                html.void(.input, attributes: attributes + row.describedBy())
                menu(&html)
            }
            row.problem(&html)
            row.more(&html)
        }
    }

    private func menu(_ html: inout Markup) {
        html.element(
            .select, .name("\(row.key)[unit]"),
            .aria("label", row.words.text(.unitOf, ["label": row.face.texts.title.text]))
        ) { $0.options(units.map { ($0.name, $0.title) }, chosen: unit) }
    }

    /// The texts that were typed; `nil` if none were.
    static func typed(_ row: Row) -> (number: String, unit: String?)? {
        guard let typed = row.typed, let number = typed.texts.last else { return nil }
        return (number, typed.parts.last { $0.name == [.name("unit")] }?.text)
    }
}
