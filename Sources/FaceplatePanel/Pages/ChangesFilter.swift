import Faceplate
import FaceplateHTML

struct ChangesFilter: PagePart {
    /// Settings of the shown changes; the menu of a row leads to the history of any other.
    private static let mostSettings = 100

    let context: PageContext
    let extract: HistoryExtract

    func render(_ html: inout Markup) {
        guard extract.oldest != nil else { return }
        html.element(
            .form, .class("do"), .id("filter"), .method(.get),
            .action(context.base.path("changes")),
            .role("search")
        ) { html in
            html.void(
                .input, .type(.search), .name(HistoryQuery.text.name),
                .value(extract.query.text ?? ""),
                .aria("label", words[.changesText]), .placeholder(words[.changesText]))
            select(HistoryQuery.key, .columnSetting, .changesAnySetting, settings, &html)
            select(
                HistoryQuery.origin, .changesBy, .changesAnyone,
                Origin.allCases.map { ($0.rawValue, words[ChangeWords.word(for: $0)]) }, &html)
            html.element(.button, text: words[.filter])
            guard !extract.filter.isEmpty else { return }
            html.element(.a, .href(context.base.path("changes")), text: words[.changesAll])
        }
        html.staticMarkup("\n")
    }

    private var settings: [(value: String, title: String)] {
        var keys: Set<String> = []
        for change in extract.revisions.lazy.flatMap(\.changes) {
            guard keys.count < Self.mostSettings else { break }
            keys.insert(change.key)
        }
        // A key that the viewer may not see is shown as it was asked for.
        if let key = extract.query.key { keys.insert(key) }
        return keys.map { key in
            return (key, context.isWithheld(key) ? key : texts.label(key))
        }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }

    private func select(
        _ field: InputField<HistoryQuery>, _ label: PageWord, _ all: PageWord,
        _ options: [(value: String, title: String)], _ html: inout Markup
    ) {
        html.element(.span, .class("ctl")) { html in
            html.element(.select, .name(field.name), .aria("label", words[label])) { html in
                html.element(.option, .value(""), text: words[all])
                html.options(options, chosen: field.text(of: extract.query))
            }
        }
    }
}
