import Faceplate
import FaceplateHTML

/// `edit_decimal`: a decimal number, typed as the page's language writes it.
enum EditDecimalView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }
}
