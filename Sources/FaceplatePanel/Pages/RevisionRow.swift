import Faceplate
import FaceplateHTML

struct RevisionRow: PagePart {
    /// With more changes in one revision, the check whether it can be undone is approximate.
    private static let carefulLimit = 10

    let context: PageContext
    let extract: HistoryExtract
    let revision: Revision
    /// Its undo is shown outside of the menu.
    let isNewest: Bool

    private var number: String { String(revision.number) }

    func render(_ html: inout Markup) {
        html.element(.li, .id("r-\(number)")) { html in
            if revision.changes.count == 1 {
                time(&html)
                html.element(.span) { html in
                    for change in revision.changes {
                        texts.line(change, of: revision, into: &html)
                    }
                }
                maker(&html)
            } else {
                batch(&html)
            }
            let undo = context.rights.mayEdit ? undoValue : nil
            if isNewest, let undo {
                html.element(
                    .button, .class("reset"), .form("f"), .name("_undo"), .value(undo),
                    .aria("label", undoName), text: words[.undo])
            }
            menu(isNewest ? nil : undo, &html)
        }
        html.staticMarkup("\n")
    }

    private func batch(_ html: inout Markup) {
        html.element(.details, .open(!extract.filter.isEmpty)) { html in
            html.element(.summary) { html in
                time(&html)
                html.element(.span) { texts.count(of: revision, into: &$0) }
                maker(&html)
            }
            html.element(.ul) { html in
                for change in revision.changes { line(change, &html) }
            }
        }
    }

    private func time(_ html: inout Markup) {
        html.moment(revision.time, context.timeOfDay(revision.time), in: context)
    }

    private func maker(_ html: inout Markup) {
        html.element(.span, .class("who")) { html in
            html.element(.span, .class("tag")) { html in
                if let actor = revision.actor {
                    html.element(.bdi, text: actor)
                    html.text(" · ")
                }
                html.text(texts.maker(of: revision))
                if let note {
                    html.text(" · ")
                    html.element(.bdi, text: note)
                }
            }
            guard let ago = context.ago(revision.time) else { return }
            html.text(" \(ago)")
        }
    }

    private var note: String? {
        if revision.reversal != nil { return revision.undoReason }
        if revision.origin == .profile, revision.changes.count > 1 { return nil }
        return revision.note
    }

    private func line(_ change: Change, _ html: inout Markup) {
        html.element(.li) { html in
            texts.line(change, of: revision, into: &html)
            guard context.rights.mayEdit, canUndo(change) else { return }
            html.text(" ")
            html.element(
                .button, .class("reset"), .form("f"), .name("_undo"),
                .value("\(number):\(change.key)"),
                .aria("label", words.text(.undoLabel, ["label": texts.label(change.key)])),
                text: words[.undo])
        }
    }

    private func menu(_ undo: String?, _ html: inout Markup) {
        let name = words.text(.revisionNumber, ["number": number])
        html.element(.details, .class("of")) { html in
            html.element(
                .summary, .class("i"), .aria("label", words.text(.details, ["label": name]))
            ) { _ in }
            html.element(.div, .class("menu")) { html in
                html.element(.p, .class("help"), text: name)
                if let undo {
                    html.element(
                        .button, .form("f"), .name("_undo"), .value(undo),
                        text: words[.undoRevision])
                }
                restore(&html)
                guard extract.query.key == nil, revision.changes.count == 1,
                    let key = revision.changes.first?.key
                else { return }
                html.element(
                    .a, .href(context.base.path("changes", query: [("key", key)])),
                    text: words.text(.historyOf, ["label": texts.label(key)]))
            }
        }
    }

    private func restore(_ html: inout Markup) {
        // A restore would also affect withheld settings.
        guard context.rights.mayEdit, revision.number < context.snapshot.revision,
            !context.view.isLimited
        else { return }
        html.element(
            .a, .href(context.base.path("changes", query: [("restore", number)])),
            text: words[.restoreLink])
    }

    // MARK: - Undo

    /// Of a revision that is shown in part, only the visible change can be undone; `nil` when an undo changes nothing.
    private var undoValue: String? {
        guard extract.partial.contains(revision.number) else {
            return texts.canUndo(revision) ? number : nil
        }
        guard let change = revision.changes.first, revision.changes.count == 1, canUndo(change)
        else { return nil }
        return "\(number):\(change.key)"
    }

    private var undoName: String {
        guard revision.changes.count == 1, let change = revision.changes.first else {
            return words.counted(.undoCount, revision.changes.count)
        }
        return words.text(.undoLabel, ["label": texts.label(change.key)])
    }

    private func canUndo(_ change: Change) -> Bool {
        guard !revision.isFirstReading else { return false }
        guard revision.changes.count > Self.carefulLimit else {
            return !context.snapshot.undoing(revision, key: change.key, isForced: true).isEmpty
        }
        return change.old != .secret && context.schema.settings[change.key]?.isReadOnly == false
            && !context.snapshot.holds(change.old, for: change.key)
    }
}
