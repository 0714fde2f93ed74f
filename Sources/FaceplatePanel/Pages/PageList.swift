import Faceplate
import FaceplateHTML

/// The list of pages in the header, which is beside the page in a wide window.
///
/// A panel without subpages has a list of its groups instead, if it has many. In a narrow window the list is hidden:
/// the first page links to the others, and each of them back.
///
/// The list depends on the whole snapshot, like every page that contains it.
struct PageList: PagePart {
    /// The least number of groups that are listed.
    static let leastGroups = 8

    let context: PageContext
    /// The page that is shown; `nil` for search results, changes and messages.
    var current: Schema.Page?
    /// The keys of settings whose new values were rejected.
    var problems: [String] = []

    private var schema: Schema { context.schema }

    private struct Marks {
        var isModified = false
        var wrong = 0
    }

    func render(_ html: inout Markup) {
        let hasPages = schema.pages.count > 1
        guard hasPages || schema.firstPage.groups.count >= Self.leastGroups else { return }
        html.element(.nav, .id("pages"), .aria("label", words[.contents])) { html in
            html.element(.ul) { hasPages ? pages(&$0) : keptGroups(&$0) }
        }
    }

    // MARK: - Pages

    private func pages(_ html: inout Markup) {
        let marks = marks
        entry(
            context.base.path(), current: current.map { $0.path.isEmpty ? "page" : nil } ?? nil,
            marks[""], &html
        ) { html in
            Picture(panel: schema)?.render(context.base, into: &html)
            html.element(.span, text: words[.settings])
        }
        for page in schema.pages where page.path.count == 1 {
            let isCurrent = current?.path.first == page.key
            guard let item = schema.items[page.key], isCurrent || isShown(item) else { continue }
            let title = context.labels.title(of: item)
            entry(
                context.base.path(segments: Route.segments(of: page)),
                current: isCurrent ? current?.key == page.key ? "page" : "true" : nil,
                marks[page.key], &html
            ) { html in
                Picture(item)?.render(context.base, into: &html)
                html.element(.span, label: title, on: context.locale)
            }
        }
    }

    private func isShown(_ item: Schema.Item) -> Bool {
        guard !item.isHidden, context.rules.isVisible(item.key) else { return false }
        return context.level == .advanced || !context.isBeyondLevel(item.key)
    }

    private func entry(
        _ address: URLReference, current: String?, _ marks: Marks?, _ html: inout Markup,
        title: (inout Markup) -> Void
    ) {
        html.element(.li) { html in
            html.element(
                .a,
                attributes: [.href(address)] + (current.map { [.aria("current", $0)] } ?? [])
            ) { html in
                title(&html)
                guard let marks else { return }
                if marks.wrong > 0 {
                    mark("dot wrong", words.counted(.problemCount, marks.wrong), &html)
                } else if marks.isModified {
                    mark("dot", words[.modified], &html)
                }
            }
        }
    }

    private func mark(_ look: String, _ text: String, _ html: inout Markup) {
        html.text(" ")
        html.element(.span, .class(look), .title(text)) {
            $0.element(.span, .class("sr"), text: text)
        }
    }

    /// The marks of the first page and of those directly below it, which count for all of their subpages.
    private var marks: [String: Marks] {
        var marks: [String: Marks] = [:]
        func place(_ key: String) -> String { schema.page(of: key).path.first ?? "" }
        for setting in context.snapshot.modified where !context.isWithheld(setting.key) {
            if context.snapshot.isUnreadable(setting) {
                marks[place(setting.key), default: Marks()].wrong += 1
            } else if !setting.isHidden, context.rules.isVisible(setting.key) {
                marks[place(setting.key), default: Marks()].isModified = true
            }
        }
        for key in problems { marks[place(key), default: Marks()].wrong += 1 }
        return marks
    }

    // MARK: - Groups

    /// Everything that the list of groups depends on, in addition to the face of the page.
    struct GroupListState: Equatable {
        let level: Schema.Level
        let isHere: Bool
        let hidden: Set<String>
    }

    /// Writes the list of groups, or the bytes of the last list while its state is the same.
    private func keptGroups(_ html: inout Markup) {
        let state = GroupListState(
            level: context.level, isHere: current != nil, hidden: context.rules.hidden)
        if let known = context.face.groupList.withLock({ $0 }), known.state == state {
            return html.append(known.markup)
        }
        let first = html.byteCount
        groups(&html)
        let list = html.part(from: first)
        context.face.groupList.withLock { $0 = (state, list) }
    }

    private func groups(_ html: inout Markup) {
        let isHere = current != nil
        for group in schema.firstPage.groups
        where context.rules.isVisible(group) && context.labels.showsTitle(of: group)
            && (context.level == .advanced || group.level == .basic)
        {
            let title = context.labels.title(of: group)
            let target = "s-\(group.key)"
            entry(
                isHere ? .fragment(target) : context.base.path(query: [], fragment: target),
                current: nil, nil, &html
            ) { $0.element(.span, label: title, on: context.locale) }
        }
    }
}
