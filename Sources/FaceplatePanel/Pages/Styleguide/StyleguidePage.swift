import Dispatch
import Faceplate
import FaceplateHTML

/// A page with every control in every state, for authors of style sheets and for tests of
/// appearance and accessibility.
///
/// The page has no form, so that nothing can be sent.
struct StyleguidePage {
    /// The context of the panel itself, for everything around the controls.
    let panel: PageContext
    let guide: Styleguide

    var markup: Markup {
        let title = panel.words[.styleguide]
        let context = context
        let submission = guide.submission(context)
        let frame = PageFrame(context: panel, title: title)
        return frame.markup(reserving: 256 * 1024) { html in
            html.element(.h1, text: title)
            html.element(.p, .class("head"), text: panel.words[.styleguideText])
            index(&html)
            for control in Control.all { section(control, context, submission, &html) }
        }
    }

    /// The context of the guide's values, in the viewer's language.
    private var context: PageContext {
        let schema = guide.view.snapshot.schema
        let labels = LabelResolver(
            schema: schema, catalog: guide.view.snapshot.labels, locale: panel.locale)
        let face = PageFace(
            page: schema.firstPage, schema: schema, labels: labels, words: panel.words)
        return PageContext(
            guide.view, face, level: .advanced, in: PageHost(look: panel.look, base: panel.base))
    }

    private func index(_ html: inout Markup) {
        html.element(
            .nav, .class("index"), .aria("label", panel.words[.styleguide])
        ) { html in
            html.element(.ul) { html in
                for control in Control.all {
                    html.element(.li) { html in
                        html.element(.a, .href(.fragment("s-\(control.rawValue)"))) { html in
                            name(control, &html)
                        }
                    }
                }
            }
        }
        html.staticMarkup("\n")
    }

    private func section(
        _ control: Control, _ context: PageContext, _ submission: Submission, _ html: inout Markup
    ) {
        let key = control.rawValue
        html.element(
            .div, .class("group"), .id("s-\(key)"), .role("group"), .aria("labelledby", "l-\(key)")
        ) { html in
            html.element(.h2, .id("l-\(key)")) { name(control, &$0) }
            let rows = StyleguideState.allCases.compactMap { state in
                face(state.key(of: control), context)
                    .map { Row($0, context: context, submission: submission) }
            }
            guard control == .select else {
                return html.element(.div, .class("box")) { html in
                    for row in rows { ControlViews.render(row, into: &html) }
                }
            }
            for row in rows { group(row, &html) }
        }
        html.staticMarkup("\n")
    }

    private func face(_ key: String, _ context: PageContext) -> RowFace? {
        // `RowFace(of:)` would show the group as in a second place, which looks different.
        guard let group = context.schema.groups.first(where: { $0.key == key && $0.isSetting })
        else {
            return RowFace(
                of: key, schema: context.schema, labels: context.labels, words: context.words)
        }
        return RowFace(
            selectGroup: group, schema: context.schema, labels: context.labels,
            words: context.words)
    }

    /// Writes a group that is one setting, with the title of the group.
    private func group(_ row: Row, _ html: inout Markup) {
        html.element(
            .h3, attributes: [.id("l-\(row.key)")] + row.face.titleLanguage,
            text: row.face.title.text)
        html.element(.div, .class("box")) { ControlViews.render(row, into: &$0) }
    }

    /// Writes the name of a control in schemas.
    private func name(_ control: Control, _ html: inout Markup) {
        html.element(.code, .dir(.ltr), text: control.rawValue)
    }
}

extension Panel {
    /// Responds to `GET /styleguide`.
    func answerStyleguide(_ request: RequestContext, _ reply: @escaping Reply) {
        // The first visit creates the style guide, which can take a while.
        DispatchQueue.global().async { [self] in
            reply(styleguide(request))
        }
    }

    private func styleguide(_ request: RequestContext) -> PanelResponse {
        guard let guide = Styleguide.shared else { return notFound(request) }
        let viewer = viewer(of: request)
        let body = StyleguidePage(panel: context(viewer), guide: guide).markup.bytes
        let response = PanelResponse(
            200, type: PanelResponse.html, body, caching: .revalidated(body),
            more: viewer.headers + [("X-Robots-Tag", "noindex")])
        return answer(request, with: response)
    }
}
