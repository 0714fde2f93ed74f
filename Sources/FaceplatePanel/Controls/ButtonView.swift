import Faceplate
import FaceplateHTML

/// `button`: a submit button of the page's form.
///
/// What is typed is saved, then the action runs.
enum ButtonView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        row.frame(&html) { html in
            html.element(
                .button,
                attributes: [.id(row.face.controlID), .name(row.key), .value("press")]
                    + row.face.titleLanguage + row.describedBy(isField: false),
                text: row.face.title.text)
            html.append(row.face.helpText)
            row.problem(&html)
        }
    }
}
