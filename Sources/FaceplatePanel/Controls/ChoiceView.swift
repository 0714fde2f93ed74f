import Faceplate
import FaceplateHTML

/// A menu, or radio buttons where an option has a help text; `itemStyle` overrides this.
enum ChoiceView: ControlView {
    static let cell: CellForm = .menu
    static let isSearched = false

    static func render(_ row: Row, into html: inout Markup) {
        let style =
            row.face.item?.choiceStyle
            ?? (row.face.options.contains { $0.help != nil } ? .radios : .list)
        switch style {
        case .radios: row.fieldset(&html) { OptionList(row).radios(&$0) }
        case .list: row.control(&html) { OptionList(row).menu(&$0) }
        }
    }
}
