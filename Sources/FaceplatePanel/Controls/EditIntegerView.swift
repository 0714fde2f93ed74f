import Faceplate
import FaceplateHTML

/// `edit_integer`: a whole number, typed.
enum EditIntegerView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }
}
