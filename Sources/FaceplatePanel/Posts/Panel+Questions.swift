import Faceplate

/// It concerns a reset of several settings at once, or the removal of a secret, which undo cannot restore.
struct PostQuestion: Sendable {
    /// The field that causes the question: `_reset` or `_clear`; `_confirm` for a secret that is removed because a
    /// change hides it.
    let field: String
    /// The key in that field; `_confirm` with the same key confirms.
    let key: String
}

extension Panel {
    /// A script's post counts as confirmed; false when no question is necessary, and the post must be saved.
    func asks(_ context: PostContext) -> Bool {
        guard case .page = context.form, !context.isHistory, !context.post.options.isDryRun else {
            return false
        }
        let snapshot = context.view().snapshot
        let byButton = context.post.assignments.lazy.compactMap { assignment in
            self.question(assignment, snapshot)
        }.first { $0.key != context.post.confirmed }
        guard let asked = byButton ?? questionOfHiding(context, snapshot) else { return false }
        var batch = context.batch(isDryRun: true)
        if asked.field != FormPost.confirmField {
            let input: Assignment.Input = asked.field == FormPost.resetField ? .reset : .clear
            batch = Batch(
                [Assignment(asked.key, input)], origin: context.origin, actor: context.actor,
                isDryRun: true)
        }
        batch.isPermitted = context.isPermitted
        batch.locale = context.page.locale
        settings.apply(batch) { [self] result in
            switch result {
            case .success(let outcome): show(asked, outcome, context)
            case .failure(let error): refuse(context, error)
            }
        }
        return true
    }

    private func question(_ assignment: Assignment, _ snapshot: Snapshot) -> PostQuestion? {
        let key = assignment.key
        switch assignment.input {
        case .reset
        where snapshot.sweep(under: key).count(where: snapshot.isModified)
            > ResetQuestion.unaskedLimit:
            return PostQuestion(field: FormPost.resetField, key: key)
        case .clear:
            guard case .setting(let setting)? = snapshot.schema.reference(key), setting.isSecret,
                snapshot.isSet(setting)
            else { return nil }
            return PostQuestion(field: FormPost.clearField, key: key)
        default: return nil
        }
    }

    private func questionOfHiding(_ context: PostContext, _ snapshot: Snapshot) -> PostQuestion? {
        let secrets = snapshot.schema.settings.filter { setting in
            setting.isSecret && setting.whenHidden == .clear && snapshot.isSet(setting)
                && !snapshot.isLocked(setting)
        }
        guard !secrets.isEmpty else { return nil }
        let rules = snapshot.rules(with: context.post.assignments)
        let removed = secrets.filter { !rules.isVisible($0.key) }
        guard let first = removed.first,
            !removed.contains(where: { $0.key == context.post.confirmed })
        else { return nil }
        return PostQuestion(field: FormPost.confirmField, key: first.key)
    }

    private func show(_ question: PostQuestion, _ outcome: Outcome, _ context: PostContext) {
        var submission = reviewed(context, outcome)
        submission.review?.question = question
        let page = page(of: context)
        context.reply(problemPage(200, submission, page, shown: context.shown))
    }
}
