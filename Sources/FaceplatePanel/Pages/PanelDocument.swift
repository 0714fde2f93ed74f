public import Faceplate
public import FaceplateHTML

/// A function that makes a whole document from the parts of a panel page.
///
/// The panel calls it for each page, language and revision, on any thread, and sends the result to
/// many users. It must not block.
public typealias PanelLayout = @Sendable (PanelDocument) -> Markup

/// The parts of a panel page, for an app that puts them into its own page.
///
/// ``Panel/Configuration/layout`` makes a whole document from them. All users with the same rights
/// get the same document: the panel renders a page once and sends it many times. Nothing in the
/// document may depend on the user or the time.
public struct PanelDocument: Sendable {
    /// The title of the page, with the name of the panel; `head` contains it too.
    public let title: String
    /// The language of the page.
    public let locale: LocaleTag
    /// The direction of that language.
    public let direction: Direction
    /// The theme that the panel selects (`panelTheme`), for the attribute `data-theme` of `<html>`; `nil` if the
    /// browser decides.
    public let theme: PageTheme?
    /// The required content of `<head>`: encoding, title, style sheets and script.
    public let head: Markup
    /// The required attributes of `<body>`.
    public let bodyAttributes: [Attribute]
    /// The link that skips to the settings; it must be first in `<body>`.
    public let skipLink: Markup
    /// The `<header>` of the panel: its name, the search and the list of pages.
    ///
    /// The list is visible where the header and `main` follow the skip link in `<body>`, in a wide window; elsewhere, the
    /// first page leads to the others.
    public let header: Markup
    /// The `<main>` of the page, with the result of the last action.
    public let main: Markup
    /// The `<footer>` of the panel: the ways to changes, profiles, imports, exports and languages.
    ///
    /// In a narrow window it is a bar at the bottom.
    public let footer: Markup
    /// All that follows the skip link by default: there, results and ways are below the list of pages.
    let whole: Markup

    /// The document that the panel makes by default: all parts, with results and ways below the list of pages.
    public var markup: Markup {
        var html = Markup(
            reservingCapacity: 1_024 + head.byteCount + whole.byteCount)
        html.doctype()
        html.element(
            .html, attributes: [.lang(locale.description), .dir(direction)] + theme.attributes
        ) { html in
            html.element(.head) { $0.append(head) }
            html.staticMarkup("\n")
            html.element(.body, attributes: bodyAttributes) { html in
                html.append(skipLink)
                html.append(whole)
            }
        }
        return html
    }
}
