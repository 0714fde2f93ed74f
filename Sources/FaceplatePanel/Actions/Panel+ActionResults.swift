import Faceplate
import FaceplateHTML
import Logging

extension Panel {
    func finish(
        _ run: ActionRuns.Run, _ item: Schema.Item, _ result: ActionResult?, _ answer: OneAnswer,
        _ saved: Outcome
    ) async {
        // The action saves by the rights of its press; its response depends on the current ones.
        let page = page(of: answer.context)
        let label = page.labels.title(of: item).text
        guard let result else {
            return fail(run, page.words.text(.actionNone, ["label": label]), answer)
        }
        if let state = result.state, !item.states.contains(where: { $0.name == state }) {
            configuration.logger.error(
                "the action of \(item.key) answered with the state '\(state)', which it does not have"
            )
            let slots = ["label": label, "value": ProblemWords.shortened(state)]
            return fail(run, page.words.text(.actionState, slots), answer)
        }
        let outcome: Outcome
        do throws(ApplyError) {
            let set = try await settings.apply(
                Batch(
                    assignments(of: result, item), origin: .program,
                    actor: answer.context.actor, note: answer.context.post.options.note))
            outcome = answer.context.view().part(of: saved.joined(with: set))
        } catch {
            var shown = error
            if case .refused(let problems) = error {
                shown = .refused(page.view.part(of: problems, sent: [item.key]))
            }
            actions.finish(run, ActionRuns.Ending(shown, page))
            return answer.send { refuse($0, error, isSaved: true) }
        }
        guard !result.isFailure, result.problems.isEmpty else {
            let problems = result.problems.filter { !page.isWithheld($0.key) }
            let reason = result.message ?? ""
            let notice =
                reason.isEmpty && !problems.isEmpty
                ? page.words[.errorsHeading]
                : page.words.text(.actionFailed, ["label": label, "reason": reason])
            return fail(run, notice, problems: problems, answer)
        }
        let end = ActionRuns.Ending(message: result.message, isFailure: false)
        actions.finish(run, end)
        answer.send { succeed(run, outcome, $0) }
    }

    private func assignments(of result: ActionResult, _ item: Schema.Item) -> [Assignment] {
        var values = result.values.sorted { $0.key < $1.key }
            .map { Assignment($0.key, .value($0.value)) }
        if let state = result.state ?? followingState(of: item, after: result) {
            values.append(Assignment(item.key, .value(.text(state))))
        }
        return values
    }

    private func followingState(of item: Schema.Item, after result: ActionResult) -> String? {
        let names = item.states.map(\.name)
        guard !result.isFailure, result.problems.isEmpty, names.count > 1,
            let current = appSnapshot.state(of: item),
            let index = names.firstIndex(of: current)
        else { return nil }
        return names[(index + 1) % names.count]
    }

    private func succeed(_ run: ActionRuns.Run, _ outcome: Outcome, _ context: PostContext) {
        if case .json = context.form {
            return context.reply(JSONAnswer.action(run, outcome, status: 200))
        }
        context.reply(
            .redirect(
                to: address(
                    of: context.page, context.view(), query: [("run", run.id)],
                    fragment: "s-\(run.key)")))
    }

    private func fail(
        _ run: ActionRuns.Run, _ notice: String, problems: [String: String] = [:],
        _ answer: OneAnswer
    ) {
        let end = ActionRuns.Ending(message: notice, isFailure: true, problems: problems)
        actions.finish(run, end)
        answer.send { context in
            let page = page(of: context)
            var submission = Submission(end, page.schema)
            submission.typed = context.post.typed.filter { $0.key == run.key }
            if submission.all.isEmpty, case .json = context.form {
                submission.all.append(
                    ShownProblem(key: run.key, code: "action_failed", sentence: notice))
            }
            context.reply(self.answer(422, submission, page, context))
        }
    }
}

extension ActionRuns.Ending {
    fileprivate init(_ error: ApplyError, _ page: PageContext) {
        isFailure = true
        if case .store(let error) = error {
            message = error.message
            return
        }
        message = page.words[.errorsHeading]
        guard case .refused(let refused) = error else { return }
        for problem in refused { problems[problem.key] = page.sentence(for: problem) }
    }
}

extension Submission {
    init(_ end: ActionRuns.Ending, _ schema: Schema) {
        notice = end.message
        for (key, sentence) in end.problems.sorted(by: { $0.key < $1.key }) {
            add(.message(sentence, at: key), in: schema)
        }
    }
}

extension Outcome {
    /// Each setting once, with its value before the first and its value after the second.
    fileprivate func joined(with second: Outcome) -> Outcome {
        guard !second.changes.isEmpty else { return self }
        var changes = changes
        for change in second.changes {
            if let index = changes.firstIndex(where: { $0.key == change.key }) {
                changes[index] = Change(
                    key: change.key, old: changes[index].old, new: change.new)
            } else {
                changes.append(change)
            }
        }
        // A value that the second one set again is permanent, unless it has a time of its own.
        let until = until.filter { key, _ in !second.changes.contains { $0.key == key } }
        return Outcome(
            revision: second.revision, changes: changes, restart: second.restart,
            until: until.merging(second.until) { $1 })
    }
}
