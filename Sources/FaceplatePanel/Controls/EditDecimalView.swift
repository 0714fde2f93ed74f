import Faceplate
import FaceplateHTML

/// Typed in the format of the page's language.
enum EditDecimalView: NumberView {
    static let cell: CellForm = .decimal
    static let sample: JSONValue = [
        "with": ["itemUnit": "°C", "itemFractionDigits": 1],
        "value": 20.5,
        "set": "-3.5",
        "bad": "cold",
    ]
}
