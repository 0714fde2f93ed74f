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
            let shown = row.setting.map { row.context.shown(row.value, of: $0) } ?? ""
            return row.readOnly(&html, shown: shown, reason: lock)
        }
        let options = OptionList(row)
        let style =
            row.face.item?.choiceStyle ?? (row.face.options.count <= mostRadios ? .radios : .list)
        switch style {
        case .radios: row.fieldset(&html, content: options.radios)
        case .list:
            row.frame(&html) { html in
                row.words(&html)
                html.element(.div, .class("ctl"), content: options.menu)
                row.more(&html)
            }
        }
    }
}
