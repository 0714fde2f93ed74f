import Faceplate
import FaceplateHTML

/// The bar at the bottom of the window: the result of the last action, the button that undoes it, and what waits for
/// the user.
///
/// It has no time limit and no place among the settings, so that a result is always in view and moves nothing. It is
/// empty and invisible when there is nothing to show, because JavaScript and screen readers need the element.
struct ResultBar: PagePart {
    let context: PageContext
    var status: StatusLine = .nothing
    /// The revision that was just made, if the page offers to undo it.
    var news: News?
    /// The problems that are listed at the top of the page.
    var problems: [ShownProblem] = []

    func render(_ html: inout Markup) {
        html.element(.div, .id("result")) { html in
            html.element(.div, .class("lines")) { html in
                status.render(context, into: &html)
                count(&html)
                KeepLine(context: context).render(&html)
                RestartLine(context: context).render(&html)
            }
            html.element(.div, .id("undo"), content: undo)
            // A link to itself hides the bar without JavaScript, and loses nothing that was typed.
            html.element(
                .a, .class("close"), .id("closed"), .href(.fragment("closed")),
                .aria("label", words[.close]), .title(words[.close]))
        }
        html.staticMarkup("\n")
    }

    /// Writes the number of problems, with a link to the first field.
    private func count(_ html: inout Markup) {
        guard let target = problems.lazy.compactMap({ ErrorSummary.target(of: $0, context) }).first
        else { return }
        html.element(.p, .class("count")) { html in
            html.element(
                .a, .href(target), text: words.counted(.problemCount, problems.count))
        }
    }

    /// Writes the button that undoes the last save, as long as that is possible and changes something.
    private func undo(_ html: inout Markup) {
        guard let news, let sentence = sentence(news) else { return }
        html.element(
            .button, .form("f"), .name("_undo"), .value(String(news.revision.number)),
            .title(sentence), .aria("label", sentence),
            .data("title", "\(sentence) (\(words.shortcut("Z")))"),
            text: words[news.isUndo ? .redo : .undo])
    }

    private func sentence(_ news: News) -> String? {
        let changes = context.snapshot.undoing(news.revision)
        let isRedo = news.isUndo
        guard context.rights.mayEdit, let change = changes.first else { return nil }
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
