import Faceplate
import FaceplateHTML

/// `edit_integer`: a typed integer.
enum EditIntegerView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }
}
