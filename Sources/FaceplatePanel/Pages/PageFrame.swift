import Faceplate
import FaceplateHTML

/// The parts of every page: head, skip link, header with search and pages, and footer with links and languages.
struct PageFrame {
    let context: PageContext
    /// The heading and first part of the title.
    let title: String
    var isError = false
    /// The seconds after which the page reloads; `nil` for never.
    var refresh: String?
    /// The page of the panel that is shown; `nil` for search results, changes and messages.
    var page: Schema.Page?
    /// The keys of settings whose new values were rejected.
    var problems: [String] = []
    /// True for people who have not signed in: without search, pages, links and script.
    var isBare = false

    /// Returns a whole document with the content that `main` writes.
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
                html.element(.main, .id("main"), .tabindex(-1), content: main)
                html.append(parts.footer)
            }
        }
        return html
    }

    /// The parts that depend on no setting; those of the face are used again while their state is the same.
    private var parts: FrameParts {
        // The face of a search is used once.
        guard context.search == nil else { return makeParts(nil) }
        let state = FrameState(
            title: title, isError: isError, refresh: refresh, isBare: isBare,
            mayEdit: context.rights.mayEdit, locales: context.locales,
            hasSignIn: context.hasSignIn, assets: context.look.paths)
        if let known = context.face.frame.withLock({ $0 }), known.state == state { return known }
        let made = makeParts(state)
        context.face.frame.withLock { $0 = made }
        return made
    }

    private func makeParts(_ state: FrameState?) -> FrameParts {
        func part(_ write: (inout Markup) -> Void) -> Markup {
            var html = Markup()
            write(&html)
            return html.part(from: 0)
        }
        return FrameParts(
            state: state, head: part(head), skipLink: part(skipLink), brand: part(brand),
            footer: part(footer))
    }

    /// Returns the parts of the same document.
    private func document(
        reserving capacity: Int, main: (inout Markup) -> Void
    ) -> PanelDocument {
        func part(_ capacity: Int, _ write: (inout Markup) -> Void) -> Markup {
            var html = Markup(reservingCapacity: capacity)
            write(&html)
            return html
        }
        let parts = parts
        return PanelDocument(
            title: documentTitle, locale: context.locale, direction: context.direction,
            theme: theme, head: parts.head, bodyAttributes: bodyAttributes,
            skipLink: parts.skipLink,
            header: part(2_048) { header(parts, &$0) },
            main: part(capacity) {
                $0.element(.main, .id("main"), .tabindex(-1), content: main)
            },
            footer: parts.footer)
    }

    /// A visitor who has not signed in may not see the setting.
    private var theme: PageTheme? { isBare ? nil : context.theme }

    private var bodyAttributes: [Attribute] {
        context.schema.layout == .plain ? [.class("plain")] : []
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

    /// The links to the other parts of the panel, the same on every page.
    private var links: [(address: URLReference, word: PageWord)] {
        let all = [
            ("changes", PageWord.recentChanges), ("profiles", .profilesTitle),
            ("export", .exportTitle),
        ]
        let forEditors = [("import", PageWord.importTitle)]
        return (context.rights.mayEdit ? all + forEditors : all).map { path, word in
            (context.base.path(path), word)
        }
    }

    /// Writes the part below the content, in the same order on every page; in a wide window it is the foot of the list
    /// of pages.
    private func footer(_ html: inout Markup) {
        html.staticMarkup("\n")
        html.element(.footer, .class("end")) { html in
            for link in isBare ? [] : links {
                html.element(.a, .href(link.address), text: context.words[link.word])
            }
            languageMenu(&html)
            if !isBare, context.hasSignIn { signOut(&html) }
            if !isBare, context.schema.isVersionExplicit {
                let version = ["version": String(context.schema.version)]
                html.element(.span, text: context.words.text(.panelVersion, version))
            }
        }
    }

    private func signOut(_ html: inout Markup) {
        html.element(
            .form, .method(.post), .action(context.base.path(SignInField.outPath))
        ) { html in
            html.element(.button, text: context.words[.signOut])
        }
    }

    private func head(_ html: inout Markup) {
        html.void(.meta, .charset("utf-8"))
        html.void(.meta, .name("viewport"), .content("width=device-width"))
        html.element(.title, text: documentTitle)
        if let refresh { html.void(.meta, .httpEquiv("refresh"), .content(refresh)) }
        html.void(.link, .rel("icon"), .href(Picture.inTab(of: context.schema, context.base)))
        // The backgrounds of the style sheet.
        html.void(.meta, .name("theme-color"), .content("#f3f3f6"))
        html.void(
            .meta, .name("theme-color"), .content("#131316"),
            .media("(prefers-color-scheme:dark)"))
        for style in context.look.styles {
            html.void(
                .link, .rel("stylesheet"), .href(context.base.path(segments: style.segments)))
        }
        guard !isBare else { return }
        html.element(
            .script, .type("module"),
            .src(context.base.path(segments: context.look.script.segments)))
    }

    private func header(_ parts: FrameParts, _ html: inout Markup) {
        html.element(.header, .class("top")) { html in
            html.append(parts.brand)
            if !isBare {
                PageList(context: context, current: page, problems: problems).render(&html)
            }
        }
        html.staticMarkup("\n")
    }

    /// Writes the name of the panel, and the search.
    private func brand(_ html: inout Markup) {
        let name = context.labels.panelTitle
        guard !isBare else { return html.element(.span, label: name, on: context.locale) }
        html.element(
            .a,
            attributes: [.class("brand"), .href(context.base.path())]
                + name.language(on: context.locale)
        ) { html in
            Picture(panel: context.schema)?.render(context.base, into: &html)
            html.text(name.text)
        }
        SearchForm.render(context, into: &html)
    }

    /// Writes the menu of languages, each in its own name; a link chooses one without JavaScript, too.
    private func languageMenu(_ html: inout Markup) {
        guard context.locales.count > 1 else { return }
        html.element(
            .nav, .class("lang"), .aria("label", context.words[.localeHeading])
        ) { html in
            html.element(.details, .class("of")) { html in
                html.element(.summary) { html in
                    html.element(.span, .class("sr"), text: context.words[.localeHeading] + " ")
                    html.element(
                        .span, .lang(context.locale.description),
                        text: LanguageName.of(context.locale))
                }
                html.element(.ul, .class("menu")) { html in
                    for locale in context.locales { language(locale, &html) }
                }
            }
        }
    }

    /// The search terms, for links to this page in other languages.
    private var searched: [(name: String, value: String)] {
        context.search.map { [(SearchQuery.parameter, $0.query.text)] } ?? []
    }

    private func language(_ locale: LocaleTag, _ html: inout Markup) {
        let tag = locale.description
        var attributes: [Attribute] = [
            .href(.query(searched + [("lang", tag)])), .hreflang(tag), .lang(tag),
        ]
        if locale.isRightToLeft != context.locale.isRightToLeft {
            attributes.append(.dir(locale.isRightToLeft ? .rtl : .ltr))
        }
        if locale == context.locale { attributes.append(.aria("current", "true")) }
        html.element(.li) { html in
            html.element(.a, attributes: attributes, text: LanguageName.of(locale))
        }
    }
}

/// Everything that head, search and footer of a page depend on, in addition to its face and the path of the panel.
struct FrameState: Equatable {
    let title: String
    let isError: Bool
    let refresh: String?
    let isBare: Bool
    let mayEdit: Bool
    let locales: [LocaleTag]
    let hasSignIn: Bool
    /// The paths of the style sheets and of the script, which change with their content.
    let assets: [String]
}

/// The parts of a page around its content that depend on no setting.
struct FrameParts: Sendable {
    /// The state that the parts were written for; `nil` for parts that are used once.
    let state: FrameState?
    let head: Markup
    let skipLink: Markup
    /// The name of the panel, and the search.
    let brand: Markup
    let footer: Markup

    var byteCount: Int {
        head.byteCount + skipLink.byteCount + brand.byteCount + footer.byteCount
    }
}
