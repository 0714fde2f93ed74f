import Faceplate
import FaceplateHTML

enum EditIntegerView: NumberView {
    static let cell: CellForm = .integer
}
