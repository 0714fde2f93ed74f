import Faceplate
import FaceplateHTML

/// A badge at the foot of the list of pages, with the schema's restart button, if there is one.
///
/// When no change waits, it is empty and hidden, because JavaScript expects it in each response.
struct RestartLine {
    let context: PageContext

    func render(_ html: inout Markup) {
        guard !context.schema.restartSettings.isEmpty else { return }
        let count = context.snapshot.needingRestart.count
        var attributes: [Attribute] = [.id("restart")]
        if count == 0 { attributes.append(.hidden(true)) }
        html.element(.div, attributes: attributes) { html in
            guard count > 0 else { return }
            html.element(.p, text: context.words.counted(.restartCount, count))
            button(&html)
        }
        html.staticMarkup("\n")
    }

    /// It has no id, because the original button can be on the same page.
    func button(_ html: inout Markup) {
        guard let item = context.schema.restartKey.flatMap({ context.schema.items[$0] }),
            context.rules.isVisible(item.key),
            context.isEnabled(item)
        else { return }
        var attributes: [Attribute] = [
            .form("f"), .name(item.key), .value(context.pressValue(of: item)),
        ]
        let state = context.snapshot.state(of: item)
        if let question = context.labels.confirmation(of: item, state: state) {
            attributes += [
                .data("confirm", question.text), .data("cancel", context.words[.cancel]),
            ]
        }
        html.element(.button, attributes: attributes, text: context.words[.restartNow])
    }
}
