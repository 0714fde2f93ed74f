import Faceplate
import FaceplateHTML

/// The list of changes with their sources and times, newest first, with buttons that undo them.
struct ChangesPage: PagePart {
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

    private let clock = ServerClock()

    var markup: Markup {
        let frame = PageFrame(
            context: context, title: words[.recentChanges],
            isError: submission?.isRefused ?? false)
        return frame.markup(reserving: 4_096 + extract.revisions.count * 1_024) { html in
            if let submission {
                ConflictPanel(submission: submission, context: context).render(&html)
            }
            ErrorSummary.render(submission?.listed ?? [], context, into: &html)
            html.element(.h1, text: words[.recentChanges])
            ResultBar(
                context: context, status: status, news: news, problems: submission?.listed ?? []
            ).render(&html)
            HistoryForm.render(context, revision: context.snapshot.revision, into: &html)
            ChangesFilter(context: context, extract: extract).render(&html)
            list(&html)
            ways(&html)
            if !extract.revisions.isEmpty { restore(&html) }
        }
    }

    private func list(_ html: inout Markup) {
        guard !extract.revisions.isEmpty else {
            let isEmpty = extract.oldest == nil
            html.element(
                .p,
                text: words[
                    isEmpty
                        ? .changesNone : extract.filter.isEmpty ? .changesNoMore : .changesNoMatch])
            return
        }
        html.element(
            .p, .class("help"), text: words.text(.changesZone, ["zone": clock.zone]))
        let days = ChangeDays(words, context.problemWords.dates, clock)
        for (day, revisions) in days.days(of: extract.revisions) {
            html.element(.section, .class("group")) { html in
                html.element(.h2, text: day)
                html.element(.ol, .class("box revs")) { html in
                    html.staticMarkup("\n")
                    for revision in revisions { row(revision, &html) }
                }
            }
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
                html.sentence(words.phrase(.restoreTime), context) { html, _ in field(&html) }
                // A catalog of the host can leave out the slot.
                field(&html)
            }
            html.element(.button, text: words[.review])
        }
    }

    // MARK: - A revision

    private func row(_ revision: Revision, _ html: inout Markup) {
        html.element(.li, .id("r-\(revision.number)")) { html in
            if revision.changes.count == 1 {
                time(revision, &html)
                html.element(.span) { html in
                    for change in revision.changes {
                        texts.line(change, of: revision, into: &html)
                    }
                }
                maker(revision, &html)
            } else {
                batch(revision, &html)
            }
            menu(revision, &html)
        }
        html.staticMarkup("\n")
    }

    /// Writes several changes that were made together, which unfold.
    private func batch(_ revision: Revision, _ html: inout Markup) {
        html.element(.details, .open(!extract.filter.isEmpty)) { html in
            html.element(.summary) { html in
                time(revision, &html)
                html.element(.span) { html in
                    let count = revision.changes.count
                    html.element(.b, text: words.counted(.settingCount, count))
                    if let place = place(of: revision) {
                        html.text(" ")
                        html.element(.span, .class("help")) { $0.element(.bdi, text: place) }
                    }
                }
                maker(revision, &html)
            }
            html.element(.ul) { html in
                for change in revision.changes { line(change, of: revision, &html) }
            }
        }
    }

    /// Returns the title of the page that has all settings of a revision; `nil` for several pages, and for the first.
    private func place(of revision: Revision) -> String? {
        let schema = context.schema
        guard let first = revision.changes.first, schema.settings[first.key] != nil else {
            return nil
        }
        let page = schema.page(of: first.key).key
        let isOne = revision.changes.allSatisfy {
            schema.settings[$0.key] != nil && schema.page(of: $0.key).key == page
        }
        return isOne && !page.isEmpty ? context.labels.title(of: page).text : nil
    }

    private func time(_ revision: Revision, _ html: inout Markup) {
        html.element(
            .time, .datetime(RevisionTime.text(revision.time)),
            text: clock.local(revision.time).map {
                context.problemWords.dates.text(of: .text($0.time.description))
            } ?? RevisionTime.text(revision.time))
    }

    private func maker(_ revision: Revision, _ html: inout Markup) {
        html.element(.span, .class("help")) { html in
            html.text(texts.maker(of: revision))
            let note = revision.reversal == nil ? revision.note : revision.undoReason
            for text in [revision.actor, note].compactMap(\.self) {
                html.text(" · ")
                html.element(.bdi, text: text)
            }
        }
    }

    private func line(_ change: Change, of revision: Revision, _ html: inout Markup) {
        html.element(.li) { html in
            texts.line(change, of: revision, into: &html)
            guard context.rights.mayEdit, canUndo(change, of: revision) else { return }
            html.text(" ")
            html.element(
                .button, .class("reset"), .form("f"), .name("_undo"),
                .value("\(revision.number):\(change.key)"),
                .aria("label", words.text(.undoLabel, ["label": texts.label(change.key)])),
                text: words[.undo])
        }
    }

    /// Writes the menu of a revision: undo it, restore its state, show the history of its setting.
    private func menu(_ revision: Revision, _ html: inout Markup) {
        let number = String(revision.number)
        let name = words.text(.revisionNumber, ["number": number])
        html.element(.details, .class("of")) { html in
            html.element(
                .summary, .class("i"), .aria("label", words.text(.details, ["label": name]))
            ) { _ in }
            html.element(.div, .class("menu")) { html in
                html.element(.p, .class("help"), text: name)
                if context.rights.mayEdit { reversals(revision, number, &html) }
                guard extract.key == nil, revision.changes.count == 1,
                    let key = revision.changes.first?.key
                else { return }
                html.element(
                    .a, .href(context.base.path("changes", query: [("key", key)])),
                    text: words.text(.historyOf, ["label": texts.label(key)]))
            }
        }
    }

    private func reversals(_ revision: Revision, _ number: String, _ html: inout Markup) {
        // Of a revision that is shown in part, only the visible change can be undone.
        let shown = extract.partial.contains(revision.number) ? revision.changes.first : nil
        let canUndo =
            shown.map { revision.changes.count == 1 && self.canUndo($0, of: revision) }
            ?? !context.snapshot.undoing(revision, isForced: true).isEmpty
        if canUndo {
            html.element(
                .button, .form("f"), .name("_undo"),
                .value(shown.map { "\(number):\($0.key)" } ?? number), text: words[.undoRevision])
        }
        // A restore would also affect withheld settings.
        guard revision.number < context.snapshot.revision, context.rights.withheld.isEmpty
        else { return }
        html.element(
            .a, .href(context.base.path("changes", query: [("restore", number)])),
            text: words[.restoreLink])
    }

    /// Returns true when a change can be undone; for revisions with many changes, the check is
    /// approximate.
    private func canUndo(_ change: Change, of revision: Revision) -> Bool {
        guard revision.changes.count > Self.carefulLimit else {
            return !context.snapshot.undoing(revision, key: change.key, isForced: true).isEmpty
        }
        return change.old != .secret && context.schema.settings[change.key]?.isReadOnly == false
            && !context.snapshot.holds(change.old, for: change.key)
    }

    /// Writes the links to older and to the newest changes, and a note on removed ones.
    private func ways(_ html: inout Markup) {
        let filter = extract.filter
        if !extract.hasMore, let oldest = extract.oldest, oldest > 1 {
            let limit = context.schema.history
            // If the limit on revisions is not reached, older ones were removed by that in days or bytes.
            let span = context.snapshot.revision.subtractingReportingOverflow(oldest).partialValue
            let text =
                if span >= limit.revisions - 1 {
                    words.counted(.changesKept, limit.revisions)
                } else if let days = limit.days {
                    words.counted(.changesKeptDays, days)
                } else {
                    words.text(
                        .changesKeptSize, ["size": context.problemWords.fileSize(limit.bytes)])
                }
            html.element(.p, .class("help"), text: text)
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
            html.hidden("_revision", String(revision))
            html.locale(of: context)
        }
        html.staticMarkup("\n")
    }
}
