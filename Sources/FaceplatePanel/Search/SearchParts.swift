import Faceplate
import FaceplateHTML

/// The search field at the top of every page.
enum SearchForm {
    static func render(_ context: PageContext, into html: inout Markup) {
        let words = context.words
        html.element(
            .form, .class("find"), .role("search"), .method(.get), .action(context.base.path())
        ) { html in
            html.element(.label, .class("sr"), .for("q"), text: words[.searchLabel])
            var attributes: [Attribute] = [
                .type(.search), .id("q"), .name(SearchQuery.parameter),
                .placeholder(words[.searchHint]), .data("title", words.shortcut("K")),
            ]
            if let text = context.search?.query.text { attributes.append(.value(text)) }
            html.void(.input, attributes: attributes)
            // The number for the eye; the sentence above the results is the one that is read out. Until there is a
            // number, the key that leads to the field has its place.
            html.element(
                .span, .class("hits"), .aria("hidden", true),
                .data("key", key(words)),
                text: context.search.map { String($0.count) } ?? "")
        }
    }

    /// Returns the key that leads to the field, in its own direction.
    private static func key(_ words: PageWords) -> String {
        ProblemWords.isolated(words.phrase(.shortcutHint).filled(["key": "K"], in: words.locale))
    }
}

extension SearchResult {
    /// Returns the sentence that states how many rows were found.
    func sentence(_ words: PageWords) -> (Phrase, [String: String], Int?) {
        var slots = ["query": ProblemWords.shortened(query.text), "count": String(count)]
        guard count > 0 else { return (words.phrase(.foundNone), slots, nil) }
        guard count > Self.mostShown else { return (words.phrase(.found), slots, count) }
        slots["shown"] = String(Self.mostShown)
        return (words.phrase(.foundFirst), slots, count)
    }

    /// Writes the sentence below the heading of the page.
    ///
    /// It takes the focus, so that screen readers read the number first; focus in a field would open an on-screen
    /// keyboard.
    func line(_ context: PageContext, into html: inout Markup) {
        let (phrase, slots, count) = sentence(context.words)
        html.element(.p, .id("found"), .role("status"), .tabindex(-1), .autofocus(true)) { html in
            html.sentence(phrase, slots, count: count, context)
        }
    }

    /// Returns the title of the page.
    func title(_ words: PageWords) -> String {
        let slots = ["query": ProblemWords.shortened(query.text), "count": String(count)]
        return words.text(count > 0 ? .found : .foundNone, slots, count: count > 0 ? count : nil)
    }
}

/// The part above the results: filters to add, the number of results, and a suggestion when nothing was found.
///
/// The number has the focus, so the filters are before it: from there, Tab leads to the first result.
struct SearchParts: PagePart {
    let result: SearchResult
    let context: PageContext

    func render(_ html: inout Markup) {
        filters(&html)
        result.line(context, into: &html)
        for filter in result.query.unknown {
            html.element(
                .p, .class("warn"),
                text: words.text(
                    .filterUnknown,
                    [
                        "filter": ProblemWords.shortened(filter),
                        "filters": SearchQuery.filterNames.joined(separator: ", "),
                    ]))
        }
        if let key = result.nearest { meant(key, &html) }
        html.staticMarkup("\n")
    }

    private func meant(_ key: String, _ html: inout Markup) {
        let title = context.labels.title(of: key)
        func link(_ html: inout Markup) {
            html.element(
                .a, .href(context.base.path("s", key)), label: title, on: context.locale)
        }
        html.element(.p) { html in
            var hasLink = false
            html.sentence(words.phrase(.searchNearest), context) { html, _ in
                hasLink = true
                link(&html)
            }
            // A catalog of the host can leave out the slot.
            if !hasLink {
                html.text(" ")
                link(&html)
            }
        }
    }

    private func filters(_ html: inout Markup) {
        html.element(
            .nav, .class("lang"), .id("filters"), .aria("label", words[.filters])
        ) { html in
            html.element(.ul) { html in
                for choice in result.choices { link(choice, &html) }
                html.element(.li) { html in
                    html.element(
                        .a, .class("btn"), .id("clear"), .href(context.base.path()),
                        text: words[.searchClear])
                }
            }
        }
    }

    private func link(_ choice: SearchResult.Choice, _ html: inout Markup) {
        let query = choice.text.isEmpty ? [] : [(SearchQuery.parameter, choice.text)]
        var attributes: [Attribute] = [.class("btn"), .href(context.base.path(query: query))]
        if choice.isOn { attributes.append(.aria("current", "true")) }
        let name =
            switch choice.filter {
            case .modified: words[.filterModified]
            case .locked: words[.filterLocked]
            case .restart: words[.filterRestart]
            default: words[.filterError]
            }
        html.element(.li) { html in
            html.element(
                .a, attributes: attributes,
                text: words.text(
                    .filterCount, ["filter": name, "count": String(choice.count)]))
        }
    }
}
