import FaceplateHTML

/// A page that only says something: no such page, a request that cannot be answered.
struct MessagePage {
    let context: PageContext
    let title: String
    let message: String

    var markup: Markup {
        let frame = PageFrame(context: context, title: title, isError: true)
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(.h1, text: title)
            html.element(.p, text: message)
            html.element(.p) { html in
                html.element(
                    .a, .class("btn"), .href(.path()), text: context.words[.notfoundHome])
            }
        }
    }
}
