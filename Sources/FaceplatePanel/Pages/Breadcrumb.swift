import Faceplate
import FaceplateHTML

/// Links to the pages above the current one.
enum Breadcrumb {
    static func render(_ context: PageContext, into html: inout Markup) {
        let path = context.face.page.path
        guard !path.isEmpty else { return }
        html.element(.nav, .class("crumb"), .aria("label", context.words[.breadcrumb])) { html in
            html.element(.ol) { html in
                step(nil, context.words[.settings], [], context, &html)
                for (index, key) in path.enumerated() {
                    let title = context.labels.title(of: key)
                    let isLast = index == path.count - 1
                    step(
                        key, title.text, title.language(on: context.locale), isLast: isLast,
                        address: ["pages"] + path.prefix(index + 1), context, &html)
                }
            }
        }
        html.staticMarkup("\n")
    }

    private static func step(
        _ key: String?, _ text: String, _ language: [Attribute], isLast: Bool = false,
        address: [String] = [], _ context: PageContext, _ html: inout Markup
    ) {
        html.element(.li) { html in
            if isLast {
                html.element(
                    .span, attributes: [.aria("current", "page")] + language, text: text)
            } else {
                html.element(
                    .a,
                    attributes: [.href(context.base.path(segments: address))] + language,
                    text: text)
            }
        }
    }
}
