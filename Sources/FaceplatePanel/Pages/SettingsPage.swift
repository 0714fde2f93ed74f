import Faceplate
import FaceplateHTML

struct SettingsPage: PagePart {
    let context: PageContext
    var submission: Submission?
    var status: StatusLine = .nothing
    var offersDone = false
    var sync: SyncLine?
    var news: News?

    private var title: ResolvedLabel {
        if context.search != nil { return ResolvedLabel(text: words[.search], locale: nil) }
        return context.face.title ?? context.labels.panelTitle
    }
    private var overview: Overview? { Overview(context) }

    func markup(shown: ShownParts? = nil) -> (markup: Markup, version: PageVersion) {
        var parts = PartWriter(shown: shown)
        var frame = PageFrame(
            context: context, title: context.search?.title(words) ?? title.text,
            isError: submission?.isRefused ?? false,
            page: context.search == nil ? context.face.page : nil,
            problems: submission?.wrongKeys(on: context) ?? [])
        frame.result = ResultBar(
            context: context, status: status, news: news,
            problems: submission?.listed(on: context) ?? [],
            savesForm: hasRows && context.rights.mayEdit)
        // A buffer that is too large costs as much to clear as one that grows.
        let last = context.face.byteCount.withLock { $0 }
        let overview = overview
        let markup = frame.markup(reserving: shown == nil && last > 0 ? last + 256 : 4_096) {
            html in
            if let submission {
                ConflictPanel(submission: submission, context: context).render(&html)
            }
            ErrorSummary.render(submission?.listed(on: context) ?? [], context, into: &html)
            heading(&html)
            overview?.renderLead(&html)
            if let search = context.search {
                SearchParts(result: search, context: context).render(&html)
            }
            if !context.rights.mayEdit {
                html.element(.p, .class("ban own"), text: words[.viewOnly])
            }
            banners(&html)
            if let review = submission?.review {
                ReviewPanel(review: review, context: context).render(into: &html)
            }
            overview?.render(sync, &html)
            form(&html, &parts, overview)
            if let search = context.search {
                SearchParts(result: search, context: context).hidden(&html)
            }
        }
        if shown == nil { context.face.byteCount.withLock { $0 = markup.byteCount } }
        return (markup, parts.version)
    }

    private var hasRows: Bool { context.search == nil || !context.face.groups.isEmpty }

    private func heading(_ html: inout Markup) {
        html.element(.div, .class("title"), .data("hue", hue)) { html in
            tile(&html)
            html.element(.h1, label: title, on: context.locale)
            if offersDone { done(&html) }
            if hasRows, context.rights.mayEdit { reset(&html) }
        }
    }

    /// Its own, that of the page above it, or the first letter of its title; for the first page, that of the panel.
    private func tile(_ html: inout Markup) {
        let path = context.face.page.path
        guard context.search == nil else { return }
        guard !path.isEmpty else {
            Picture(panel: schema)?.render(context.base, into: &html)
            return
        }
        let pictures = path.reversed().lazy.compactMap { key in
            schema.items[key].flatMap { Picture($0, on: hue) }
        }
        Picture.render(pictures.first, or: title.text, on: hue, context.base, into: &html)
    }

    private var hue: String {
        let page = context.face.page
        return page.path.isEmpty ? Picture.ownHue : PageHue.of(page, in: schema)
    }

    private var schema: Schema { context.schema }

    /// The page still shows the last valid schema, and the values that were read last.
    private func banners(_ html: inout Markup) {
        banner(.schemaProblems, context.problems.ofSchema, &html)
        banner(.fileProblems, context.problems.ofFile, &html)
    }

    private func banner(_ word: PageWord, _ problems: [String], _ html: inout Markup) {
        guard !problems.isEmpty else { return }
        html.element(.div, .class("ban")) { html in
            html.element(.p) { html in
                html.element(.strong, text: words.counted(word, problems.count))
            }
            // The sentences can name settings.
            guard !context.view.isLimited else { return }
            html.element(.ul) { html in
                for problem in problems.prefix(20) {
                    html.element(.li) { html in
                        html.element(.code, .dir(.ltr), text: problem)
                    }
                }
            }
        }
    }

    private func form(
        _ html: inout Markup, _ parts: inout PartWriter, _ overview: Overview?
    ) {
        var attributes: [Attribute] = [
            .id("f"), .method(.post), .action(context.address()), .novalidate(true),
            .autocomplete("off"), .data("events", context.base.path("api", "events").text),
            .data("keys", context.base.path("keys").text),
        ]
        if context.face.hasFiles { attributes.append(.enctype("multipart/form-data")) }
        if context.schema.hasRules { attributes.append(.data("rules", "")) }
        if context.savesExplicitly { attributes.append(.data("explicit", "")) }
        html.element(.form, attributes: attributes) { html in
            html.hidden("_revision", String(submission?.revision ?? context.snapshot.revision))
            if let note = submission?.note, submission?.review?.asksForNote != true {
                html.hidden(FormPost.noteField, note)
            }
            html.locale(of: context)
            html.staticMarkup("\n")
            if context.search == nil, context.face.groups.isEmpty {
                html.element(.p, .class("blank"), text: words[.panelEmpty])
            }
            groups(&html, &parts, overview)
            // The overview of a panel with pages has it already.
            if overview?.isFolded ?? true { sync?.render(&html) }
            level(&html)
            guard hasRows, context.rights.mayEdit else { return }
            bar(&html)
        }
        html.element(.p, .id("seen"), .hidden(true), .data("v", parts.version.name))
        html.append(ScriptParts.markup(words))
    }

    /// On the first page of a panel with pages, the last changes are between its own settings and the links to the
    /// pages.
    private func groups(
        _ html: inout Markup, _ parts: inout PartWriter, _ overview: Overview?
    ) {
        let fields = fields
        func write(_ groups: [PageFace.Group]) {
            for group in groups {
                GroupView(context: context, submission: submission, face: group, fields: fields)
                    .render(&html, &parts)
            }
        }
        guard let overview, !overview.isFolded else { return write(context.face.groups) }
        write(context.face.groups.filter { !$0.isOfPages })
        overview.renderLists(&html)
        write(context.face.groups.filter(\.isOfPages))
    }

    /// The setting's own place if that is shown, otherwise the first one; the other places show only the value.
    var fields: [String: Int] {
        guard !context.face.repeated.isEmpty else { return [:] }
        var fields: [String: Int] = [:]
        for group in context.face.groups {
            for place in group.places
            where context.face.repeated.contains(place.face.key)
                && place.isShown(in: group.group, context, submission)
            {
                if !place.isReference || fields[place.face.key] == nil {
                    fields[place.face.key] = place.number
                }
            }
        }
        return fields
    }

    private func bar(_ html: inout Markup) {
        // The face of a search is used once.
        if context.search == nil, let known = context.face.saveBar.withLock({ $0 }) {
            return html.append(known)
        }
        let first = html.byteCount
        writeBar(&html)
        let bar = html.part(from: first)
        context.face.saveBar.withLock { $0 = bar }
    }

    private func writeBar(_ html: inout Markup) {
        html.element(.div, .class("bar")) { html in
            html.element(
                .button, .class("pri"), .data("title", words.shortcut("S")), text: words[.save])
            html.element(.button, .name("_review"), .value("1"), text: words[.review])
            html.element(
                .a, .class("btn"), .id("discard"), .href(context.address()), text: words[.discard])
            html.element(.p, .id("unsaved"), .hidden(true), text: words[.unsaved])
        }
    }

    private func done(_ html: inout Markup) {
        if context.rights.mayEdit {
            html.element(
                .button, .class("done"), .form("f"), .name("_done"), .value("1"),
                text: words[.done])
        } else {
            html.element(
                .a, .class("btn done"), .href(context.base.path("closed")), text: words[.done])
        }
    }

    private func reset(_ html: inout Markup) {
        let page = context.face.page
        guard context.search == nil else { return }
        ResetMenu(
            context: context, key: page.key.isEmpty ? "*" : page.key, title: title.text,
            settings: context.snapshot.shownResets(page: page.key)
        ).render(&html)
    }

    private func level(_ html: inout Markup) {
        guard context.face.hasAdvanced else { return }
        let other: Schema.Level = context.level == .basic ? .advanced : .basic
        html.element(.p, .class("level")) { html in
            html.element(
                .a, .href(.query([("level", other.rawValue)])),
                text: words[other == .advanced ? .levelAdvanced : .levelBasic])
        }
    }
}
