import Faceplate
import FaceplateHTML

/// `edit_decimal`: a decimal number, typed in the format of the page's language.
enum EditDecimalView: ControlView {
    static let cell: CellForm = .decimal
    static let sample: JSONValue = [
        "with": ["itemUnit": "°C", "itemFractionDigits": 1],
        "value": 20.5,
        "set": "-3.5",
        "bad": "cold",
    ]

    static func render(_ row: Row, into html: inout Markup) {
        NumberField(row: row).render(&html)
    }

    static func shown(_ value: Value, of item: Schema.Item?, on page: PageContext) -> String? {
        page.number(value, item)
    }
}
