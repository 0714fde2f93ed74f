import Faceplate
import FaceplateHTML

/// `edit_decimal`: a decimal number, typed in the format of the page's language.
enum EditDecimalView: NumberView {
    static let cell: CellForm = .decimal
}
