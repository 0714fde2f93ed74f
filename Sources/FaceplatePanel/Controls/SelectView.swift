import Faceplate
import FaceplateHTML

/// The `select` options of a group: radio buttons named by the group, whose values are the options'
/// keys.
enum SelectView: ControlView {
    static func render(_ row: Row, into html: inout Markup) {
        html.element(
            .div,
            attributes: row.rootAttributes + [
                .role("radiogroup"), .aria("labelledby", "l-\(row.key)"),
            ] + row.describedBy()
        ) { html in
            row.problem(&html)
            OptionList(row).radios(&html)
            row.more(&html)
        }
        html.staticMarkup("\n")
    }
}
