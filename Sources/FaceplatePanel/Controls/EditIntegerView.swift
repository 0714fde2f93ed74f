import Faceplate
import FaceplateHTML

/// `edit_integer`: a typed integer.
enum EditIntegerView: NumberView {
    static let cell: CellForm = .integer
}
