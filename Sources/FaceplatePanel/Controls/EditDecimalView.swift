import Faceplate
import FaceplateHTML

/// Typed in the format of the page's language.
enum EditDecimalView: NumberView {
    static let cell: CellForm = .decimal
}
