import Faceplate
import FaceplateHTML

/// Asks whether an action is meant, where the schema has a question: the way without scripting.
struct ConfirmPage {
    let context: PageContext
    let item: Schema.Item

    var markup: Markup {
        let words = context.words
        let state = context.state(of: item)
        let title =
            state.map { context.labels.title(of: item, state: $0) }
            ?? context.labels.title(of: item)
        let question = context.labels.confirmation(of: item, state: state)
        let frame = PageFrame(context: context, title: title.text)
        let segments = Route.segments(of: context.face.page)
        return frame.markup(reserving: 4 * 1024) { html in
            html.element(
                .h1, attributes: title.language(on: context.locale), text: title.text)
            html.element(.div, .class("confirm")) { html in
                html.element(
                    .p, attributes: question?.language(on: context.locale) ?? [],
                    text: question?.text ?? words.text(.confirm, ["label": title.text]))
                html.element(
                    .form, .method(.post), .action(.path(segments: segments)), .autocomplete("off")
                ) { html in
                    html.void(.input, .type(.hidden), .name("_confirm"), .value(item.key))
                    html.void(
                        .input, .type(.hidden), .name("_locale"),
                        .value(context.locale.description))
                    html.element(
                        .a, .class("btn"),
                        .href(.path(segments: segments, fragment: "s-\(item.key)")),
                        text: words[.cancel])
                    html.element(
                        .button,
                        .class(
                            context.role(of: item, state: state) == .destructive ? "danger" : "pri"),
                        .name(item.key), .value("press"), text: title.text)
                }
            }
        }
    }
}

extension PageContext {
    /// The state that a button is in; `nil` for one without states.
    func state(of item: Schema.Item) -> String? {
        guard !item.states.isEmpty, let setting = schema.settings[item.key] else { return nil }
        return snapshot.value(of: setting)?.plainText
    }

    /// What a button stands for in a state.
    func role(of item: Schema.Item, state: String?) -> Schema.Role {
        item.states.first { $0.name == state }?.role ?? item.role
    }
}
