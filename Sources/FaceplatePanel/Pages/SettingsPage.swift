import Faceplate
import FaceplateHTML

/// The page of all groups, as one form.
struct SettingsPage {
    let context: PageContext
    var submission: Submission?
    var status: StatusLine = .nothing

    private var words: PageWords { context.words }

    var markup: Markup {
        let frame = PageFrame(
            context: context, title: words[.settings], isError: submission != nil)
        // About 600 bytes a row, so that the buffer seldom grows.
        let capacity = 4_096 + context.schema.items.count * 900
        return frame.markup(reserving: capacity) { html in
            ErrorSummary.render(submission?.all ?? [], context, into: &html)
            html.element(.h1, text: words[.settings])
            status.render(context, into: &html)
            banner(&html)
            form(&html)
        }
    }

    /// What is wrong with the schema file, while the page shows the last one without problems.
    private func banner(_ html: inout Markup) {
        guard !context.problems.isEmpty else { return }
        let count = context.problems.count
        html.element(.div, .class("ban")) { html in
            html.element(.p) { html in
                html.element(
                    .strong,
                    text: words.text(.schemaProblems, ["count": String(count)], count: count))
            }
            html.element(.ul) { html in
                for problem in context.problems.prefix(20) {
                    html.element(.li) { html in
                        html.element(.code, .dir(.ltr), text: problem)
                    }
                }
            }
        }
    }

    private func form(_ html: inout Markup) {
        html.element(
            .form, .id("f"), .method(.post), .action(.path()), .novalidate(true),
            .autocomplete("off")
        ) { html in
            // Enter in a field presses the first button of the form: that must be Save.
            html.element(
                .button, .class("sr"), .tabindex(-1), .aria("hidden", true), text: words[.save])
            html.void(
                .input, .type(.hidden), .name("_revision"),
                .value(String(submission?.revision ?? context.snapshot.revision)))
            html.void(
                .input, .type(.hidden), .name("_locale"), .value(context.locale.description))
            html.staticMarkup("\n")
            for group in context.face.groups { self.group(group, &html) }
            bar(&html)
        }
    }

    private func bar(_ html: inout Markup) {
        html.element(.div, .class("bar")) { html in
            html.element(.button, .class("pri"), text: words[.save])
            html.element(.a, .class("btn"), .id("discard"), .href(.path()), text: words[.discard])
            html.element(.p, .id("unsaved"), .hidden(true), text: words[.unsaved])
        }
    }

    // MARK: - Groups

    private func group(_ face: PageFace.Group, _ html: inout Markup) {
        let key = face.group.key
        var attributes: [Attribute] = [.class("group")]
        if !face.isOneSetting {
            attributes += [.role("group"), .aria("labelledby", "l-\(key)")]
            if !face.group.isSetting { attributes.append(.id("s-\(key)")) }
            if face.footer != nil { attributes.append(.aria("describedby", "f-\(key)")) }
        }
        html.element(.div, attributes: attributes) { html in
            html.element(
                .h2, attributes: [.id("l-\(key)")] + face.title.language(on: context.locale),
                text: face.title.text)
            html.staticMarkup("\n")
            html.element(.div, .class("box")) { html in
                html.staticMarkup("\n")
                for row in face.rows {
                    ControlViews.view(of: row.control)?.render(
                        Row(row, context: context, submission: submission), into: &html)
                }
            }
            if let footer = face.footer {
                html.element(
                    .p,
                    attributes: [.class("foot"), .id("f-\(key)")]
                        + footer.language(on: context.locale),
                    text: footer.text)
            }
        }
        html.staticMarkup("\n")
    }
}
