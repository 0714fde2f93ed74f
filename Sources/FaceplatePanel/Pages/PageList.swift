import Faceplate
import FaceplateHTML

/// In a narrow window the list is hidden: the first page links to the others, and each of them back.
///
/// A panel without subpages has a list of its groups instead, if it has many. The list depends on the whole snapshot,
/// like every page that contains it.
struct PageList: PagePart {
    static let leastGroups = 8

    let context: PageContext
    var current: Schema.ItemPage?
    var problems: [String] = []

    private var schema: Schema { context.schema }

    struct Marks {
        var isModified = false
        var wrong = 0
    }

    private enum Part {
        case group(Schema.ItemGroup)
        case page(Schema.ItemPage, Schema.Item)
    }

    func render(_ html: inout Markup) {
        let hasPages = schema.pages.count > 1
        guard hasPages || schema.firstPage.groups.count >= Self.leastGroups else { return }
        html.element(.nav, .id("pages"), .aria("label", words[.contents])) { html in
            if hasPages { pages(&html) } else { html.element(.ul, content: keptGroups) }
        }
    }

    // MARK: - Pages

    private func pages(_ html: inout Markup) {
        let marks = marks
        html.element(.ul) { html in
            entry(
                context.base.path(), current: current?.path.isEmpty == true ? "page" : nil,
                marks[""], &html
            ) { html in
                html.element(.span, .class("thumb home"), .data("hue", PageHue.overview)) { _ in }
                html.element(.span, text: words[.overview])
            } below: { html in
                if current?.path.isEmpty == true { parts(of: schema.firstPage, marks, &html) }
            }
        }
        let sections = sections
        for (group, pages) in sections {
            if sections.count > 1, context.labels.showsTitle(of: group) {
                html.element(
                    .p, .class("sub"), label: context.labels.title(of: group),
                    on: context.locale)
            }
            html.element(.ul) { html in
                for (page, item, hue) in pages { entry(page, item, hue: hue, marks, &html) }
            }
        }
    }

    private var sections: [(Schema.ItemGroup, [(Schema.ItemPage, Schema.Item, String)])] {
        let hues = PageHue.ofPages(in: schema)
        return schema.firstPage.groups.compactMap { group in
            let pages = group.items.compactMap { item -> (Schema.ItemPage, Schema.Item, String)? in
                guard let page = schema.pages[item.key], let hue = hues[item.key],
                    isOnPath(page) || isShown(item)
                else { return nil }
                return (page, item, hue)
            }
            return pages.isEmpty ? nil : (group, pages)
        }
    }

    /// The page that is shown and those above it, other than the first.
    private func isOnPath(_ page: Schema.ItemPage) -> Bool {
        current?.path.contains(page.key) == true
    }

    private func isShown(_ item: Schema.Item) -> Bool {
        guard !item.isHidden, context.rules.isVisible(item.key) else { return false }
        return context.level == .advanced || !context.isBeyondLevel(item.key)
    }

    /// `hue` is `nil` for a subpage, whose entry has no tile.
    private func entry(
        _ page: Schema.ItemPage, _ item: Schema.Item, hue: String? = nil, _ marks: [String: Marks],
        _ html: inout Markup
    ) {
        let isCurrent = current?.key == page.key
        let title = context.labels.title(of: item)
        entry(
            context.base.path(segments: Route.segments(of: page)),
            current: isCurrent ? "page" : isOnPath(page) ? "true" : nil, marks[page.key], &html
        ) { html in
            if let hue { tile(item, title.text, hue, &html) }
            html.element(.span, label: title, on: context.locale)
        } below: { html in
            if isOnPath(page) { parts(of: page, marks, &html) }
        }
    }

    private func tile(
        _ item: Schema.Item, _ title: String, _ hue: String, _ html: inout Markup
    ) {
        Picture.render(
            Picture(item, on: hue), or: title, on: hue, context.base, into: &html)
    }

    private func parts(of page: Schema.ItemPage, _ marks: [String: Marks], _ html: inout Markup) {
        let parts = parts(of: page)
        // A single group is the page itself.
        guard
            parts.count > 1 || parts.contains(where: { if case .page = $0 { true } else { false } })
        else { return }
        html.element(.ul) { html in
            for part in parts {
                switch part {
                case .page(let page, let item): entry(page, item, marks, &html)
                case .group(let group): self.group(group, marks[group.key], isHere: true, &html)
                }
            }
        }
    }

    private func parts(of page: Schema.ItemPage) -> [Part] {
        page.groups.flatMap { group -> [Part] in
            let items = group.items.filter { schema.pages[$0.key] != nil }
            let isAlone = items.count == group.entries.count && !items.isEmpty
            let isListed =
                page.key == current?.key && !isAlone && isShown(group)
            let pages = items.compactMap { item -> Part? in
                // Pages directly below the first page are entries of their own.
                guard let page = schema.pages[item.key], page.path.count > 1,
                    isOnPath(page) || isShown(item)
                else { return nil }
                return .page(page, item)
            }
            return (isListed ? [.group(group)] : []) + pages
        }
    }

    private func entry(
        _ address: URLReference, current: String?, _ marks: Marks?, _ html: inout Markup,
        title: (inout Markup) -> Void, below: (inout Markup) -> Void = { _ in }
    ) {
        html.element(.li) { html in
            html.element(
                .a,
                attributes: [.href(address)] + (current.map { [.aria("current", $0)] } ?? [])
            ) { html in
                title(&html)
                guard let marks else { return }
                if marks.wrong > 0 {
                    mark(
                        "dot wrong", words.counted(.problemCount, marks.wrong),
                        [.data("count", String(marks.wrong))], &html)
                } else if marks.isModified {
                    mark("dot", words[.modified], [], &html)
                }
            }
            below(&html)
        }
    }

    private func mark(
        _ look: String, _ text: String, _ more: [Attribute], _ html: inout Markup
    ) {
        html.text(" ")
        html.element(.span, attributes: [.class(look), .title(text)] + more) {
            $0.element(.span, .class("sr"), text: text)
        }
    }

    /// The marks of a page include the marks of its subpages.
    var marks: [String: Marks] {
        var marks: [String: Marks] = [:]
        func mark(_ key: String, _ change: (inout Marks) -> Void) {
            let page = schema.page(of: key)
            for place in page.path.isEmpty ? [""] : page.path {
                change(&marks[place, default: Marks()])
            }
            guard page.key == current?.key else { return }
            let group = schema.settings[key]?.groupKey ?? schema.items[key]?.groupKey ?? key
            change(&marks[group, default: Marks()])
        }
        for setting in context.snapshot.modified {
            if context.snapshot.isUnreadable(setting) {
                mark(setting.key) { $0.wrong += 1 }
            } else if !setting.isHidden, context.rules.isVisible(setting.key) {
                mark(setting.key) { $0.isModified = true }
            }
        }
        for key in problems { mark(key) { $0.wrong += 1 } }
        return marks
    }

    // MARK: - Groups

    struct GroupListState: Equatable {
        let level: Schema.Level
        let isHere: Bool
        let hidden: Set<String>
    }

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
        for group in schema.firstPage.groups where isShown(group) {
            self.group(group, nil, isHere: current != nil, &html)
        }
    }

    private func isShown(_ group: Schema.ItemGroup) -> Bool {
        context.rules.isVisible(group) && context.labels.showsTitle(of: group)
            && (context.level == .advanced || group.level == .basic) && hasContent(group)
    }

    /// All rows of a withheld group are hidden.
    private func hasContent(_ group: Schema.ItemGroup) -> Bool {
        guard !group.entries.isEmpty else { return context.labels.isWordsAlone(group) }
        return group.entries.contains { entry in
            switch entry {
            case .item(let item): isShown(item)
            case .reference(let place):
                schema.items[place.key].map(isShown) ?? context.rules.isVisible(place.key)
            }
        }
    }

    private func group(
        _ group: Schema.ItemGroup, _ marks: Marks?, isHere: Bool, _ html: inout Markup
    ) {
        let target = "s-\(group.key)"
        entry(
            isHere ? .fragment(target) : context.base.path(query: [], fragment: target),
            current: nil, marks, &html
        ) { $0.element(.span, label: context.labels.title(of: group), on: context.locale) }
    }
}
