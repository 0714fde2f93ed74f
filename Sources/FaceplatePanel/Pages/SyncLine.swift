import Faceplate
import FaceplateHTML

/// How sharing stands, as far as it is on every page: nothing that changes with each save.
enum SharingState: Hashable, Sendable {
    case on
    case off
    /// With the first of the reasons.
    case failing(String)

    init(_ report: SyncReport) {
        self =
            if !report.isEnabled { .off } else if let problem = report.sentences.first {
                .failing(problem)
            } else { .on }
    }
}

/// How the sharing of settings stands; on one page with the button that shares now.
///
/// That is the page of the switch that turns sharing on and off, else the first page. When both sides
/// last agreed and what waits are shown where that was asked for alone: they change with each save.
struct SyncLine {
    /// The field that shares now, and asks how sharing stands.
    static let name = "sync"

    let context: PageContext
    /// What this machine is called.
    let machine: String
    /// How it stands, where that was asked for.
    let report: SyncReport?
    private let state: SharingState
    /// The page with the button.
    private let home: Schema.Page
    private let isHome: Bool

    private var words: PageWords { context.words }
    private var hasProblems: Bool { report?.sentences.isEmpty == false }

    init(_ report: SyncReport, isAsked: Bool, _ context: PageContext) {
        let schema = context.schema
        home = schema.syncSwitch.map { schema.page(of: $0) } ?? schema.firstPage
        isHome = context.search == nil && context.face.page.key == home.key
        self.context = context
        machine = report.name
        state = SharingState(report)
        self.report = isAsked && isHome ? report : nil
    }

    func render(_ html: inout Markup) {
        let isBad = state != .on && state != .off
        html.element(
            .div, .class(hasProblems || isBad ? "ban own" : "own"), .id(Self.name)
        ) { html in
            html.element(.p) { html in
                // What is wrong is listed below where that was asked for.
                switch report == nil ? state : .on {
                case .on: html.sentence(words.phrase(.syncName), ["host": machine], context)
                case .off: html.sentence(words.phrase(.syncOff), [:], context)
                case .failing(let reason):
                    html.sentence(words.phrase(.syncFailed), ["reason": reason], context)
                }
            }
            if isHome, context.rights.mayEdit {
                html.element(
                    .button, .name("_\(Self.name)"), .value("now"), text: words[.syncNow])
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
                let count = report.waiting
                html.element(
                    .p, text: words.text(.syncWaiting, ["count": String(count)], count: count))
            }
            problems(report, &html)
        }
        html.staticMarkup("\n")
    }

    private func problems(_ report: SyncReport, _ html: inout Markup) {
        let problems = report.sentences
        guard !problems.isEmpty else { return }
        html.element(.ul) { html in
            for problem in problems {
                html.element(.li) { $0.element(.code, .dir(.ltr), text: problem) }
            }
        }
    }
}

extension SyncReport {
    /// Whether it is as people want it.
    var isWell: Bool { isEnabled && sentences.isEmpty && lastSync != nil }

    /// How it stands, as a sentence with its slots.
    func sentence(_ context: PageContext) -> (Phrase, [String: String], Int?) {
        let words = context.words
        if !isEnabled { return (words.phrase(.syncOff), [:], nil) }
        if let problem = sentences.first {
            return (words.phrase(.syncFailed), ["reason": problem], nil)
        }
        guard let lastSync else { return (words.phrase(.syncNever), [:], nil) }
        let time = ServerClock().text(lastSync, in: context.locale)
        return (words.phrase(.syncAgreed), ["time": time], nil)
    }

    /// The same for those of whom nothing is known: of single settings, how many are not shared.
    var withoutSettings: SyncReport {
        let count = settingProblems.count
        guard count > 0 else { return self }
        var told = self
        told.settingProblems = []
        told.problems.append(
            count == 1 ? "1 setting is not shared." : "\(count) settings are not shared.")
        return told
    }
}
