import Faceplate
import FaceplateHTML

enum SearchForm {
    static func render(_ context: PageContext, into html: inout Markup) {
        let words = context.words
        html.element(
            .form, .class("find"), .role("search"), .method(.get), .action(context.base.path())
        ) { html in
            var attributes: [Attribute] = [
                .type(.search), .id("q"), .name(SearchQuery.parameter),
                .placeholder(words[.searchHint]), .aria("label", words[.searchLabel]),
                .data("title", words.shortcut("K")),
            ]
            if let text = context.search?.query.text { attributes.append(.value(text)) }
            html.void(.input, attributes: attributes)
            // The number for the eye; the sentence above the results is the one that is read out. Until there is a
            // number, the key that leads to the field has its place.
            html.element(
                .span, .class("hits"), .aria("hidden", true),
                .data("key", key("K", words)),
                text: context.search.map { String($0.count) } ?? "")
            filters(context, &html)
        }
    }

    private static func filters(_ context: PageContext, _ html: inout Markup) {
        let words = context.words
        html.element(.div, .class("menu quick")) { html in
            for (filter, name) in SearchResult.choices {
                let address = context.base.path(query: [(SearchQuery.parameter, name)])
                html.element(.a, .href(address), text: words[filter.word])
            }
        }
    }

    static func key(_ letter: String, _ words: PageWords) -> String {
        ProblemWords.isolated(
            words.phrase(.shortcutHint).filled(["key": letter], in: words.locale))
    }
}

extension SearchResult {
    func sentence(_ words: PageWords) -> (Phrase, [String: String], Int?) {
        var slots = ["query": ProblemWords.shortened(query.text), "count": String(count)]
        guard count > 0 else {
            return (words.phrase(hidden.isEmpty ? .foundNone : .foundUnseen), slots, nil)
        }
        guard count > Self.mostShown else { return (words.phrase(.found), slots, count) }
        slots["shown"] = String(Self.mostShown)
        return (words.phrase(.foundFirst), slots, count)
    }

    /// It takes the focus, so that screen readers read the number first; focus in a field would open an on-screen
    /// keyboard.
    func line(_ context: PageContext, into html: inout Markup) {
        let (phrase, slots, count) = sentence(context.words)
        html.element(.p, .id("found"), .role("status"), .tabindex(-1), .autofocus(true)) { html in
            html.sentence(phrase, slots, count: count, context)
            for (phrase, slots) in notes(context.words) {
                html.staticMarkup("\n")
                html.element(.span, .class("sub")) { $0.sentence(phrase, slots, context) }
            }
        }
    }

    private func notes(_ words: PageWords) -> [(Phrase, [String: String])] {
        var notes: [(Phrase, [String: String])] = []
        if let taken {
            notes.append((words.phrase(.foundInstead), ["query": ProblemWords.shortened(taken)]))
        }
        if isPartial { notes.append((words.phrase(.foundSome), [:])) }
        return notes
    }

    func title(_ words: PageWords) -> String {
        let slots = ["query": ProblemWords.shortened(query.text), "count": String(count)]
        guard count > 0 else {
            return words.text(hidden.isEmpty ? .foundNone : .foundUnseen, slots)
        }
        return words.text(.found, slots, count: count)
    }
}

/// The number has the focus, so the filters are before it: from there, Tab leads to the first result.
struct SearchParts: PagePart {
    let result: SearchResult
    let context: PageContext

    func render(_ html: inout Markup) {
        let isNone = result.count == 0 && result.hidden.isEmpty
        if !isNone || !result.choices.isEmpty { filters(&html) }
        guard isNone else {
            lines(&html)
            return html.staticMarkup("\n")
        }
        html.element(.div, .class("none")) { html in
            lines(&html)
            html.element(.p, .class("sub"), text: words[.foundWhere])
            if result.choices.isEmpty { clear(&html) }
        }
        html.staticMarkup("\n")
    }

    private func lines(_ html: inout Markup) {
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
        if !result.nearest.isEmpty { meant(&html) }
    }

    private func clear(_ html: inout Markup) {
        html.element(
            .a, .class("btn"), .id("clear"), .href(context.base.path()), text: words[.searchClear])
    }

    private func link(_ key: String, _ html: inout Markup) {
        html.element(
            .a, .href(context.base.path("s", key)), label: context.labels.title(of: key),
            on: context.locale)
    }

    private func meant(_ html: inout Markup) {
        func links(_ html: inout Markup) {
            for (place, key) in result.nearest.enumerated() {
                if place > 0 {
                    let isLast = place == result.nearest.count - 1
                    html.text(context.problemWords.joint(isLast: isLast))
                }
                link(key, &html)
            }
        }
        html.element(.p, .id("near")) { html in
            var hasLink = false
            html.sentence(words.phrase(.searchNearest), context) { html, _ in
                hasLink = true
                links(&html)
            }
            // A catalog of the host can leave out the slot.
            if !hasLink {
                html.text(" ")
                links(&html)
            }
        }
    }

    func hidden(_ html: inout Markup) {
        let rows = result.hidden.compactMap { row in
            SettingPlace(row.key, context.schema).flatMap { HiddenRow($0, context) }
                .map { (row.key, $0) }
        }
        guard !rows.isEmpty else { return }
        html.element(.section, .id("hidden")) { html in
            html.element(.h2, text: words[.foundHidden])
            html.element(.ul) { html in
                for (key, row) in rows { item(key, row, &html) }
            }
        }
        html.staticMarkup("\n")
    }

    private func item(_ key: String, _ row: HiddenRow, _ html: inout Markup) {
        let (phrase, slots, count) = row.sentence(words)
        let filled = PageWords.completed(slots)
        html.element(.li) { html in
            html.sentence(phrase, count: count, context) { html, slot in
                if slot.lowercased() == "label" { return link(key, &html) }
                html.element(.bdi, text: filled[slot] ?? "")
            }
        }
    }

    private func filters(_ html: inout Markup) {
        html.element(
            .div, .class("lang"), .id("filters"), .role("group"), .aria("label", words[.filters])
        ) { html in
            html.element(.ul) { html in
                for choice in result.choices { link(choice, &html) }
                html.element(.li, content: clear)
            }
        }
    }

    private func link(_ choice: SearchResult.Choice, _ html: inout Markup) {
        let query = choice.text.isEmpty ? [] : [(SearchQuery.parameter, choice.text)]
        var attributes: [Attribute] = [.class("btn"), .href(context.base.path(query: query))]
        if choice.isOn { attributes.append(.aria("current", "true")) }
        html.element(.li) { html in
            html.element(
                .a, attributes: attributes,
                text: words.text(
                    .filterCount,
                    ["filter": words[choice.filter.word], "count": String(choice.count)]))
        }
    }
}

extension SearchQuery.Filter {
    fileprivate var word: PageWord {
        switch self {
        case .modified: .filterModified
        case .locked: .filterLocked
        case .restart: .filterRestart
        default: .filterError
        }
    }
}
