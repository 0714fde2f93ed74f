import Faceplate
import FaceplateHTML

/// Every control in every state, for who writes styles and for tests of what is seen and read.
///
/// There is no form: nothing here can be sent.
struct StyleguidePage {
    /// The panel's own, for all that stands around the controls.
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

    /// The guide's values in the reader's language.
    private var context: PageContext {
        let schema = guide.snapshot.schema
        let labels = LabelResolver(
            schema: schema, catalog: guide.snapshot.labels, locale: panel.locale)
        let face = PageFace(page: schema.firstPage, schema: schema, labels: labels)
        return PageContext(
            snapshot: guide.snapshot, face: face, level: .advanced,
            rights: .all, problems: [], look: panel.look,
            base: panel.base)
    }

    private func index(_ html: inout Markup) {
        html.element(
            .nav, .class("top lang"), .aria("label", panel.words[.styleguide])
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
        // Not as a second place of a group has it, which has a look of its own.
        guard let group = context.schema.groups.first(where: { $0.key == key && $0.isSetting })
        else { return RowFace(of: key, schema: context.schema, labels: context.labels) }
        return RowFace(selectGroup: group, schema: context.schema, labels: context.labels)
    }

    /// A group that is one setting, whose title is the group's.
    private func group(_ row: Row, _ html: inout Markup) {
        html.element(
            .h3, attributes: [.id("l-\(row.key)")] + row.face.titleLanguage,
            text: row.face.title.text)
        html.element(.div, .class("box")) { ControlViews.render(row, into: &$0) }
    }

    /// The name that schemas write.
    private func name(_ control: Control, _ html: inout Markup) {
        html.element(.code, .dir(.ltr), text: control.rawValue)
    }
}
