import Faceplate
import FaceplateHTML

/// Links to the pages above the current one, to return to them.
///
/// A narrow window shows only the last of them, as a link with an arrow.
enum Breadcrumb {
    /// The most links; a longer path has only the first page, the page above the last one, and the last one.
    private static let mostLinks = 3

    static func render(_ context: PageContext, into html: inout Markup) {
        let path = context.face.page.path
        guard !path.isEmpty else { return }
        html.element(.nav, .class("crumb"), .aria("label", context.words[.breadcrumb])) { html in
            html.element(.ol) { html in
                step(context.words[.settings], [], [], context, &html)
                let isFolded = path.count > mostLinks
                for (index, key) in path.dropLast().enumerated() {
                    let distance = path.count - 1 - index
                    guard !isFolded || distance <= 2 else { continue }
                    let title = context.labels.title(of: key)
                    step(
                        title.text, title.language(on: context.locale),
                        ["pages"] + path.prefix(index + 1), isFolded: isFolded && distance == 2,
                        context, &html)
                }
            }
        }
        html.staticMarkup("\n")
    }

    /// Writes a link; a folded one has the title of its page as its name only.
    private static func step(
        _ text: String, _ language: [Attribute], _ address: [String], isFolded: Bool = false,
        _ context: PageContext, _ html: inout Markup
    ) {
        let name: [Attribute] = isFolded ? [.title(text), .aria("label", text)] : []
        html.element(.li) { html in
            html.element(
                .a, attributes: [.href(context.base.path(segments: address))] + name + language,
                text: isFolded ? "…" : text)
        }
    }
}
