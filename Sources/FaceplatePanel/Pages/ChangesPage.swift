import Faceplate
import FaceplateHTML

/// The list of changes with their sources and times, newest first, with buttons that undo them.
struct ChangesPage {
    /// The number of revisions for one request.
    static let length = 50
    /// The most changes of one revision for which undo is checked exactly; with more, the check is
    /// approximate.
    private static let carefulLimit = 10

    let context: PageContext
    let extract: HistoryExtract
    var status: StatusLine = .nothing
    var news: News?
    var submission: Submission?

    private var words: PageWords { context.words }
    private var texts: ChangeWords { ChangeWords(context: context) }
    private let clock = ServerClock()

    init(context: PageContext, extract: HistoryExtract) {
        self.context = context
        self.extract = extract
    }

    var markup: Markup {
        let frame = PageFrame(
            context: context, title: words[.recentChanges],
            isError: submission?.isRefused ?? false)
        return frame.markup(reserving: 4_096 + extract.revisions.count * 1_024) { html in
            if let submission { ConflictPanel(submission, context).render(&html) }
            ErrorSummary.render(submission?.listed ?? [], context, into: &html)
            html.element(.h1, text: words[.recentChanges])
            ResultBar(
                context: context, status: status, news: news, problems: submission?.listed ?? []
            ).render(&html)
            HistoryForm.render(context, revision: context.snapshot.revision, into: &html)
            filter(&html)
            list(&html)
            ways(&html)
        }
    }

    private func filter(_ html: inout Markup) {
        guard let key = extract.key else { return }
        html.element(.p) { html in
            html.sentence(words.phrase(.changesOf), ["label": texts.label(key)], context)
            html.text(" ")
            html.element(.a, .href(context.base.path("changes")), text: words[.changesAll])
        }
    }

    private func list(_ html: inout Markup) {
        guard !extract.revisions.isEmpty else {
            html.element(
                .p, text: words[extract.oldest == nil ? .changesNone : .changesNoMore])
            return
        }
        html.element(
            .p, .class("help"), text: words.text(.changesZone, ["zone": clock.zone]))
        restore(&html)
        html.element(.ol, .class("box revs")) { html in
            html.staticMarkup("\n")
            for revision in extract.revisions { row(revision, &html) }
        }
    }

    /// Writes the form that leads to the preview of a restore to a time.
    private func restore(_ html: inout Markup) {
        // A restore would also affect withheld settings.
        guard context.rights.mayEdit, context.rights.withheld.isEmpty else { return }
        html.element(
            .form, .class("do"), .method(.get), .action(context.base.path("changes"))
        ) { html in
            html.element(.label) { html in
                var hasField = false
                func field(_ html: inout Markup) {
                    if hasField { return }
                    hasField = true
                    html.void(.input, .type(.datetimeLocal), .name("restore"), .required(true))
                }
                for piece in words.phrase(.restoreTime).pieces(in: words.locale) {
                    switch piece {
                    case .text(let text): html.text(text)
                    case .slot: field(&html)
                    }
                }
                // A catalog of the host can leave out the slot.
                field(&html)
            }
            html.element(.button, text: words[.review])
        }
    }

    private func row(_ revision: Revision, _ html: inout Markup) {
        let number = String(revision.number)
        html.element(.li, .id("r-\(number)")) { html in
            html.element(.h2, text: words.text(.revisionNumber, ["number": number]))
            html.element(.p, .class("help")) { html in
                html.element(
                    .time, .datetime(RevisionTime.text(revision.time)),
                    text: clock.text(revision.time, in: context.problemWords.dates))
                html.text(" · " + texts.maker(of: revision))
                let note = revision.reversal == nil ? revision.note : nil
                for text in [revision.actor, note].compactMap(\.self) {
                    html.text(" · ")
                    html.element(.bdi, text: text)
                }
            }
            html.element(.ul) { html in
                for change in revision.changes { line(change, of: revision, &html) }
            }
            guard context.rights.mayEdit else { return }
            html.element(.p, .class("do")) { html in
                if !extract.partial.contains(revision.number),
                    !context.snapshot.undoing(revision, isForced: true).isEmpty
                {
                    button(number, words.text(.undoRevision, ["number": number]), nil, &html)
                }
                // A restore would also affect withheld settings.
                guard revision.number < context.snapshot.revision, context.rights.withheld.isEmpty
                else { return }
                html.element(
                    .a, .href(context.base.path("changes", query: [("restore", number)])),
                    text: words.text(.restoreLink, ["number": number]))
            }
        }
        html.staticMarkup("\n")
    }

    private func line(_ change: Change, of revision: Revision, _ html: inout Markup) {
        html.element(.li) { html in
            texts.line(change, of: revision, into: &html)
            guard context.rights.mayEdit,
                revision.changes.count > 1 || extract.partial.contains(revision.number),
                canUndo(change, of: revision)
            else { return }
            html.text(" ")
            button(
                "\(revision.number):\(change.key)",
                words.text(.undoLabel, ["label": texts.label(change.key)]), "reset", &html)
        }
    }

    /// Returns true when a change can be undone; for revisions with many changes, the check is
    /// approximate.
    private func canUndo(_ change: Change, of revision: Revision) -> Bool {
        guard revision.changes.count > Self.carefulLimit else {
            return !context.snapshot.undoing(revision, key: change.key, isForced: true).isEmpty
        }
        return change.old != .secret && context.schema.settings[change.key]?.isReadOnly == false
            && context.snapshot.side(of: change.key) != change.old
    }

    private func button(
        _ value: String, _ text: String, _ look: String?, _ html: inout Markup
    ) {
        html.element(
            .button,
            attributes: (look.map { [.class($0)] } ?? [])
                + [.form("f"), .name("_undo"), .value(value)],
            text: text)
    }

    /// Writes the links to older and to the newest changes, and a note on removed ones.
    private func ways(_ html: inout Markup) {
        let filter = extract.key.map { [("key", $0)] } ?? []
        if !extract.hasMore, let oldest = extract.oldest, oldest > 1 {
            let limit = context.schema.history
            // If the limit on revisions is not reached, older ones were removed by the limit in
            // days.
            let span = context.snapshot.revision.subtractingReportingOverflow(oldest).partialValue
            let isByDays = limit.days != nil && span < limit.revisions - 1
            let count = isByDays ? limit.days ?? 0 : limit.revisions
            html.element(
                .p, .class("help"),
                text: words.text(
                    isByDays ? .changesKeptDays : .changesKept, ["count": String(count)],
                    count: count))
        }
        html.element(.p, .class("do")) { html in
            if extract.before != nil {
                html.element(
                    .a, .class("btn"), .href(context.base.path("changes", query: filter)),
                    text: words[.changesNewest])
            }
            if extract.hasMore, let last = extract.last {
                html.element(
                    .a, .class("btn"),
                    .href(
                        context.base.path(
                            "changes", query: [("before", String(last))] + filter)),
                    text: words[.changesOlder])
            }
        }
    }
}

/// The form that the buttons of the history pages belong to.
enum HistoryForm {
    /// Writes the form.
    ///
    /// - Parameter revision: The newest revision that the page shows.
    static func render(_ context: PageContext, revision: Int, into html: inout Markup) {
        html.element(.form, .id("f"), .method(.post), .action(context.base.path("changes"))) {
            html in
            html.void(.input, .type(.hidden), .name("_revision"), .value(String(revision)))
            html.void(
                .input, .type(.hidden), .name("_locale"), .value(context.locale.description))
        }
        html.staticMarkup("\n")
    }
}
