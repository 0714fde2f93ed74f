import Faceplate

struct Review: Sendable {
    let changes: [Change]
    var note: String?
    /// `nil` for a review that the user requested.
    var question: PostQuestion?
    var asksForNote: Bool { question == nil && !changes.isEmpty }
    /// About values that must be entered again, because a page never shows them.
    let again: [String]
}

extension Panel {
    func rehearse(_ rehearsal: FormPost.Rehearsal, _ context: PostContext) {
        switch rehearsal {
        case .page: answer(Submission(of: context), context)
        case .check: judge(context) { [self] in answer(checked(context, $0), context) }
        case .review where context.post.problems.isEmpty:
            judge(context) { [self] result in
                switch result {
                case .success(let outcome): answer(reviewed(context, outcome), context)
                case .failure(let error): refuse(context, error)
                }
            }
        case .review: check(context, context.post.problems)
        }
    }

    private func answer(_ submission: Submission, _ context: PostContext) {
        let page = page(of: context)
        context.reply(problemPage(200, submission, page, shown: context.shown))
    }

    private func judge(
        _ context: PostContext, then: @escaping @Sendable (Result<Outcome, ApplyError>) -> Void
    ) {
        settings.apply(context.batch(isDryRun: true), then: then)
    }

    private func checked(
        _ context: PostContext, _ result: Result<Outcome, ApplyError>
    ) -> Submission {
        let page = page(of: context)
        var submission = Submission(of: context)
        var problems = context.post.problems
        if case .failure(.refused(let more)) = result { problems += more }
        for problem in page.view.part(of: problems, sent: context.sent) {
            submission.add(shown(problem, context, page), in: page.schema)
        }
        guard let base = context.base else { return submission }
        for assignment in context.post.assignments {
            guard let setting = page.schema.settings[assignment.key] else { continue }
            submission.others[setting.key] = change(
                of: setting.key, since: base.revision(of: setting.key), page.snapshot)
        }
        return submission
    }

    private func change(of key: String, since base: Int, _ snapshot: Snapshot) -> KeyConflict? {
        guard let revision = snapshot.lastChange(of: key), revision > base else { return nil }
        let maker = settings.recentRevision(revision)
        let theirs = snapshot.side(of: key)
        return KeyConflict(
            key: key, theirs: theirs, revision: revision, origin: maker?.origin,
            time: maker?.time, mine: theirs)
    }

    func reviewed(_ context: PostContext, _ outcome: Outcome) -> Submission {
        let page = page(of: context)
        var submission = Submission(of: context)
        let again = page.schema.settings.compactMap { setting -> String? in
            let label = page.labels.title(of: setting.key).text
            if context.post.typedSecrets.contains(setting.key) {
                return page.problemWords.secretAgain(label: label)
            }
            guard context.post.typed[setting.key]?.file != nil else { return nil }
            return page.words.text(.fileAgain, ["label": label])
        }
        submission.review = Review(
            changes: page.view.part(of: outcome).changes, note: context.post.options.note,
            again: again)
        return submission
    }
}
