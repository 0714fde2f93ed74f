import Faceplate
import FaceplateImport

/// The settings that one requester may see, at one revision.
///
/// `Panel.judge` makes it for a request, and `Panel.view(for:)` again after a change; pages and responses get nothing
/// else. What is withheld from the requester is not in it. The rules are judged on all settings, and answer for the
/// part.
struct SettingsView: Sendable {
    let snapshot: Snapshot
    let rights: Rights
    /// Every URL of the response begins with it.
    let base: BasePath
    /// For requesters with the same rights and base path.
    let pages: PageCache
    let searches: SearchCache
    /// False if no part of the schema could be made, so that it shows nothing.
    let isWhole: Bool
    /// All settings: to judge what others send about them, never to show anything.
    private let whole: Snapshot

    fileprivate init(
        _ snapshot: Snapshot, of whole: Snapshot, _ rights: Rights, _ base: BasePath,
        _ pages: PageCache, _ searches: SearchCache, isWhole: Bool = true
    ) {
        self.isWhole = isWhole
        self.base = base
        self.pages = pages.behind(base.prefix)
        self.snapshot = snapshot
        self.whole = whole
        self.rights = rights
        self.searches = searches
    }

    var schema: Schema { snapshot.schema }

    var isLimited: Bool { !rights.withheld.isEmpty }

    /// Of the whole schema and its labels, for which the rights were computed.
    var digest: String { whole.digest }

    /// A key that the schema does not have can be that of an earlier, withheld setting: it is withheld, too.
    func isWithheld(_ key: String) -> Bool {
        whole.schema.isWithheld(key, in: rights.withheld)
    }

    /// An unknown key is not withheld.
    func withholds(named key: String) -> Bool {
        whole.schema.isWithheld(named: key, in: rights.withheld)
    }

    // MARK: - Parts

    func part(of outcome: Outcome) -> Outcome {
        isLimited ? outcome.omitting(isWithheld) : outcome
    }

    func part(of revision: Revision) -> Revision {
        isLimited ? revision.omitting(isWithheld) : revision
    }

    func part<Result: OperationResult>(of result: Result) -> Result {
        isLimited ? result.omitting(isWithheld) : result
    }

    func part(of report: SyncReport) -> SyncReport {
        guard isLimited else { return report }
        var part = report
        part.settingProblems.removeAll { isWithheld($0.key) }
        part.ownValues.removeAll(where: isWithheld)
        return part
    }

    /// Problems that would name a withheld setting, or quote a check that tests one, become a problem of their own at
    /// the settings in `sent` that the rule tests, or at the first of these.
    func part(of problems: [KeyProblem], sent: [String]) -> [KeyProblem] {
        guard isLimited, !problems.isEmpty else { return problems }
        let named = Set(sent)
        let sent = sent.filter { !withholds(named: $0) }
        var shown: [KeyProblem] = []
        var places: [String] = []
        for problem in problems {
            let tested = whole.schema.keys(testedFor: problem)
            let isOfNoSetting =
                problem.key.hasPrefix("_")
                || [.noRevisions, .noSuchRevision].contains(problem.problem.code)
            if isOfNoSetting {
                // It is about a field of the panel, or about the number of a revision.
                shown.append(problem)
            } else if named.contains(problem.key), problem.problem.code == .removedKey {
                // That an earlier schema had the key is a part of what is withheld.
                shown.append(KeyProblem(key: problem.key, problem: ValueProblem(.unknownKey)))
            } else if named.contains(problem.key)
                ? withholds(named: problem.key) : isWithheld(problem.key)
            {
                let causes = sent.filter(tested.contains)
                places += causes.isEmpty ? Array(sent.prefix(1)) : causes
            } else if isSilent(problem) {
                places.append(problem.key)
            } else {
                shown.append(problem)
            }
        }
        var reported = Set(shown.map(\.key))
        return shown
            + places.filter { reported.insert($0).inserted }
            .map { KeyProblem(key: $0, problem: ValueProblem(.withheldRule)) }
    }

    private func isSilent(_ problem: KeyProblem) -> Bool {
        guard problem.problem.code == .checkFailed,
            let place = problem.problem.parameters["check"].flatMap({ Int($0) }),
            schema.checks.indices.contains(place)
        else { return false }
        return schema.checks[place].isSilent
    }

    /// Without those that would name a withheld setting.
    func part(of trial: ImportTrial) -> [ImportTrial.Refused] {
        var problems: [KeyProblem] = []
        let others = trial.refused.filter { refused in
            guard case .problem(let problem) = refused else { return true }
            problems.append(problem)
            return false
        }
        let shown = part(of: problems, sent: trial.plan.entries.map(\.key))
        return others + shown.map(ImportTrial.Refused.problem)
    }

    /// Withheld settings have their types, so that they are rejected and not ignored.
    func post(_ fields: [FormField]) throws(FormError) -> FormPost {
        try FormPost(fields, schema: whole.schema)
    }

    /// Withheld settings have their names, so that they are rejected and not ignored.
    func plan(of values: ImportedValues) -> ImportPlan { values.plan(for: whole.schema) }

    func plan(of profile: Profile) -> ImportPlan {
        // A key that the schema no longer has may have been one of a withheld setting.
        ImportPlan(profile, for: whole.schema, namesUnknown: !isLimited)
    }

    /// Replaces each reset of a group, a page or the panel by resets of the settings that the requester may change, and
    /// a confirmation of all changes by confirmations of these.
    func part(of assignments: [Assignment]) -> [Assignment] {
        guard isLimited else { return assignments }
        return assignments.flatMap { assignment -> [Assignment] in
            guard let swept = whole.swept(by: assignment), !withholds(named: assignment.key)
            else { return [assignment] }
            return swept.filter { !isWithheld($0.key) }
                .map { Assignment($0.key, assignment.input) }
        }
    }
}

extension Schema {
    fileprivate func keys(testedFor problem: KeyProblem) -> [String] {
        let ofDefault = settings[problem.key]?.defaultConditionKeys ?? []
        switch problem.problem.code {
        case .checkFailed:
            let check = problem.problem.parameters["check"].flatMap { Int($0) }
            return check.flatMap { checks.indices.contains($0) ? checks[$0].condition.keys : nil }
                ?? []
        case .required:
            return (items[problem.key]?.rules.requiredWhen?.keys ?? []) + ofDefault
        case .tooSmall, .tooLarge:
            return (items[problem.key]?.bounds.flatMap(\.conditionKeys) ?? []) + ofDefault
        default: return []
        }
    }
}

extension Panel {
    /// All settings, for what the app itself sets up and is given; a requester gets a view.
    var appSnapshot: Snapshot { settings.snapshot }

    /// Rights and settings are of the same moment, or a change of the schema in between would stay unnoticed.
    func view(of requester: Requester?, _ pass: Pass, at base: BasePath) -> SettingsView {
        let whole = appSnapshot
        let rights = Rights(of: requester, pass, in: whole)
        guard !rights.withheld.isEmpty else {
            return SettingsView(whole, of: whole, rights, base, pages, searches)
        }
        let part = parts[rights.withheld]
        let snapshot = part.snapshot(of: whole)
        return SettingsView(
            snapshot ?? whole.showingNothing, of: whole, rights, base, part.pages, part.searches,
            isWhole: snapshot != nil)
    }

    func isCurrent(_ view: SettingsView) -> Bool { view.digest == appSnapshot.digest }

    func view(for request: RequestContext) -> SettingsView {
        view(of: request.requester, request.pass, at: request.base)
    }
}

/// For requesters from whom the same is withheld, with caches of its own.
final class SettingsPart: Sendable {
    private struct Known {
        var digest = ""
        var schema: Schema?
        var whole: Snapshot?
        var snapshot: Snapshot?
    }

    let pages: PageCache
    let searches = SearchCache()
    private let withheld: Schema.Withheld
    private let known = Locked(Known())

    init(without withheld: Schema.Withheld, words: PanelWords) {
        pages = PageCache(words: words)
        self.withheld = withheld
    }

    /// The same instance for the same settings; `nil` if the schema cannot be read again.
    func snapshot(of whole: Snapshot) -> Snapshot? {
        let (schema, snapshot) = known.withLock { known in
            (
                known.digest == whole.digest ? known.schema : nil,
                known.whole === whole ? known.snapshot : nil
            )
        }
        if let snapshot { return snapshot }
        guard let part = schema ?? (try? whole.schema.hiding(withheld)) else { return nil }
        return known.withLock { known in
            if known.whole === whole, let snapshot = known.snapshot { return snapshot }
            // Clients get it, so that it must not contain the names.
            let names = [whole.digest] + withheld.groups.sorted() + ["/"] + withheld.items.sorted()
            let made = whole.showing(
                part, digest: Fingerprint.of(Array(names.joined(separator: " ").utf8)))
            known = Known(digest: whole.digest, schema: part, whole: whole, snapshot: made)
            return made
        }
    }
}

final class SettingsParts: Sendable {
    /// The cache is emptied when it is full, which should not happen in practice.
    private static let most = 64
    private let parts = Locked<[Schema.Withheld: SettingsPart]>([:])
    private let words: PanelWords

    init(words: PanelWords) {
        self.words = words
    }

    subscript(withheld: Schema.Withheld) -> SettingsPart {
        parts.withLock { parts in
            if let part = parts[withheld] { return part }
            if parts.count >= Self.most { parts = [:] }
            let part = SettingsPart(without: withheld, words: words)
            parts[withheld] = part
            return part
        }
    }
}
