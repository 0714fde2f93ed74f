import Faceplate

extension PostContext {
    func batch(isDryRun: Bool) -> Batch {
        var batch = Batch(
            post.assignments, origin: post.source?.origin ?? origin, actor: actor,
            note: post.source?.name, base: base,
            reversal: post.reversal, choices: post.choices)
        batch.set(post.options)
        batch.isDryRun = isDryRun
        batch.locale = page.locale
        batch.isRequested = post.source != nil
        batch.lifetimes = post.lifetimes
        batch.isPermitted = isPermitted
        return batch
    }

    /// For an undo or restore of a whole revision, its field.
    var sent: [String] {
        let others = [post.pressed?.key, post.reversed]
        return post.assignments.map(\.key) + others.compactMap(\.self)
            + post.lifetimes.keys.sorted() + post.problems.map(\.key)
    }
}

extension Submission {
    /// Without settings for which the other value wins.
    init(of context: PostContext) {
        let post = context.post
        self.init(
            typed: post.typed.filter { post.choices[$0.key] != .theirs },
            assignments: post.assignments.filter { post.choices[$0.key] != .theirs },
            revision: context.base?.revision)
        reversal = post.reversal?.extent
        note = post.options.note
        keepsTyped = post.keepsTyped
    }
}

extension Panel {
    func answer(
        _ outcome: Outcome, _ context: PostContext, done: String? = nil, sync: SyncReport? = nil
    ) -> PanelResponse {
        let page = outcome.skipped.isEmpty ? nil : page(of: context)
        return JSONAnswer.outcome(
            outcome, isDryRun: context.post.options.isDryRun,
            skipped: page.map { page in
                page.view.part(of: outcome.skipped, sent: context.sent)
                    .map { shown($0, context, page) }
            } ?? [], done: done,
            sync: sync)
    }

    /// A problem with the history names the panel's own field.
    func shown(
        _ problem: KeyProblem, _ context: PostContext, _ page: PageContext
    ) -> ShownProblem {
        // The key that was probably meant may be one that this viewer must not learn of.
        let isWithheld = problem.nearest.map(page.isWithheld) ?? false
        let problem =
            isWithheld ? KeyProblem(key: problem.key, problem: problem.problem) : problem
        let code = problem.problem.code
        let isOfHistory =
            !context.post.wantsDetails && (code == .noSuchRevision || code == .noRevisions)
        return ShownProblem(
            key: isOfHistory ? context.post.reversalName ?? problem.key : problem.key,
            code: code.rawValue,
            sentence: page.sentence(for: problem, asValues: !context.form.isPage),
            nearest: problem.nearest,
            details: context.post.wantsDetails ? problem.problem : nil,
            place: ElementPlace(problem.problem))
    }

    /// Otherwise the page that is shown again would save undecided values unseen.
    func contestAgain(
        _ context: PostContext, _ page: PageContext, _ submission: inout Submission
    ) {
        let snapshot = page.snapshot
        let undecided = context.post.choices.filter { $0.value == .undecided }.keys.sorted()
        for key in undecided {
            guard let setting = snapshot.schema.settings[key] else { continue }
            let typed = submission.typed[key].flatMap {
                try? $0.value(by: setting.rules, now: snapshot.value(of: setting))
            }
            let mine: Change.Side =
                setting.isSecret
                ? .secret
                : typed.map(Change.Side.value)
                    ?? .onDefault
            let theirs = snapshot.side(of: key)
            // Two secrets are not compared: nothing says that they are the same.
            let differs =
                setting.isSecret
                ? context.post.typedSecrets.contains(key)
                : submission.typed[key] != nil && mine != theirs
            guard differs else { continue }
            let revision = snapshot.lastChange(of: key) ?? snapshot.revision
            let maker = settings.recentRevision(revision)
            submission.contest(
                KeyConflict(
                    key: key, theirs: theirs, revision: revision, origin: maker?.origin,
                    time: maker?.time, mine: mine))
            submission.isUndecided = true
        }
    }
}
