import Faceplate
import FaceplateHTML

enum EditIntegerView: NumberView {
    static let cell: CellForm = .integer
    static let sample: JSONValue = [
        "with": ["itemMaximum": 1000000, "itemUnit": "px"],
        "value": 30,
        "set": "1200",
        "bad": "twelve",
        "long": "1000000",
    ]
}
