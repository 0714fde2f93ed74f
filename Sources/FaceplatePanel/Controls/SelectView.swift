import Faceplate
import FaceplateHTML

/// Radio buttons whose name is the key of the group and whose values are the keys of the options.
enum SelectView: ControlView {
    static let isSearched = false

    static func render(_ row: Row, into html: inout Markup) {
        if let lock = row.lock { return locked(row, lock, &html) }
        html.element(
            .div,
            attributes: row.rootAttributes + [
                .role("radiogroup"), .aria("labelledby", "l-\(row.key)"),
            ] + row.describedBy()
        ) { html in
            OptionList(row).radios(&html)
            row.problem(&html)
            row.more(&html)
            row.end(&html)
        }
        html.staticMarkup("\n")
    }

    /// Without a title: that of the group is already above it.
    private static func locked(_ row: Row, _ lock: String, _ html: inout Markup) {
        html.element(.div, .class("row"), .id(row.face.rowID)) { html in
            html.element(.span, .class("v"), .dir(.auto), text: row.shownValue)
            row.lockNote(&html, lock)
            row.problem(&html)
            row.end(&html)
        }
        html.staticMarkup("\n")
    }
}
