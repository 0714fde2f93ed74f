import Faceplate
import FaceplateHTML

/// The way back from what was just saved, beside the sentence that tells it.
///
/// It has no time limit: it is there as long as undoing would work.
enum UndoLine {
    /// Writes the line; empty where nothing was saved, so that there is a place for it.
    ///
    /// - Parameter isHistory: whether it stands on the page of changes, and leads nowhere else.
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

    /// What undoing does; `nil` where it would not work or do nothing.
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
