import Faceplate
import FaceplateHTML
import FaceplateSchema

/// With JavaScript, a button lets the field take the next keys that are pressed.
enum EditShortcutView: ControlView {
    static let cell: CellForm = .plain(hints)

    private static let hints: [Attribute] = [
        .dir(.ltr), .autocapitalize("none"), .spellcheck(false),
    ]

    static func render(_ row: Row, into html: inout Markup) {
        row.control(&html) { html in
            var attributes: [Attribute] = [
                .type(.text), .id(row.face.controlID), .name(row.key), .value(row.fieldText),
            ]
            attributes += hints + [.autocomplete("off")]
            if case .text(let rules)? = row.rulesKind, let example = rules.form?.examples.first {
                attributes.append(.placeholder(example))
            }
            if row.isRequired { attributes.append(.aria("required", true)) }
            html.void(.input, attributes: attributes + row.describedBy())
            html.element(
                .button, .type(.button), .class("press"), .aria("pressed", false),
                .aria(
                    "label", row.words.text(.keysPressLabel, ["label": row.face.texts.title.text])),
                .data("wait", row.words[.keysWait]),
                .data("keys", row.context.base.path(segments: Asset.keys.segments).text),
                text: row.words[.keysPress])
        }
    }
}
