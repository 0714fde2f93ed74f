import Faceplate
import FaceplateHTML

/// The state of the panel at the top of its first page: counts, profiles, and what needs the reader.
///
/// A panel without pages shows it folded above its settings.
struct Overview: PagePart {
    private static let mostProfiles = 5
    private static let mostProblems = 5

    let context: PageContext
    private let source: OverviewSource
    private let face: OverviewFace
    /// In the schema's order.
    let different: [Schema.Setting]
    /// Each sentence once.
    private let problems: [KeyProblem]
    /// The keys of settings whose changes wait for a restart.
    private let restarts: [String]
    private let unconfirmed: [Schema.Setting]
    private let temporary: [Schema.Setting]

    init?(_ context: PageContext) {
        guard context.search == nil, let source = context.overview,
            let face = context.face.overview
        else { return nil }
        self.context = context
        self.source = source
        self.face = face
        let (snapshot, schema) = (context.snapshot, context.schema)
        let modified = snapshot.modified.filter {
            !$0.isHidden && $0.control != .button && !$0.isReadOnly && context.shows($0)
        }
        different = modified.sorted {
            schema.settings.index(of: $0.key) ?? 0 < schema.settings.index(of: $1.key) ?? 0
        }
        let state = SearchFilterState(snapshot)
        let suspects = state.failingKeys.compactMap { schema.settings[$0] }
        var known: Set<String> = []
        var checks: Set<String> = []
        problems = (suspects + different + face.required).compactMap { setting in
            guard known.insert(setting.key).inserted, context.shows(setting),
                let problem = state.problem(of: setting)
            else { return nil }
            // A check concerns several settings, and is one problem; its sentence can name each of them.
            guard let check = problem.problem.parameters["check"] else { return problem }
            return checks.insert(check).inserted ? problem : nil
        }
        restarts = snapshot.needingRestart
        unconfirmed = snapshot.unconfirmed
        let waiting = Set(unconfirmed.map(\.key))
        temporary = snapshot.temporarySettings.filter {
            !waiting.contains($0.key) && context.shows($0)
        }
    }

    /// True for a panel without pages, whose settings come first.
    var isFolded: Bool { context.schema.pages.count == 1 }

    /// The buttons of a panel without pages are in its rows.
    var hasButtons: Bool { context.rights.mayEdit && !isFolded }

    func render(_ sync: SyncLine?, _ html: inout Markup) {
        html.element(.div, .id("overview")) { html in
            guard isFolded else { return content(sync, &html) }
            let first = html.byteCount
            content(nil, &html)
            OverviewLists(self, source).render(&html)
            let folded = html.part(from: first)
            html.truncate(to: first)
            // Nothing to unfold: a line of the same height.
            guard folded.byteCount > 0 else { return summary(&html) }
            html.element(.details) { html in
                html.element(.summary) { $0.element(.span, .class("lead"), text: lead) }
                html.append(folded)
            }
        }
        html.staticMarkup("\n")
    }

    func renderLead(_ html: inout Markup) {
        if !isFolded { summary(&html, [.id("lead")]) }
    }

    private func summary(_ html: inout Markup, _ id: [Attribute] = []) {
        let lead = lead
        if !lead.isEmpty {
            html.element(.p, attributes: [.class("lead")] + id, text: lead)
        }
    }

    func renderLists(_ html: inout Markup) {
        guard !isFolded else { return }
        OverviewLists(self, source).render(&html)
    }

    private func content(_ sync: SyncLine?, _ html: inout Markup) {
        profiles(&html)
        sync?.render(&html)
        needs(&html)
    }

    private var lead: String {
        let needs =
            problems.count + (restarts.isEmpty ? 0 : 1) + unconfirmed.count + temporary.count
        let locked = context.snapshot.locked.count { !$0.isHidden }
        let differences =
            face.count == 0
            ? nil
            : different.isEmpty
                ? words.counted(.countSame, face.count)
                : words.text(
                    .countDifferent,
                    ["count": String(different.count), "total": String(face.count)],
                    count: different.count)
        return [
            needs > 0 ? words.counted(.countNeeds, needs) : nil, differences,
            locked > 0 ? words.counted(.countLocked, locked) : nil,
        ].compactMap(\.self).joined(separator: " ")
    }

    // MARK: - Profiles

    private func profiles(_ html: inout Markup) {
        guard !source.profiles.isEmpty else { return }
        let active = source.active(context)
        var shown = source.profiles.prefix(Self.mostProfiles)
        if let active, !shown.contains(where: { $0.name == active.name }) {
            shown =
                source.profiles.filter { $0.name == active.name }
                + shown.dropLast(1)
        }
        html.element(.nav, .id("chips"), .aria("label", words[.profilesTitle])) { html in
            for profile in shown { chip(profile.name, active, &html) }
            html.element(
                .a, .href(context.base.path("profiles")), text: words[.profilesAll])
        }
    }

    private func chip(_ name: String, _ active: ActiveProfile?, _ html: inout Markup) {
        let address = context.base.path("profiles", name)
        let isActive = active?.name == name
        guard context.rights.mayEdit, !isActive else {
            return html.element(
                .a,
                attributes: [.class("chip"), .href(address)]
                    + (isActive ? [.aria("current", "true")] : [])
            ) { html in
                html.element(.bdi, text: name)
                guard isActive, let count = active?.differing.count, count > 0 else { return }
                html.element(.span, text: " · " + words.counted(.profileDiffer, count))
            }
        }
        html.element(.form, .method(.post), .action(address)) { html in
            html.locale(of: context)
            html.hidden(ProfileForm.returns, "1")
            html.hidden(ProfileForm.revision, String(context.snapshot.revision))
            html.element(
                .button, .class("chip"), .name(ImportQuery.applyField), .value("all"),
                .title(words.text(.profileSwitchTo, ["value": name]))
            ) { $0.element(.bdi, text: name) }
        }
    }

    // MARK: - Needs

    private func needs(_ html: inout Markup) {
        guard !problems.isEmpty || !restarts.isEmpty || !unconfirmed.isEmpty || !temporary.isEmpty
        else { return }
        html.element(.section, .class("group"), .aria("labelledby", "o-needs")) { html in
            html.element(.h2, .id("o-needs"), text: words[.needsYou])
            html.element(.div, .class("box lines")) { html in
                for problem in problems.prefix(Self.mostProblems) { wrong(problem, &html) }
                if !restarts.isEmpty { restart(&html) }
                for setting in unconfirmed { timed(setting, isAsked: true, &html) }
                for setting in temporary { timed(setting, isAsked: false, &html) }
            }
        }
    }

    private func wrong(_ problem: KeyProblem, _ html: inout Markup) {
        let sentence =
            problem.problem.code == .notText
            ? words[.unreadable] : context.sentence(for: problem)
        OverviewLine(id: "o-\(problem.key)", badge: "bad").render(&html) { html in
            texts.link(problem.key, &html)
            html.element(.p, .class("help"), text: sentence)
        } buttons: { html in
            html.element(
                .a, .class("btn"), .href(context.base.path("s", problem.key)),
                .aria("label", words.text(.openLabel, ["label": texts.label(problem.key)])),
                text: words[.open])
        }
    }

    private func restart(_ html: inout Markup) {
        OverviewLine(id: "o-restart", badge: "off").render(&html) { html in
            html.text(words.counted(.restartCount, restarts.count))
            html.element(
                .p, .class("help"),
                text: context.problemWords.enumerated(restarts.prefix(5).map(texts.label)))
        } buttons: { html in
            if hasButtons { RestartLine(context: context).button(&html) }
        }
    }

    private func timed(_ setting: Schema.Setting, isAsked: Bool, _ html: inout Markup) {
        let key = setting.key
        guard let until = context.snapshot.until(key) else { return }
        OverviewLine(id: "o-\(key)", badge: isAsked ? "ask" : "time").render(&html) { html in
            html.sentence(
                words.phrase(.untilThen), texts.untilSlots(setting, until), context)
            let step = isAsked ? Snapshot.timeSteps.unconfirmed : Snapshot.timeSteps.usual
            let left = context.left(of: context.seconds(until: until, step: step))
            html.element(.p, .class("help")) { html in
                html.sentence(words.phrase(.timeRest), ["left": left], context)
            }
        } buttons: { html in
            guard hasButtons, !context.snapshot.isLocked(setting) else { return }
            TimeNote.buttons(context, &html) { html, name, text in
                html.element(
                    .button, .class("quiet"), .form("f"), .name(name), .value(key),
                    .aria("describedby", "o-\(key)"), text: text)
            }
        }
    }
}

struct OverviewLine {
    let id: String
    var badge: String?
    var hasButtons = true

    func render(
        _ html: inout Markup, text: (inout Markup) -> Void, buttons: (inout Markup) -> Void
    ) {
        html.element(.div, .class("line"), .id(id)) { html in
            if let badge { html.element(.span, .class("badge \(badge)")) { _ in } }
            html.element(.div, .class("t"), content: text)
            if hasButtons { html.element(.div, .class("do"), content: buttons) }
        }
    }
}

extension PageContext {
    func shows(_ setting: Schema.Setting) -> Bool {
        isVisible(setting.key)
    }
}
