import Faceplate
import FaceplateHTML

struct RestorePage: PagePart {
    let context: PageContext
    let target: Reversal.Extent
    let outcome: Outcome
    let skipped: [String]
    var submission: Submission?

    private var title: String {
        guard case .restoreTime(let time) = target else {
            return words.text(.restoreTitle, ["number": target.text])
        }
        return words.text(.restoreTime, ["time": context.plainTime(time)])
    }

    var markup: Markup {
        let title = title
        var frame = PageFrame(
            context: context, title: title, isError: submission?.isRefused ?? false, way: .changes)
        frame.result = ResultBar(
            context: context, status: submission?.notice.map(StatusLine.failure) ?? .nothing,
            problems: submission?.all ?? [])
        return frame.markup(reserving: 4_096 + outcome.changes.count * 256) { html in
            ErrorSummary.render(submission?.all ?? [], context, into: &html)
            heading(title, "past", &html)
            HistoryForm.render(context, revision: outcome.revision, into: &html)
            html.element(
                .p, text: words[outcome.changes.isEmpty ? .restoreNone : .restoreText])
            if !outcome.changes.isEmpty { table(&html) }
            left(&html)
            answers(cancelingTo: context.base.path("changes"), &html) { html in
                guard !outcome.changes.isEmpty else { return }
                html.element(
                    .button, .class("pri"), .form("f"), .name("_restore"), .value(target.text),
                    text: words.counted(.restoreButton, outcome.changes.count))
            }
        }
    }

    private func table(_ html: inout Markup) {
        html.element(.div, .class("box revs")) { html in
            html.element(.table) { html in
                html.element(.thead) { html in
                    html.element(.tr) { html in
                        for word in [PageWord.columnSetting, .columnNow, .columnThen] {
                            html.element(.th, .scope("col"), text: words[word])
                        }
                    }
                }
                html.element(.tbody) { html in
                    for change in outcome.changes {
                        html.element(.tr) { html in
                            html.element(.th, .scope("row"), text: texts.label(change.key))
                            for side in [change.old, change.new] {
                                html.element(.td) { html in
                                    texts.side(side, of: change.key, in: nil, into: &html)
                                    guard side == change.new, let parts = texts.parts(change)
                                    else { return }
                                    html.element(.p, .class("help"), text: parts)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func left(_ html: inout Markup) {
        guard !skipped.isEmpty else { return }
        html.element(.p, text: words[.restoreSkipped])
        html.element(.ul, .class("revs")) { html in
            for sentence in skipped { html.element(.li, text: sentence) }
        }
    }
}
