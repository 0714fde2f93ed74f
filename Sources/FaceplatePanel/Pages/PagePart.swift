import Faceplate
import FaceplateHTML

protocol PagePart {
    var context: PageContext { get }
}

extension PagePart {
    var words: PageWords { context.words }
    var texts: ChangeWords { ChangeWords(context: context) }

    /// `look` is the drawing of the page's way at the foot of the list of pages; `isName` is for a name that a user
    /// gave, which can be in any script.
    func heading(
        _ title: String, _ look: String, isName: Bool = false, _ html: inout Markup,
        more: (inout Markup) -> Void = { _ in }
    ) {
        let hue = Attribute.data("hue", PageHue.overview)
        html.element(.div, .class("title"), hue) { html in
            html.element(.span, .class("thumb \(look)"), hue) { _ in }
            html.element(.h1) { html in
                if isName { html.element(.bdi, text: title) } else { html.text(title) }
            }
            more(&html)
        }
    }

    func answers(
        cancelingTo address: URLReference, _ html: inout Markup, proceed: (inout Markup) -> Void
    ) {
        html.element(.p, .class("do")) { html in
            proceed(&html)
            html.element(.a, .class("btn"), .href(address), text: words[.cancel])
        }
    }
}

extension Markup {
    mutating func element(
        _ element: Element, _ attributes: Attribute..., label: ResolvedLabel, on page: LocaleTag
    ) {
        self.element(element, attributes: attributes + label.language(on: page), text: label.text)
    }

    mutating func options(_ options: [(value: String, title: String)], chosen: String?) {
        for (value, title) in options {
            element(.option, .value(value), .selected(value == chosen), text: title)
        }
    }

    mutating func hidden(_ name: String, _ value: String) {
        void(.input, .type(.hidden), .name(name), .value(value))
    }

    /// The numbers of the form are read in this language.
    mutating func locale(of context: PageContext) {
        hidden("_locale", context.locale.description)
    }
}
