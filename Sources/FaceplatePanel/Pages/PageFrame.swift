import Faceplate
import FaceplateHTML

struct PageFrame {
    let context: PageContext
    /// The heading and first part of the title.
    let title: String
    var isError = false
    /// In seconds; `nil` for never.
    var refresh: String?
    /// `nil` for search results, changes and messages.
    var page: Schema.ItemPage?
    /// The keys of settings whose new values were rejected.
    var problems: [String] = []
    /// For people who have not signed in: without search, pages, links and script.
    var isBare = false
    var result: ResultBar?
    var way: PageFoot.Way?

    func markup(reserving capacity: Int, main: (inout Markup) -> Void) -> Markup {
        if let layout = context.look.layout {
            return layout(document(reserving: capacity, main: main))
        }
        let parts = parts
        var html = Markup(reservingCapacity: max(capacity, parts.byteCount + 1_024))
        html.doctype()
        html.element(
            .html,
            attributes: [.lang(context.locale.description), .dir(context.direction)]
                + theme.attributes
        ) { html in
            html.element(.head) { $0.append(parts.head) }
            html.staticMarkup("\n")
            html.element(.body, attributes: bodyAttributes) { html in
                html.append(parts.skipLink)
                header(parts, &html)
                self.main(&html, main)
                if isBare { html.append(parts.foot) }
            }
        }
        return html
    }

    /// They depend on no setting; those of the face are used again while their state is the same.
    private var parts: FrameParts {
        // The face of a search is used once.
        let states = PageFoot.States(context)
        guard context.search == nil else { return makeParts(nil, states) }
        let state = FrameState(
            title: title, isError: isError, refresh: refresh, isBare: isBare,
            mayEdit: context.rights.mayEdit, locales: context.locales,
            hasSignIn: context.hasSignIn, way: place, states: states, assets: context.look.paths,
            accent: accent?.path)
        if let known = context.face.frame.withLock({ $0 }), known.state == state { return known }
        let made = makeParts(state, states)
        context.face.frame.withLock { $0 = made }
        return made
    }

    private func makeParts(_ state: FrameState?, _ states: PageFoot.States) -> FrameParts {
        func part(_ write: (inout Markup) -> Void) -> Markup {
            var html = Markup()
            write(&html)
            return html.part(from: 0)
        }
        let foot = PageFoot(context: context, states: states, current: place)
        return FrameParts(
            state: state, head: part(head), skipLink: part(skipLink), brand: part(brand),
            foot: part(isBare ? foot.languages : foot.render))
    }

    /// The first page is a place of the foot, too.
    private var place: PageFoot.Way? { page?.path.isEmpty == true ? .overview : way }

    private func document(
        reserving capacity: Int, main: (inout Markup) -> Void
    ) -> PanelDocument {
        func part(_ capacity: Int, _ write: (inout Markup) -> Void) -> Markup {
            var html = Markup(reservingCapacity: capacity)
            write(&html)
            return html
        }
        let parts = parts
        let content = part(capacity, main)
        return PanelDocument(
            title: documentTitle, locale: context.locale, direction: context.direction,
            theme: theme, head: parts.head, bodyAttributes: bodyAttributes,
            skipLink: parts.skipLink,
            header: part(2_048) { html in
                guard !isBare else { return }
                html.element(.header, .class("top")) { html in
                    html.append(parts.brand)
                    pages.render(&html)
                }
            },
            main: part(capacity) { html in
                self.main(&html) { html in
                    result?.render(&html)
                    html.append(content)
                }
            },
            footer: part(1_024) { html in
                html.element(.footer, .class("end")) { $0.append(parts.foot) }
            },
            whole: part(capacity) { html in
                header(parts, &html)
                self.main(&html) { $0.append(content) }
                if isBare { html.append(parts.foot) }
            })
    }

    private func main(_ html: inout Markup, _ content: (inout Markup) -> Void) {
        html.element(.main, .id("main"), .tabindex(-1)) { html in
            if !isBare { BackLink.render(from: page, context, into: &html) }
            content(&html)
        }
    }

    /// A visitor who has not signed in may not see the setting.
    private var theme: PageTheme? { isBare ? nil : context.theme }

    /// The same is true for the color.
    private var accent: Asset? { isBare ? nil : context.accent.map(Asset.accent) }

    private var bodyAttributes: [Attribute] {
        let looks = [
            context.schema.layout == .plain ? "plain" : nil, isBare ? "bare" : nil,
        ].compactMap(\.self)
        return looks.isEmpty ? [] : [.class(looks.joined(separator: " "))]
    }

    private func skipLink(_ html: inout Markup) {
        html.element(
            .a, .class("sr skip"), .href(.fragment("main")), text: context.words[.skip])
        html.staticMarkup("\n")
    }

    private var documentTitle: String {
        let words = context.words
        let panel = context.labels.panelTitle.text
        // A panel with the same name as its first page is named only once.
        let name =
            title == panel ? title : words.text(.pageTitle, ["page": title, "panel": panel])
        return isError ? words.text(.pageTitleError, ["title": name]) : name
    }

    private func head(_ html: inout Markup) {
        html.void(.meta, .charset("utf-8"))
        html.void(.meta, .name("viewport"), .content("width=device-width"))
        html.element(.title, text: documentTitle)
        if let refresh { html.void(.meta, .httpEquiv("refresh"), .content(refresh)) }
        html.void(.link, .rel("icon"), .href(Picture.inTab(of: context)))
        // The backgrounds of the style sheet.
        html.void(.meta, .name("theme-color"), .content("#f6f6f8"))
        html.void(
            .meta, .name("theme-color"), .content("#131316"),
            .media("(prefers-color-scheme:dark)"))
        for style in context.look.styles {
            html.void(
                .link, .rel("stylesheet"), .href(context.base.path(segments: style.segments)))
        }
        if let accent {
            html.void(
                .link, .rel("stylesheet"), .href(context.base.path(segments: accent.segments)),
                .data("accent", ""))
        }
        guard !isBare else { return }
        html.element(
            .script, .type("module"),
            .src(context.base.path(segments: context.look.script.segments)))
    }

    private func header(_ parts: FrameParts, _ html: inout Markup) {
        guard !isBare else { return }
        html.element(.header, .class("top")) { html in
            html.append(parts.brand)
            pages.render(&html)
            html.append(parts.foot)
            // Directly before the settings in the order of the keyboard; in a wide window it is seen above the foot.
            result?.render(&html)
        }
        html.staticMarkup("\n")
    }

    private var pages: PageList {
        PageList(context: context, current: page, problems: problems)
    }

    private func brand(_ html: inout Markup) {
        let name = context.labels.panelTitle
        html.element(
            .a,
            attributes: [.class("brand"), .href(context.base.path())]
                + name.language(on: context.locale)
        ) { html in
            Picture.render(panel: context, into: &html)
            html.element(.span, text: name.text)
        }
        SearchForm.render(context, into: &html)
    }
}

/// Everything that head, search and foot of a page depend on, in addition to its face and the path of the panel.
struct FrameState: Equatable {
    let title: String
    let isError: Bool
    let refresh: String?
    let isBare: Bool
    let mayEdit: Bool
    let locales: [LocaleTag]
    let hasSignIn: Bool
    let way: PageFoot.Way?
    let states: PageFoot.States
    /// They change with their content.
    let assets: [String]
    let accent: String?
}

struct FrameParts: Sendable {
    /// `nil` for parts that are used once.
    let state: FrameState?
    let head: Markup
    let skipLink: Markup
    let brand: Markup
    let foot: Markup

    var byteCount: Int {
        head.byteCount + skipLink.byteCount + brand.byteCount + foot.byteCount
    }
}
