import Faceplate
import FaceplateImport
import Logging

/// The panel for viewers from whom some settings are withheld: a schema without their rows, and separate caches.
final class LimitedView: Sendable {
    private struct Known {
        var digest = ""
        var schema: Schema?
        var base: Snapshot?
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

    /// Returns the snapshot without the withheld rows, the same instance for the same settings; `nil` when no valid
    /// schema remains without them.
    func snapshot(of base: Snapshot) -> Snapshot? {
        let (schema, snapshot) = known.withLock { known in
            (
                known.digest == base.digest ? known.schema : nil,
                known.base === base ? known.snapshot : nil
            )
        }
        if let snapshot { return snapshot }
        guard let limited = schema ?? (try? base.schema.hiding(withheld)) else { return nil }
        return known.withLock { known in
            if known.base === base, let snapshot = known.snapshot { return snapshot }
            let made = base.showing(
                limited,
                digest: ([base.digest] + withheld.groups.sorted() + ["/"] + withheld.items.sorted())
                    .joined(separator: " "))
            known = Known(digest: base.digest, schema: limited, base: base, snapshot: made)
            return made
        }
    }
}

/// The views of a panel, by the groups and items that are withheld from the viewer.
final class LimitedViews: Sendable {
    /// The maximum number of cached views; the cache is emptied when it is full, which should not happen in practice.
    private static let most = 64
    private let views = Locked<[Schema.Withheld: LimitedView]>([:])
    private let words: PanelWords

    init(words: PanelWords) {
        self.words = words
    }

    subscript(withheld: Schema.Withheld) -> LimitedView {
        views.withLock { views in
            if let view = views[withheld] { return view }
            if views.count >= Self.most { views = [:] }
            let view = LimitedView(without: withheld, words: words)
            views[withheld] = view
            return view
        }
    }
}

extension Panel {
    /// Returns the settings that a viewer with these rights may see.
    func snapshot(for rights: Rights) -> Snapshot {
        let base = settings.snapshot
        guard !rights.withheld.isEmpty else { return base }
        // When the view cannot be made, `judge(_:)` has rejected the request, or will reject it when it is judged again.
        return views[rights.withheld].snapshot(of: base) ?? base.showingNothing
    }

    /// Returns the pages rendered for viewers with the same rights.
    func pages(for rights: Rights) -> PageCache {
        rights.withheld.isEmpty ? pages : views[rights.withheld].pages
    }

    /// Returns the search results found for viewers with the same rights.
    func searches(for rights: Rights) -> SearchCache {
        rights.withheld.isEmpty ? searches : views[rights.withheld].searches
    }

    /// Returns a 503 response when no schema without the withheld rows can be made; otherwise `nil`.
    func refusalToShow(_ rights: Rights) -> PanelResponse? {
        guard views[rights.withheld].snapshot(of: settings.snapshot) == nil else { return nil }
        configuration.logger.error("a schema without the withheld rows cannot be made")
        return .plain(503, "The panel cannot show a part of its settings just now.")
    }

    /// Returns the response to a post that names settings withheld from its sender; `nil` when it names none.
    func refusal(of post: FormPost, _ context: PostContext) -> PanelResponse? {
        let withheld = context.page.rights.withheld
        guard !withheld.isEmpty else { return nil }
        let schema = settings.snapshot.schema
        // The key of a setting that the sender has named otherwise is a part of what is withheld.
        let settingKeys =
            post.choices.keys.sorted() + post.lifetimes.keys.sorted()
            + [post.edited].compactMap(\.self)
        let keys =
            post.assignments.map(\.key) + settingKeys.map { post.written[$0] ?? $0 }
            + [post.pressed?.key, post.confirmed].compactMap(\.self)
        var refused = keys.filter { schema.isWithheld(named: $0, in: withheld) }
        if let reversal = post.reversal, isRefused(reversal, schema, withheld) {
            // The keys of the withheld settings that a revision changed are withheld, too.
            refused.append(reversal.key ?? reversal.name)
        }
        guard !refused.isEmpty else { return nil }
        logRefusal("rejected a change of a withheld setting")
        let page = self.context(context.page)
        var submission = Submission()
        var reported: Set<String> = []
        for key in refused where reported.insert(key).inserted {
            submission.add(.notAllowed(key, page.words), in: page.schema)
        }
        return answer(403, submission, page, context)
    }

    /// Returns true when a reversal could change withheld settings, as a restore can.
    private func isRefused(
        _ reversal: PostedReversal, _ schema: Schema, _ withheld: Schema.Withheld
    ) -> Bool {
        guard case .undo(let number, let key) = reversal.extent else { return true }
        if let key { return schema.isWithheld(key, in: withheld) }
        do {
            let changes = try settings.revision(number)?.changes ?? []
            return changes.contains { schema.isWithheld($0.key, in: withheld) }
        } catch {
            // An unreadable revision counts as everything: it must not be undone unseen.
            return true
        }
    }
}

extension Panel {
    /// Returns the problems without those that would name a withheld setting, or quote a check that tests one.
    ///
    /// They become a problem of their own at the settings in `sent` that the rule tests, or at the first of these.
    ///
    /// - Parameter sent: The keys that the viewer sent.
    func redacted(
        _ problems: [KeyProblem], to rights: Rights, sent: [String]
    ) -> [KeyProblem] {
        let withheld = rights.withheld
        guard !withheld.isEmpty, !problems.isEmpty else { return problems }
        let schema = settings.snapshot.schema
        func isWithheld(_ key: String) -> Bool { schema.isWithheld(key, in: withheld) }
        let named = Set(sent)
        let sent = sent.filter { !schema.isWithheld(named: $0, in: withheld) }
        var shown: [KeyProblem] = []
        var places: [String] = []
        for problem in problems {
            let tested = schema.keys(testedFor: problem)
            if named.contains(problem.key), problem.problem.code == .removedKey {
                // That an earlier schema had the key is a part of what is withheld.
                shown.append(KeyProblem(key: problem.key, problem: ValueProblem(.unknownKey)))
            } else if problem.problem.code == .noRevisions
                || problem.problem.code == .noSuchRevision
            {
                // It is about a number, and about no setting.
                shown.append(problem)
            } else if named.contains(problem.key)
                ? schema.isWithheld(named: problem.key, in: withheld) : isWithheld(problem.key)
            {
                let causes = sent.filter(tested.contains)
                places += causes.isEmpty ? Array(sent.prefix(1)) : causes
            } else if problem.problem.code == .checkFailed, tested.contains(where: isWithheld) {
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

    /// Returns the rejected values of an import without those that would name a withheld setting.
    func redacted(_ trial: ImportTrial, to rights: Rights) -> [ImportTrial.Refused] {
        var problems: [KeyProblem] = []
        let others = trial.refused.filter { refused in
            guard case .problem(let problem) = refused else { return true }
            problems.append(problem)
            return false
        }
        let shown = redacted(problems, to: rights, sent: trial.plan.entries.map(\.key))
        return others + shown.map(ImportTrial.Refused.problem)
    }
}

extension Schema {
    /// Returns the keys of the settings that the rule behind a problem tests.
    fileprivate func keys(testedFor problem: KeyProblem) -> [String] {
        switch problem.problem.code {
        case .checkFailed:
            let check = problem.problem.parameters["check"].flatMap { Int($0) }
            return check.flatMap { checks.indices.contains($0) ? checks[$0].condition.keys : nil }
                ?? []
        case .required: return items[problem.key]?.rules.requiredWhen?.keys ?? []
        default: return []
        }
    }
}

extension Panel {
    /// Replaces each reset of a group, a page or the panel by resets of the settings that the sender may change, and a
    /// confirmation of all changes by confirmations of these.
    func limited(_ assignments: [Assignment], to rights: Rights) -> [Assignment] {
        let snapshot = settings.snapshot
        return assignments.flatMap { assignment -> [Assignment] in
            guard let swept = snapshot.swept(by: assignment),
                !snapshot.schema.isWithheld(named: assignment.key, in: rights.withheld)
            else { return [assignment] }
            return swept.filter { !snapshot.schema.isWithheld($0, in: rights.withheld) }
                .map { Assignment($0.key, assignment.input) }
        }
    }
}
