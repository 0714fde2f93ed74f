import Faceplate
import FaceplateHTML

extension Panel {
    /// How long an answer waits for an action before it says that the action goes on.
    static let actionPatience: Duration = .seconds(1)

    /// Runs what an item does, after the values sent with the press are saved.
    func press(_ item: Schema.Item, _ context: PostContext, _ saved: Outcome) {
        let snapshot = settings.snapshot
        guard snapshot.rules.isVisible(item.key), snapshot.rules.isEnabled(item) else {
            let problem = KeyProblem(key: item.key, problem: ValueProblem(.notEnabled))
            return refuse(context, .refused([problem]), isSaved: true)
        }
        if needsConfirmation(item, context) {
            let address = URLReference.path("actions", item.key, query: context.returnQuery)
            return context.reply(.redirect(to: address.text))
        }
        guard let run = actions.begin(item.key) else { return refuseBusy(item, context) }
        let request = ActionRequest(
            item, settings: settings, values: Self.values(of: item.groupKey, in: snapshot),
            locale: context.page.locale, progress: run.progress)
        let answer = OneAnswer(context)
        actions.attach(
            Task.detached { [self] in
                let result = await perform(request)
                await finish(run, item, result, answer, saved)
            }, to: run)
        Task.detached { [self] in
            try? await Task.sleep(for: Self.actionPatience)
            answer.send { goesOn(run, $0, saved) }
        }
    }

    /// What a host attached to the item; `nil` where there is nothing.
    private func perform(_ request: ActionRequest) async -> ActionResult? {
        if let handler = configuration.actions[request.key] { return await handler(request) }
        return await configuration.defaultAction?(request)
    }

    /// The values of a group's settings; no secrets.
    private static func values(of group: String, in snapshot: Snapshot) -> [String: Value] {
        var values: [String: Value] = [:]
        for setting in snapshot.schema.settings where setting.groupKey == group {
            values[setting.key] = snapshot.value(of: setting)
        }
        return values
    }

    /// A person is asked first where the schema has a question; a script has decided.
    private func needsConfirmation(_ item: Schema.Item, _ context: PostContext) -> Bool {
        guard case .page = context.form, context.post.confirmed != item.key else { return false }
        let state = item.states.isEmpty ? nil : settings.text(item.key)
        return self.context(context.page).labels.confirmation(of: item, state: state) != nil
    }

    private func refuseBusy(_ item: Schema.Item, _ context: PostContext) {
        let page = self.context(context.page)
        var submission = Submission()
        submission.notice = page.words.text(
            .actionBusy, ["label": page.labels.title(of: item).text])
        submission.code = "action_running"
        context.reply(answer(409, submission, page, context.form))
    }

    // MARK: - Results

    private func finish(
        _ run: ActionRuns.Run, _ item: Schema.Item, _ result: ActionResult?, _ answer: OneAnswer,
        _ saved: Outcome
    ) async {
        let page = context(answer.context.page)
        let label = page.labels.title(of: item).text
        guard let result else {
            let notice = page.words.text(.actionNone, ["label": label])
            return fail(run, item, ActionRuns.Ending(message: notice, isFailure: true), answer)
        }
        var outcome = saved
        do throws(ApplyError) {
            let set = try await settings.apply(
                Batch(Self.assignments(of: result, item, settings), origin: .program))
            outcome = saved.joined(with: set)
        } catch {
            actions.finish(
                run, ActionRuns.Ending(message: page.words[.errorsHeading], isFailure: true))
            return answer.send { refuse($0, error, isSaved: true) }
        }
        guard !result.isFailure, result.problems.isEmpty else {
            let notice = page.words.text(
                .actionFailed, ["label": label, "reason": result.message ?? ""])
            let end = ActionRuns.Ending(
                message: notice, isFailure: true, problems: result.problems)
            return fail(run, item, end, answer)
        }
        let end = ActionRuns.Ending(message: result.message, isFailure: false)
        actions.finish(run, end)
        answer.send { succeed(run, end, outcome, $0) }
    }

    /// The values that a result sets, and the state that the button is in then.
    private static func assignments(
        of result: ActionResult, _ item: Schema.Item, _ settings: Settings
    ) -> [Assignment] {
        var values = result.values.sorted { $0.key < $1.key }
            .map { Assignment($0.key, .value($0.value)) }
        let names = item.states.map(\.name)
        if let state = result.state {
            values.append(Assignment(item.key, .value(.text(state))))
        } else if !result.isFailure, result.problems.isEmpty, names.count > 1,
            let current = settings.text(item.key), let index = names.firstIndex(of: current)
        {
            let next = names[(index + 1) % names.count]
            values.append(Assignment(item.key, .value(.text(next))))
        }
        return values
    }

    private func succeed(
        _ run: ActionRuns.Run, _ end: ActionRuns.Ending, _ outcome: Outcome,
        _ context: PostContext
    ) {
        if case .json = context.form {
            return context.reply(JSONAnswer.action(run, outcome, status: 200))
        }
        context.reply(
            .redirect(
                to: address(
                    of: context.page, query: [("run", run.id)], fragment: "s-\(run.key)")))
    }

    private func fail(
        _ run: ActionRuns.Run, _ item: Schema.Item, _ end: ActionRuns.Ending, _ answer: OneAnswer
    ) {
        actions.finish(run, end)
        answer.send { context in
            let page = self.context(context.page)
            var submission = Submission(end, page.schema)
            if submission.all.isEmpty, case .json = context.form {
                submission.all.append(
                    ShownProblem(
                        key: item.key, code: "action_failed", sentence: end.message ?? "",
                        nearest: nil))
            }
            context.reply(self.answer(422, submission, page, context.form))
        }
    }

    /// Says that the action goes on, and where to look for its end.
    private func goesOn(_ run: ActionRuns.Run, _ context: PostContext, _ saved: Outcome) {
        let address = URLReference.path("actions", run.key, run.id, query: context.returnQuery)
        switch context.form {
        case .page: context.reply(.redirect(to: address.text))
        case .json:
            context.reply(JSONAnswer.action(run, saved, status: 202, location: address.text))
        case .text:
            context.reply(
                .plain(202, "Running. See \(address.text)", more: [("Location", address.text)]))
        }
    }
}

/// The answer to a press, which is sent once: by the action's end, or before it by patience's.
private final class OneAnswer: Sendable {
    let context: PostContext
    private let isSent = Locked(false)

    init(_ context: PostContext) {
        self.context = context
    }

    func send(_ body: (PostContext) -> Void) {
        let isFirst = isSent.withLock { isSent in
            defer { isSent = true }
            return !isSent
        }
        if isFirst { body(context) }
    }
}

extension PostContext {
    /// What a page of an action keeps of the page that it was pressed on.
    var returnQuery: [(name: String, value: String)] {
        page.key.isEmpty ? [] : [("page", page.key)]
    }
}

extension Submission {
    /// What an action that did not work says on the page.
    init(_ end: ActionRuns.Ending, _ schema: Schema) {
        notice = end.message
        for (key, sentence) in end.problems.sorted(by: { $0.key < $1.key }) {
            add(
                ShownProblem(
                    key: key, code: ValueProblem.Code.message.rawValue, sentence: sentence,
                    nearest: nil),
                in: schema)
        }
    }
}

extension Outcome {
    /// Two revisions as one: each setting once, from what it was to what it is.
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
        return Outcome(revision: second.revision, changes: changes)
    }
}
