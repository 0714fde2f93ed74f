import Faceplate
import FaceplateHTML

/// No choice is preselected, and nothing is saved before the user chooses.
///
/// Settings whose rows ask on their own are left out. The choice is posted as `_keep[KEY]`, with `theirs` or `mine`;
/// typed values stay in the form.
struct ConflictPanel: PagePart {
    let submission: Submission
    let context: PageContext

    func render(_ html: inout Markup) {
        let contested = submission.contested.filter {
            !submission.asksInRows(context) || !context.face.has($0.key)
        }
        guard !contested.isEmpty else { return }
        html.element(
            .div, .id("conflict"), .class("ban"), .role("group"),
            .aria("labelledby", "conflict-h"), .tabindex(-1)
        ) { html in
            html.element(.div, .role("alert")) { html in
                html.element(.h2, .id("conflict-h"), text: heading(contested))
                html.element(.p, text: words[.conflictText])
            }
            if let reversal = submission.reversal {
                hidden("_" + reversal.name, reversal.text, &html)
            }
            for conflict in contested { question(conflict, &html) }
            html.element(.button, .class("pri"), .form("f"), text: words[.save])
        }
        html.staticMarkup("\n")
    }

    /// An undo says that nothing was undone, and its heading is also shown in the result bar.
    private func heading(_ contested: [KeyConflict]) -> String {
        guard submission.reversal != nil, let first = contested.first else {
            return words.counted(.conflictHeading, contested.count)
        }
        let sentence = words.text(.notUndoneSince, ["label": texts.label(first.key)])
        let others = contested.count - 1
        guard others > 0 else { return sentence }
        return words.text(
            .problemMore, ["sentence": sentence, "count": String(others)], count: others)
    }

    private func hidden(_ name: String, _ value: String, _ html: inout Markup) {
        html.void(.input, .type(.hidden), .form("f"), .name(name), .value(value))
    }

    private func question(_ conflict: KeyConflict, _ html: inout Markup) {
        let key = conflict.key
        let label = texts.label(key)
        let name = BracketName("_keep", .name(key)).description
        let ids = ["kn-\(key)"] + (submission.isUndecided ? ["ke-\(key)"] : [])
        html.element(.fieldset, .aria("describedby", ids: ids)) { html in
            html.element(.legend, text: label)
            html.element(.p, .class("help"), .id("kn-\(key)"), text: when(conflict))
            if submission.isUndecided {
                html.element(
                    .p, .class("err"), .id("ke-\(key)"),
                    text: words.text(.conflictChoose, ["label": label]))
            }
            // This field shows the server that the page has asked, even when no choice is made.
            hidden(name, "", &html)
            if !context.face.has(key) {
                for text in submission.typed[key]?.texts ?? [] { hidden(key, text, &html) }
            }
            let isSecret = conflict.mine == .secret
            let secret: PageWord = submission.keepsTyped ? .conflictMineKept : .conflictMineSecret
            option(
                .theirs, name, conflict.theirs, of: key,
                isSecret ? .conflictTheirsSecret : .conflictTheirs, &html)
            option(
                .mine, name, conflict.mine, of: key,
                isSecret ? secret : .conflictMine, &html)
        }
    }

    private func option(
        _ choice: Batch.Choice, _ name: String, _ side: Change.Side, of key: String,
        _ word: PageWord, _ html: inout Markup
    ) {
        html.element(.label, .class("opt")) { html in
            html.void(
                .input, .type(.radio), .form("f"), .name(name), .value(choice.rawValue))
            html.element(.span) { html in
                html.sentence(
                    words.phrase(word), ["value": texts.shown(side, of: key)], context)
            }
        }
    }

    private func when(_ conflict: KeyConflict) -> String {
        let setting = context.schema.settings[conflict.key]
        let who = words[ConflictNote.word(for: conflict.origin, of: setting)]
        guard let time = conflict.time else {
            return words.text(.conflictSecret, ["who": who])
        }
        return words.text(
            .conflictWhen, ["who": who, "time": context.plainTime(time)])
    }
}
