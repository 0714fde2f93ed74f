import Faceplate
import FaceplateHTML

/// Hidden if the list of pages is beside the page.
enum BackLink {
    /// `page` is `nil` for all that is not a page of settings.
    static func render(
        from page: Schema.ItemPage?, _ context: PageContext, into html: inout Markup
    ) {
        let above = page.map { $0.path.dropLast() } ?? []
        guard page?.path.isEmpty != true else { return }
        let title = above.last.map { context.labels.title(of: $0) }
        html.element(.nav, .class("back"), .aria("label", context.words[.breadcrumb])) { html in
            html.element(
                .a,
                attributes: [
                    .href(context.base.path(segments: above.isEmpty ? [] : ["pages"] + above))
                ] + (title?.language(on: context.locale) ?? []),
                text: title?.text ?? context.words[.overview])
        }
        html.staticMarkup("\n")
    }
}
