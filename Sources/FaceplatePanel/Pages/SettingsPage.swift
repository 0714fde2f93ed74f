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
            for group in context.schema.groups { self.group(group, &html) }
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

    private func group(_ group: Schema.Group, _ html: inout Markup) {
        let rows = group.items.filter { !$0.isHidden }
        guard !rows.isEmpty else { return }
        // A group that is nothing but one setting has that setting's role instead of its own.
        let isOneSetting = rows.allSatisfy { $0.control == .select }
        let footer = context.labels.footer(of: group)
        var attributes: [Attribute] = [.class("group")]
        if !isOneSetting {
            attributes += [.role("group"), .aria("labelledby", "l-\(group.key)")]
            if !group.isSetting { attributes.append(.id("s-\(group.key)")) }
            if footer != nil { attributes.append(.aria("describedby", "f-\(group.key)")) }
        }
        html.element(.div, attributes: attributes) { html in
            let title = context.labels.title(of: group)
            html.element(
                .h2, attributes: [.id("l-\(group.key)")] + context.language(of: title),
                text: title.text)
            html.staticMarkup("\n")
            html.element(.div, .class("box")) { html in
                html.staticMarkup("\n")
                self.rows(rows, of: group, &html)
            }
            if let footer {
                html.element(
                    .p,
                    attributes: [.class("foot"), .id("f-\(group.key)")]
                        + context.language(of: footer),
                    text: footer.text)
            }
        }
        html.staticMarkup("\n")
    }

    /// The rows in order; all options of the group together, where the first of them stands.
    private func rows(_ items: [Schema.Item], of group: Schema.Group, _ html: inout Markup) {
        var hasOptions = false
        for item in items {
            if item.control == .select {
                if hasOptions { continue }
                hasOptions = true
                SelectView.render(
                    Row(selectGroup: group, context: context, submission: submission), group,
                    into: &html)
            } else if let view = ControlViews.view(of: item.control) {
                view.render(
                    Row(item: item, context: context, submission: submission), item, into: &html)
            }
        }
    }
}
