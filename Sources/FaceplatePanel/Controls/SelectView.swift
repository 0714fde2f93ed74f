import Faceplate
import FaceplateHTML

/// The `select` options of a group: radio buttons named by the group, whose values are the options'
/// keys.
enum SelectView {
    static func render(_ row: Row, _ group: Schema.Group, into html: inout Markup) {
        let labels = row.context.labels
        let options = OptionList(
            row,
            group.options.filter { !$0.isHidden }.map {
                .init(value: $0.key, title: labels.title(of: $0), help: labels.help(of: $0))
            })
        html.element(
            .div,
            attributes: [
                .class(row.rowClass("select")), .id("s-\(row.key)"), .role("radiogroup"),
                .aria("labelledby", "l-\(row.key)"),
            ] + row.describedBy()
        ) { html in
            row.problem(&html)
            options.radios(&html)
            row.more(&html)
        }
        html.staticMarkup("\n")
    }
}
