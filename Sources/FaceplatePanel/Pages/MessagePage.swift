import FaceplateHTML

/// A page that only says something: no such page, a request that cannot be answered.
struct MessagePage {
    let context: PageContext
    let title: String
    let message: String
    /// Where else to go, under "Did you mean".
    var links: [(address: URLReference, text: String)] = []

    var markup: Markup {
        let frame = PageFrame(context: context, title: title, isError: true)
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(.h1, text: title)
            html.element(.p, text: message)
            nearest(&html)
            html.element(.p) { html in
                html.element(
                    .a, .class("btn"), .href(context.base.path()),
                    text: context.words[.notfoundHome])
            }
        }
    }

    private func nearest(_ html: inout Markup) {
        guard !links.isEmpty else { return }
        html.element(.p, text: context.words[.linkNearest])
        html.element(.div, .class("rich")) { html in
            html.element(.ul) { html in
                for link in links {
                    html.element(.li) { $0.element(.a, .href(link.address), text: link.text) }
                }
            }
        }
    }
}
