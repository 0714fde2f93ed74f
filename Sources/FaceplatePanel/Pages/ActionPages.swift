import Faceplate
import FaceplateHTML

/// For browsers without JavaScript; if a rule disables the action, the page shows the reason instead of the question.
struct ConfirmPage: PagePart {
    let context: PageContext
    let item: Schema.Item
    /// From the press of the button; `nil` when it saved nothing.
    let revision: Int?
    /// The typed inputs of the button, without secrets.
    var typed: FormFields?

    var markup: Markup {
        let title = context.actionTitle(of: item)
        let frame = PageFrame(context: context, title: title.text)
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(.h1, label: title, on: context.locale)
            html.element(.div, .class("confirm")) { html in
                if context.isEnabled(item) {
                    question(title, &html)
                    form(title, &html)
                } else {
                    html.element(.p, text: context.whyDisabled(item))
                    back(&html)
                }
            }
        }
    }

    private func question(_ title: ResolvedLabel, _ html: inout Markup) {
        let asked = context.labels.confirmation(
            of: item, state: context.snapshot.state(of: item))
        html.element(
            .p, attributes: asked?.language(on: context.locale) ?? [],
            text: asked?.text ?? words.text(.confirm, ["label": title.text]))
    }

    private func form(_ title: ResolvedLabel, _ html: inout Markup) {
        html.element(
            .form, .method(.post), .action(context.address()),
            .autocomplete("off")
        ) { html in
            html.hidden("_confirm", item.key)
            html.locale(of: context)
            InputFields(item: item, title: title.text, context: context, typed: typed)?
                .render(into: &html)
            back(&html)
            let isDestructive = context.role(of: item) == .destructive
            html.element(
                .button, .class(isDestructive ? "danger" : "pri"), .name(item.key),
                .value(context.pressValue(of: item)), text: title.text)
        }
    }

    private func back(_ html: inout Markup) {
        html.element(
            // Enter changes nothing.
            .a, .class("btn"), .autofocus(true),
            .href(
                context.address(
                    query: revision.map { [("rev", String($0))] } ?? [],
                    fragment: "s-\(item.key)")),
            text: words[.cancel])
    }
}

extension PageContext {
    func actionTitle(of item: Schema.Item) -> ResolvedLabel {
        snapshot.state(of: item).map { labels.title(of: item, state: $0) } ?? labels.title(of: item)
    }

    func role(of item: Schema.Item) -> Schema.Role {
        let state = snapshot.state(of: item)
        return item.states.first { $0.name == state }?.role ?? item.role
    }

    /// It names the state, so that an outdated page cannot press the button in another state.
    func pressValue(of item: Schema.Item) -> String {
        snapshot.state(of: item).map { "press:\($0)" } ?? "press"
    }
}

/// The page reloads until there is a result.
struct RunPage {
    /// The seconds between two reloads.
    private static let pause = "2"

    let context: PageContext
    let item: Schema.Item
    let run: ActionRuns.Run

    var markup: Markup {
        let words = context.words
        let title = context.actionTitle(of: item)
        let report = run.progress.report
        var frame = PageFrame(context: context, title: title.text)
        frame.refresh = Self.pause
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(.h1, label: title, on: context.locale)
            html.element(.div, .class("run")) { html in
                html.element(.p, .id("r-\(item.key)"), .role("status")) { html in
                    html.element(
                        .bdi, text: report.message ?? words.text(.actionRuns, ["label": title.text])
                    )
                }
                var attributes: [Attribute] = [.aria("labelledby", "r-\(item.key)")]
                if let fraction = report.fraction {
                    attributes += [.max("100"), .value(String(Int(fraction * 100)))]
                }
                html.element(.progress, attributes: attributes)
                html.element(.p) {
                    $0.element(.a, .href(context.address()), text: words[.actionBack])
                }
            }
        }
    }
}
