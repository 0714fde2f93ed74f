import Faceplate
import FaceplateHTML

/// `edit_decimal`: a decimal number, typed in the format of the page's language.
enum EditDecimalView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }
}
