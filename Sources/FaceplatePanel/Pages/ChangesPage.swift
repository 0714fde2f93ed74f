import Faceplate
import FaceplateHTML

struct ChangesPage: PagePart {
    static let length = 50

    let context: PageContext
    let extract: HistoryExtract
    var status: StatusLine = .nothing
    var news: News?
    var submission: Submission?

    var markup: Markup {
        var frame = PageFrame(
            context: context, title: words[.recentChanges],
            isError: submission?.isRefused ?? false, way: .changes)
        frame.result = ResultBar(
            context: context, status: status, news: news,
            problems: submission?.listed(on: context) ?? [])
        return frame.markup(reserving: 4_096 + extract.revisions.count * 1_024) { html in
            if let submission {
                ConflictPanel(submission: submission, context: context).render(&html)
            }
            ErrorSummary.render(submission?.listed(on: context) ?? [], context, into: &html)
            heading(words[.recentChanges], "past", &html) { html in
                if extract.oldest != nil { date(&html) }
            }
            html.element(
                .p, .class("lead"),
                text: words[.changesLead]
                    + (context.clock.isReaders
                        ? "" : " " + words.text(.changesZone, ["zone": context.clock.zone])))
            HistoryForm.render(context, revision: context.snapshot.revision, into: &html)
            ChangesFilter(context: context, extract: extract).render(&html)
            if let until = extract.until { moment(until, &html) }
            list(&html)
            ways(&html)
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
        let undoable = extract.revisions.first { $0.number == context.snapshot.revision }
        let days = ChangeDays(words, context.problemWords.dates, context.clock, now: context.now)
        for (day, revisions) in days.days(of: extract.revisions) {
            html.element(.section, .class("group")) { html in
                html.element(.h2, text: day)
                html.element(.ol, .class("box revs")) { html in
                    html.staticMarkup("\n")
                    for revision in revisions {
                        RevisionRow(
                            context: context, extract: extract, revision: revision,
                            isNewest: revision.number == undoable?.number
                        ).render(&html)
                    }
                }
            }
        }
    }

    // MARK: - A date

    private func date(_ html: inout Markup) {
        html.element(.details, .class("of go")) { html in
            html.element(.summary, .class("btn"), text: words[.changesGo])
            html.element(
                .form, .class("menu"), .method(.get), .action(context.base.path("changes"))
            ) { html in
                for (name, value) in extract.filter { html.hidden(name, value) }
                html.element(.label, .for("until"), text: words[.changesGoLabel])
                html.void(
                    .input, .type(.datetimeLocal), .id("until"), .name("until"),
                    .required(true))
                html.element(.button, .class("pri"), text: words[.changesGoButton])
            }
        }
    }

    private func moment(_ until: HistoryExtract.Moment, _ html: inout Markup) {
        html.element(.p, .class("own")) { html in
            html.element(
                .span,
                text: words.text(.changesUntil, ["time": context.time(until.time)]))
            // A restore would also affect withheld settings.
            guard context.rights.mayEdit, !context.view.isLimited else { return }
            html.element(
                .a, .class("btn"),
                .href(
                    context.base.path(
                        "changes", query: [("restore", RevisionTime.text(until.time))])),
                text: words[.restoreLink])
        }
    }

    // MARK: - Other parts of the list

    private func ways(_ html: inout Markup) {
        let filter = extract.filter
        if !extract.hasMore, let oldest = extract.oldest, oldest > 1 {
            html.element(.p, .class("help"), text: kept(since: oldest))
        }
        html.element(.p, .class("do")) { html in
            if extract.query.before != nil || extract.until != nil {
                html.element(
                    .a, .class("btn"), .href(context.base.path("changes", query: filter)),
                    text: words[.changesNewest])
            }
            if extract.hasMore, let last = extract.last {
                html.element(
                    .a, .class("btn"),
                    .href(
                        context.base.path(
                            "changes", query: older(than: last))),
                    text: words[.changesOlder])
            }
        }
    }

    private func older(than number: Int) -> [(name: String, value: String)] {
        var query = extract.query
        query.before = number
        return query.query
    }

    private func kept(since oldest: Int) -> String {
        let limit = context.schema.history
        // If the limit on revisions is not reached, older ones were removed by that in days or bytes.
        let span = context.snapshot.revision.subtractingReportingOverflow(oldest).partialValue
        if span >= limit.revisions - 1 { return words.counted(.changesKept, limit.revisions) }
        if let days = limit.days { return words.counted(.changesKeptDays, days) }
        return words.text(.changesKeptSize, ["size": context.problemWords.fileSize(limit.bytes)])
    }
}

enum HistoryForm {
    static func render(_ context: PageContext, revision: Int, into html: inout Markup) {
        html.element(.form, .id("f"), .method(.post), .action(context.base.path("changes"))) {
            html in
            html.hidden("_revision", String(revision))
            html.locale(of: context)
        }
        html.staticMarkup("\n")
    }
}
