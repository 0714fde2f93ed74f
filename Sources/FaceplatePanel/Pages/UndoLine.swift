import Faceplate
import FaceplateHTML

/// The button that undoes the last save, next to the sentence about it.
///
/// It has no time limit: it is shown as long as undo is possible.
enum UndoLine {
    /// Writes the line; it is empty when nothing was saved, because JavaScript needs the element.
    ///
    /// - Parameter isHistory: True on the page of changes, which needs no link to itself.
    static func render(
        _ news: News?, _ context: PageContext, isHistory: Bool = false, into html: inout Markup
    ) {
        html.element(.div, .id("undo")) { html in
            guard let news else { return }
            if let text = text(news, context) {
                html.element(
                    .button, .form("f"), .name("_undo"), .value(String(news.revision.number)),
                    text: text)
            }
            guard !isHistory else { return }
            html.element(
                .a, .href(context.base.path("changes")), text: context.words[.recentChanges])
        }
        html.staticMarkup("\n")
    }

    /// Returns the title of the button; `nil` when undo is not possible or changes nothing.
    private static func text(_ news: News, _ context: PageContext) -> String? {
        let words = context.words
        let changes = context.snapshot.undoing(news.revision)
        let isRedo = news.isUndo
        guard context.rights.mayEdit, let change = changes.first else { return nil }
        guard changes.count == 1 else {
            return words.text(
                isRedo ? .redoCount : .undoCount, ["count": String(changes.count)],
                count: changes.count)
        }
        let told = ChangeWords(context: context)
        var slots = ["label": told.label(change.key)]
        if change.old == .secret { return words.text(.undoSecret, slots) }
        slots["value"] = told.plain(change.new, of: change.key)
        if slots["value"]?.isEmpty == true {
            return words.text(isRedo ? .redoEmpty : .undoEmpty, slots)
        }
        return words.text(isRedo ? .redoOne : .undoOne, slots)
    }
}
