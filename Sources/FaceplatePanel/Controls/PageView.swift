import Faceplate
import FaceplateHTML

enum PageView: ControlView {
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
            }
            mark(row, &html)
            row.problem(&html)
        }
        html.staticMarkup("\n")
    }

    private static func mark(_ row: Row, _ html: inout Markup) {
        guard row.context.face.overview != nil, let marks = row.context.pageMarks[row.key] else {
            return
        }
        let (look, text) =
            marks.wrong > 0
            ? ("dot wrong", row.words.counted(.problemCount, marks.wrong))
            : ("dot", row.words[.modified])
        html.element(.span, .class(look), .title(text)) {
            $0.element(.span, .class("sr"), text: text)
        }
    }
}
