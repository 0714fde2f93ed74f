import Faceplate
import FaceplateHTML

/// `segment`: radio buttons side by side, with the short titles of the options.
enum SegmentView: ControlView {
    static let isSearched = false
    static let sample: JSONValue = [
        "with": ["itemOptions": ["one", "two", "three"]],
        "value": "one",
        "set": "two",
        "bad": "gone",
    ]

    static func render(_ row: Row, into html: inout Markup) {
        row.fieldset(&html) { OptionList(row).segments(&$0) }
    }
}
