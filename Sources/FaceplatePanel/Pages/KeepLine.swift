import Faceplate
import FaceplateHTML
import Foundation

/// It is on each page of the panel: a user who reaches the panel at a new address opens any page.
///
/// When no change waits, the line is empty, because JavaScript and screen readers expect it in each response. What is
/// read out does not change until a change does, so that it is announced once; JavaScript counts the seconds beside it.
struct KeepLine: PagePart {
    let context: PageContext

    func render(_ html: inout Markup) {
        guard !context.schema.confirmedSettings.isEmpty else { return }
        let waiting = context.snapshot.unconfirmed
        html.element(.div, .id("keep"), .role("status")) { html in
            guard let first = waiting.first,
                let end = waiting.compactMap({ context.snapshot.until($0.key) }).min()
            else { return }
            let count = waiting.count
            html.element(.p) { html in
                if count == 1 {
                    let label = context.labels.title(of: first.key).text
                    html.sentence(words.phrase(.keepOne), ["label": label], context)
                } else {
                    html.sentence(
                        words.phrase(.keepCount), ["count": String(count)], count: count, context)
                }
                html.text(" ")
                html.element(.span, .class("when")) { html in
                    let time = context.time(end, hasSeconds: true)
                    html.sentence(words.phrase(.keepThen), ["time": time], context)
                }
            }
            html.element(.p, .class("tick"), .aria("hidden", true)) { clock(end, &$0) }
            guard context.rights.mayEdit else { return }
            let key = count == 1 ? first.key : "*"
            for (name, word) in [("_end", PageWord.keepEnd), ("_keep", .timeKeep)] {
                // Fills the button that most people press.
                html.element(
                    .button,
                    attributes: (name == "_keep" ? [.class("pri")] : [])
                        + [.form("f"), .name(name), .value(key)],
                    text: words[word])
            }
        }
        html.staticMarkup("\n")
    }

    private func clock(_ end: Date, _ html: inout Markup) {
        html.sentence(words.phrase(.keepLeft), context) { html, _ in
            html.element(.time, .datetime(RevisionTime.text(end)))
        }
    }
}
