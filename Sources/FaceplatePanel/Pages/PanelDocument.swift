public import Faceplate
public import FaceplateHTML

/// Makes a whole document of the parts of one of the panel's pages.
///
/// Called for each page, language and revision anew, on any thread.
public typealias PanelLayout = @Sendable (PanelDocument) -> Markup

/// The parts of one of the panel's pages, for a host that puts them into a page of its own.
///
/// ``Panel/Configuration/layout`` makes a whole document of them. The document is the same for
/// everyone who may see the same: a page is made once and sent many times, so that nothing in it may
/// depend on who looks or when.
public struct PanelDocument: Sendable {
    /// What the page is called, the panel's name included; the head has it, too.
    public let title: String
    /// The language that the page is in.
    public let locale: LocaleTag
    /// The direction of that language.
    public let direction: Direction
    /// What must be in `<head>`: encoding, title, style sheets, the script.
    public let head: Markup
    /// What `<body>` must say of itself.
    public let bodyAttributes: [Attribute]
    /// The link that leads past everything to the settings; belongs first in `<body>`.
    public let skipLink: Markup
    /// The `<header>` of the panel: its name, the search and the languages.
    public let header: Markup
    /// The `<main>` of the page.
    public let main: Markup
    /// The `<footer>` of the panel: the way to recent changes, the version.
    public let footer: Markup

    /// The document that the panel makes itself: the parts, one after the other.
    public var markup: Markup {
        var html = Markup(
            reservingCapacity: 1_024 + head.byteCount + header.byteCount + main.byteCount)
        html.doctype()
        html.element(.html, .lang(locale.description), .dir(direction)) { html in
            html.element(.head) { $0.append(head) }
            html.staticMarkup("\n")
            html.element(.body, attributes: bodyAttributes) { html in
                html.append(skipLink)
                html.append(header)
                html.append(main)
                html.append(footer)
            }
        }
        return html
    }
}
