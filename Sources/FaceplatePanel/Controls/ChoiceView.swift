import Faceplate
import FaceplateHTML

/// `choice`: radio buttons for up to five options, otherwise a menu; `itemStyle` overrides this.
enum ChoiceView: ControlView {
    static let cell: CellForm = .menu
    static let isSearched = false
    static let sample: JSONValue = [
        "with": ["itemOptions": ["one", "two", "three"]],
        "value": "one",
        "set": "two",
        "bad": "gone",
    ]

    private static let mostRadios = 5

    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock {
            return row.readOnly(&html, shown: row.shownOptions, reason: lock)
        }
        let options = OptionList(row)
        let style =
            row.face.item?.choiceStyle ?? (row.face.options.count <= mostRadios ? .radios : .list)
        switch style {
        case .radios: row.fieldset(&html, content: options.radios)
        case .list: row.control(&html, field: options.menu)
        }
    }
}
