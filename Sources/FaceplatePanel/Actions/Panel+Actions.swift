import Faceplate
import FaceplateHTML

extension Panel {
    /// Runs what an item does, after the values sent with the press are saved.
    func press(_ item: Schema.Item, _ context: PostContext, _ saved: Outcome) {
        let snapshot = settings.snapshot
        let request = ActionRequest(
            key: item.key, item: item, values: Self.values(of: item.groupKey, in: snapshot),
            snapshot: snapshot, locale: context.page.locale)
        let configuration = configuration
        Task.detached { [self] in
            let result: ActionResult?
            if let handler = configuration.actions[item.key] {
                result = await handler(request)
            } else {
                result = await configuration.defaultAction?(request)
            }
            await finish(item, result, context, saved)
        }
    }

    /// The values of a group's settings; no secrets.
    private static func values(of group: String, in snapshot: Snapshot) -> [String: Value] {
        var values: [String: Value] = [:]
        for setting in snapshot.schema.settings where setting.groupKey == group {
            values[setting.key] = snapshot.value(setting.key)
        }
        return values
    }

    private func finish(
        _ item: Schema.Item, _ result: ActionResult?, _ context: PostContext, _ saved: Outcome
    ) async {
        var outcome = saved
        if let values = result?.values, !values.isEmpty {
            let assignments = values.sorted { $0.key < $1.key }
                .map { Assignment($0.key, .value($0.value)) }
            do throws(ApplyError) {
                let set = try await settings.apply(Batch(assignments, origin: .program))
                outcome = Self.joined(saved, set)
            } catch {
                return refuse(context, error, isSaved: true)
            }
        }
        let page = self.context(context.page)
        let label = page.labels.title(of: item).text
        guard let result else {
            return fail(page.words.text(.actionNone, ["label": label]), [:], item, context, page)
        }
        guard !result.isFailure, result.problems.isEmpty else {
            let reason = result.message ?? ""
            let notice = page.words.text(.actionFailed, ["label": label, "reason": reason])
            return fail(notice, result.problems, item, context, page)
        }
        succeed(item, result, outcome, context)
    }

    /// Two revisions as one: each setting once, from what it was to what it is.
    private static func joined(_ first: Outcome, _ second: Outcome) -> Outcome {
        var changes = first.changes
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

    private func succeed(
        _ item: Schema.Item, _ result: ActionResult, _ outcome: Outcome, _ context: PostContext
    ) {
        if case .json = context.form {
            var action: [JSONObject.Member] = [
                .init(name: "key", value: JSONValue(.string(item.key))),
                .init(name: "status", value: "done"),
            ]
            if let message = result.message {
                action.append(.init(name: "message", value: JSONValue(.string(message))))
            }
            let members =
                JSONAnswer.body(of: outcome)
                + [.init(name: "action", value: JSONValue(.object(JSONObject(action))))]
            return context.reply(
                PanelResponse(
                    200, type: JSONAnswer.type,
                    JSONWriter().bytes(JSONValue(.object(JSONObject(members))))))
        }
        let id = actions.add(ActionLog.Entry(key: item.key, message: result.message))
        context.reply(
            .redirect(
                to: address(of: context.page, query: [("run", id)], fragment: "s-\(item.key)")))
    }

    private func fail(
        _ notice: String, _ problems: [String: String], _ item: Schema.Item,
        _ context: PostContext, _ page: PageContext
    ) {
        var submission = Submission()
        submission.notice = notice
        for (key, sentence) in problems.sorted(by: { $0.key < $1.key }) {
            submission.add(
                ShownProblem(
                    key: key, code: ValueProblem.Code.message.rawValue, sentence: sentence,
                    nearest: nil),
                in: page.schema)
        }
        if submission.all.isEmpty, case .json = context.form {
            submission.all.append(
                ShownProblem(key: item.key, code: "action_failed", sentence: notice, nearest: nil))
        }
        context.reply(answer(422, submission, page, context.form))
    }
}
