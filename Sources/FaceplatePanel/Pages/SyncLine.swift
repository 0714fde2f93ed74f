import Faceplate
import FaceplateHTML

/// How the sharing of settings stands, with the button that shares now.
///
/// It stands on the page of the switch that turns sharing on and off, else on the first page. What
/// changes with time is shown where it was asked for alone: the plain page is the same for all.
struct SyncLine {
    /// The field that shares now, and asks how sharing stands.
    static let name = "sync"

    let context: PageContext
    /// What this machine is called.
    let machine: String
    /// How it stands, where that was asked for.
    var report: SyncReport?

    private var words: PageWords { context.words }
    private var hasProblems: Bool { report?.sentences.isEmpty == false }

    /// `nil` where another page has it.
    init?(_ report: SyncReport, isAsked: Bool, _ context: PageContext) {
        let schema = context.schema
        let page = schema.syncSwitch.map { schema.page(of: $0) } ?? schema.firstPage
        guard context.search == nil, context.face.page.key == page.key else { return nil }
        self.context = context
        machine = report.name
        self.report = isAsked ? report : nil
    }

    func render(_ html: inout Markup) {
        html.element(.div, .class(hasProblems ? "ban own" : "own"), .id(Self.name)) { html in
            html.element(.p) { html in
                html.sentence(words.phrase(.syncName), ["host": machine], context)
            }
            if context.rights.mayEdit {
                html.element(
                    .button, .name("_\(Self.name)"), .value("now"), text: words[.syncNow])
            }
            guard let report else {
                html.element(
                    .a, .href(context.address(query: [(Self.name, "1")], fragment: Self.name)),
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

    /// What scripts are answered.
    var json: JSONValue {
        [
            "name": JSONValue(.string(name)), "enabled": JSONValue(.boolean(isEnabled)),
            "last": lastSync.map { JSONValue(.string(RevisionTime.text($0))) } ?? nil,
            "waiting": JSONValue(.number(JSONNumber(Int64(waiting)))),
            "problems": JSONValue(.array(sentences.map { JSONValue(.string($0)) })),
        ]
    }
}
