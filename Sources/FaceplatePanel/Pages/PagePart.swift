import Faceplate
import FaceplateHTML

/// A part of a page.
protocol PagePart {
    var context: PageContext { get }
}

extension PagePart {
    /// The panel's own texts in the language of the page.
    var words: PageWords { context.words }
    /// The texts of changes, in the style of the page.
    var texts: ChangeWords { ChangeWords(context: context) }

    /// Writes the title of a page without settings, with the drawing of its way at the foot of the list of pages.
    ///
    /// - Parameter isName: True for a name that a user gave, which can be in any script.
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

    /// Writes the answers below a preview: what goes on, if there is anything to do, and then the link that cancels.
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
    /// Writes an element with a label, and the language of the label if it is not that of the page.
    mutating func element(
        _ element: Element, _ attributes: Attribute..., label: ResolvedLabel, on page: LocaleTag
    ) {
        self.element(element, attributes: attributes + label.language(on: page), text: label.text)
    }

    /// Writes the options of a menu; the chosen one is selected.
    mutating func options(_ options: [(value: String, title: String)], chosen: String?) {
        for (value, title) in options {
            element(.option, .value(value), .selected(value == chosen), text: title)
        }
    }

    /// Writes a field of a form that the page does not show.
    mutating func hidden(_ name: String, _ value: String) {
        void(.input, .type(.hidden), .name(name), .value(value))
    }

    /// Writes the field with the language of the page, in which its numbers are read.
    mutating func locale(of context: PageContext) {
        hidden("_locale", context.locale.description)
    }
}
