import Faceplate
import FaceplateHTML

/// It is at the foot of the list of pages and takes its room there, in a narrow window in place of the bar at the
/// bottom: it never lies over a setting.
///
/// JavaScript hides a result after a while, but no question and no problem. It is empty and invisible when there is
/// nothing to show, because JavaScript and screen readers need the element.
struct ResultBar: PagePart {
    let context: PageContext
    var status: StatusLine = .nothing
    /// Only if the page offers to undo the revision.
    var news: News?
    var problems: [ShownProblem] = []
    var savesForm = false

    func render(_ html: inout Markup) {
        if savesForm { saveFirst(&html) }
        html.element(.div, .id("result")) { html in
            html.element(.div, .class("lines")) { html in
                status.render(context, into: &html)
                count(&html)
                KeepLine(context: context).render(&html)
            }
            html.element(.div, .id("undo"), content: undo)
            // A link to itself hides the bar without JavaScript, and loses nothing that was typed.
            html.element(
                .a, .class("close"), .id("closed"), .href(.fragment("closed")),
                .title(words[.close]))
        }
        html.staticMarkup("\n")
        RestartLine(context: context).render(&html)
    }

    /// Enter in a field presses the first button of the form, at any place of the page; that must be Save.
    private func saveFirst(_ html: inout Markup) {
        html.element(
            .button, .class("sr"), .form("f"), .tabindex(-1), .aria("hidden", true),
            text: words[.save])
    }

    private func count(_ html: inout Markup) {
        guard let first = problems.first(where: { ErrorSummary.target(of: $0, context) != nil }),
            let target = ErrorSummary.target(of: first, context)
        else { return }
        let others = Set(problems.map(\.sentence)).count - 1
        let text =
            others == 0
            ? first.sentence
            : words.text(
                .problemMore, ["sentence": first.sentence, "count": String(others)], count: others)
        html.element(.p, .class("count bad")) { $0.element(.a, .href(target), text: text) }
    }

    private func undo(_ html: inout Markup) {
        if case .temporary(let setting) = status, context.rights.mayEdit {
            // The value was the same before, and permanent.
            return html.element(
                .button, .form("f"), .name("_keep"), .value(setting.key),
                .aria("label", words.text(.undoLabel, ["label": texts.label(setting.key)])),
                text: words[.undo])
        }
        guard let news, !isAsked(news), context.rights.mayEdit else { return }
        let changes = context.snapshot.undoing(news.revision)
        guard let sentence = sentence(changes, isRedo: news.isUndo) else { return }
        let key = news.isUndo ? words.text(.keyShift, ["key": "Z"]) : "Z"
        html.element(
            .button,
            attributes: [
                .form("f"), .name("_undo"), .value(String(news.revision.number)),
                .aria("label", sentence), .data("title", words.shortcut(key)),
                // The button goes when others change one of them again.
                .data("keys", changes.map(\.key).joined(separator: " ")),
            ] + (news.isUndo ? [.data("redo", "")] : []),
            text: words[news.isUndo ? .redo : .undo])
        html.text(" ")
        html.element(.kbd, .aria("hidden", true), text: SearchForm.key(key, words))
    }

    /// The bar asks whether to keep the changes, which offers to take them back.
    private func isAsked(_ news: News) -> Bool {
        let waiting = Set(context.snapshot.unconfirmed.map(\.key))
        return news.revision.changes.contains { waiting.contains($0.key) }
    }

    private func sentence(_ changes: [Change], isRedo: Bool) -> String? {
        guard let change = changes.first else { return nil }
        guard changes.count == 1 else {
            return words.counted(isRedo ? .redoCount : .undoCount, changes.count)
        }
        var slots = ["label": texts.label(change.key)]
        if change.old == .secret { return words.text(.undoSecret, slots) }
        slots["value"] = texts.plain(change.new, of: change.key)
        if slots["value"]?.isEmpty == true {
            return words.text(isRedo ? .redoEmpty : .undoEmpty, slots)
        }
        return words.text(isRedo ? .redoOne : .undoOne, slots)
    }
}
