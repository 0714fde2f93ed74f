import Faceplate
import FaceplateHTML

/// `button`: a submit button of the page's form. What is typed is saved, then the action runs.
enum ButtonView: ControlView {
    static func render(_ row: Row, _ item: Schema.Item, into html: inout Markup) {
        row.frame(&html, "button") { html in
            html.element(
                .button,
                attributes: [.id("c-\(row.key)"), .name(row.key), .value("press")]
                    + row.context.language(of: row.title) + row.describedBy(isField: false),
                text: row.title.text)
            row.helpText(&html)
            row.problem(&html)
        }
    }
}
