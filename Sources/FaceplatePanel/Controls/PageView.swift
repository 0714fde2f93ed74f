import Faceplate
import FaceplateHTML

/// `page`: a row that links to a subpage, with a summary of the values there.
enum PageView: ControlView {
    static let sample: JSONValue = ["bad": "page"]

    static func render(_ row: Row, into html: inout Markup) {
        guard let page = row.context.schema.pages[row.key] else { return }
        let summary = PageSummary(page: page, row: row)
        html.element(
            .a,
            attributes: row.rootAttributes
                + [
                    .href(row.context.base.path(segments: Route.segments(of: page))),
                    .aria("labelledby", "l-\(row.key)"),
                ] + row.describedBy(state: !summary.isEmpty, isField: false)
        ) { html in
            row.picture(&html)
            html.element(.div, .class("t")) { html in
                html.append(row.face.name)
                summary.render(&html)
                row.problem(&html)
            }
        }
        html.staticMarkup("\n")
    }
}
