import Faceplate
import FaceplateHTML

/// The line in the result bar that asks to confirm changes, on each page of the panel: a user who reaches the panel at a
/// new address opens any page.
///
/// When no change waits, the line is empty, because JavaScript and screen readers expect it in each response. Its text
/// does not change until a change does, so that it is announced once.
struct KeepLine: PagePart {
    let context: PageContext

    func render(_ html: inout Markup) {
        guard !context.schema.confirmedSettings.isEmpty else { return }
        let waiting = context.snapshot.unconfirmed.filter { !context.isWithheld($0.key) }
        html.element(.div, .id("keep"), .role("status")) { html in
            guard let first = waiting.first,
                let end = waiting.compactMap({ context.snapshot.until($0.key) }).min()
            else { return }
            let time = context.time(end, hasSeconds: true)
            let count = waiting.count
            html.element(.p) { html in
                guard count == 1 else {
                    return html.sentence(
                        words.phrase(.keepCount), ["count": String(count), "time": time],
                        count: count, context)
                }
                let side = context.snapshot.sideAfterTime(of: first.key)?.side ?? .onDefault
                html.sentence(
                    words.phrase(.keepOne),
                    [
                        "label": context.labels.title(of: first.key).text, "time": time,
                        "value": context.shown(side, of: first),
                    ], context)
            }
            guard context.rights.mayEdit else { return }
            let key = count == 1 ? first.key : "*"
            TimeNote.buttons(context, &html) { html, name, text in
                html.element(.button, .form("f"), .name(name), .value(key), text: text)
            }
        }
        html.staticMarkup("\n")
    }
}
