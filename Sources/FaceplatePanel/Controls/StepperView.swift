import Faceplate
import FaceplateHTML

/// The buttons post the page: the typed number, changed by one step, is saved.
enum StepperView: NumberView {
    static func render(_ row: Row, into html: inout Markup) {
        row.control(&html, class: "ctl field step") { html in
            button("dec", "\(row.key):down", .stepDown, "\u{2212}", row, &html)
            NumberField(row: row).field(&html)
            row.unit(&html)
            button("inc", "\(row.key):up", .stepUp, "+", row, &html)
        }
    }

    private static func button(
        _ look: String, _ value: String, _ word: PageWord, _ sign: String, _ row: Row,
        _ html: inout Markup
    ) {
        html.element(
            .button, .class(look), .name("_step"), .value(value),
            .aria("label", row.words.text(word, ["label": row.face.texts.title.text])), text: sign)
    }
}
