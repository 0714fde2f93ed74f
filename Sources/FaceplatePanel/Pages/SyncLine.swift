import Faceplate
import FaceplateHTML

/// Without the details that change with each save.
enum SyncState: Hashable, Sendable {
    case on
    case off
    case failing(String)

    init(_ report: SyncReport) {
        self =
            if !report.isEnabled { .off } else if let problem = report.sentences.first {
                .failing(problem)
            } else { .on }
    }
}

/// The button that synchronizes now is on the page with the switch for sync, if the viewer can see it, or else on the
/// first page.
///
/// That page shows the time of the last synchronization and the number of waiting changes only on request, because they
/// change with each save.
struct SyncLine: PagePart {
    /// The query parameter that requests the status, and the name of the button after `_`.
    static let name = "sync"

    let context: PageContext
    let machine: String
    let report: SyncReport?
    private let state: SyncState
    private let home: Schema.ItemPage
    private let isHome: Bool

    private var hasProblems: Bool { report?.sentences.isEmpty == false }

    init(_ report: SyncReport, isAsked: Bool, _ context: PageContext) {
        let schema = context.schema
        home = schema.syncSwitch.map { schema.page(of: $0) } ?? schema.firstPage
        isHome = context.search == nil && context.face.page.key == home.key
        self.context = context
        machine = report.name
        state = SyncState(report)
        self.report = isAsked && isHome ? report : nil
    }

    func render(_ html: inout Markup) {
        let isBad = state != .on && state != .off
        html.element(
            .div, .class(hasProblems || isBad ? "ban own" : "own"), .id(Self.name)
        ) { html in
            html.element(.p) { html in
                // With a full status, the list below contains the problems.
                switch report == nil ? state : .on {
                case .on: html.sentence(words.phrase(.syncName), ["host": machine], context)
                case .off: html.sentence(words.phrase(.syncOff), [:], context)
                case .failing(let reason):
                    html.sentence(words.phrase(.syncFailed), ["reason": reason], context)
                }
            }
            if isHome, context.rights.mayEdit {
                html.element(
                    .button, .form("f"), .name("_\(Self.name)"), .value("now"),
                    text: words[.syncNow])
            }
            guard let report else {
                html.element(
                    .a,
                    .href(
                        context.base.path(
                            segments: Route.segments(of: home), query: [(Self.name, "1")],
                            fragment: Self.name)),
                    text: words[.syncState])
                return
            }
            if report.waiting > 0 {
                html.element(.p, text: words.counted(.syncWaiting, report.waiting))
            }
            sentences(report.sentences, &html)
            sentences(report.details, &html)
            sentences(report.notices, &html)
        }
        html.staticMarkup("\n")
    }

    private func sentences(_ sentences: [String], _ html: inout Markup) {
        guard !sentences.isEmpty else { return }
        html.element(.ul) { html in
            for sentence in sentences {
                html.element(.li) { $0.element(.code, .dir(.ltr), text: sentence) }
            }
        }
    }
}

extension SyncReport {
    var isWell: Bool { isEnabled && sentences.isEmpty && lastSync != nil }

    func sentence(_ context: PageContext) -> (Phrase, [String: String], Int?) {
        let words = context.words
        if !isEnabled { return (words.phrase(.syncOff), [:], nil) }
        if let problem = sentences.first {
            return (words.phrase(.syncFailed), ["reason": problem], nil)
        }
        guard let lastSync else { return (words.phrase(.syncNever), [:], nil) }
        let time = context.plainTime(lastSync)
        return (words.phrase(.syncAgreed), ["time": time], nil)
    }

    /// For readers whose rights are not known: a number replaces the problems of single settings.
    var withoutSettings: SyncReport {
        let count = settingProblems.count
        var report = self
        report.ownValues = []
        guard count > 0 else { return report }
        report.settingProblems = []
        report.problems.append(
            count == 1 ? "1 setting is not synced." : "\(count) settings are not synced.")
        return report
    }
}

extension Panel {
    func syncLine(_ context: PageContext, isAsked: Bool = false) -> SyncLine? {
        guard let report = configuration.sync?.report else { return nil }
        return SyncLine(context.view.part(of: report), isAsked: isAsked, context)
    }
}
