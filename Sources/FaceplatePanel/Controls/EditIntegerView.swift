import Faceplate
import FaceplateHTML

/// `edit_integer`: a typed integer.
enum EditIntegerView: ControlView {
    static let cell: CellForm = .integer
    static let sample: JSONValue = [
        "with": ["itemMaximum": 1000000, "itemUnit": "px"],
        "value": 30,
        "set": "1200",
        "bad": "twelve",
        "long": "1000000",
    ]

    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        page.number(value, item)
    }
}
