import FaceplateHTML

struct MessagePage {
    enum Way {
        case home
        case to(URLReference, text: String)
        /// Opens in another tab, so that this one keeps typed values.
        case beside(URLReference, text: String)
        case nowhere
    }

    let context: PageContext
    let title: String
    let message: String
    var isError = true
    /// For people who have not signed in.
    var isBare = false
    var way = Way.home
    var links: [(address: URLReference, text: String)] = []

    var markup: Markup {
        var frame = PageFrame(context: context, title: title, isError: isError)
        frame.isBare = isBare
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(.div, .class(isError ? "blank failed" : "blank")) { html in
                html.element(.h1, text: title)
                html.element(.p, text: message)
                nearest(&html)
                button(&html)
            }
        }
    }

    private func button(_ html: inout Markup) {
        switch way {
        case .home: button(to: context.base.path(), context.words[.notfoundHome], &html)
        case .to(let address, let text): button(to: address, text, &html)
        case .beside(let address, let text):
            button(to: address, text, &html, [.target("_blank")])
        case .nowhere: break
        }
    }

    private func button(
        to address: URLReference, _ text: String, _ html: inout Markup, _ more: [Attribute] = []
    ) {
        html.element(.p) {
            $0.element(.a, attributes: [.class("btn"), .href(address)] + more, text: text)
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
