import Faceplate
import FaceplateHTML

extension Panel {
    /// `nil` when the item can be pressed, after the values that were sent with the press.
    func problem(
        pressing item: Schema.Item, _ post: FormPost, _ view: SettingsView
    ) -> KeyProblem? {
        if let part = post.pressedPart {
            let parts = renderer(of: item)?.parts ?? []
            guard parts.contains(part) else {
                return KeyProblem(
                    key: item.key, problem: ValueProblem(.notAnAction),
                    nearest: NearestWord.to(part, among: parts))
            }
        }
        if view.schema.hasRules {
            let rules = view.snapshot.rules(with: post.assignments)
            guard rules.isVisible(item.key), rules.isEnabled(item) else {
                return KeyProblem(key: item.key, problem: ValueProblem(.notEnabled))
            }
        }
        do throws(ValueProblem) {
            _ = try post.inputs(of: item)
            return nil
        } catch {
            return KeyProblem(key: item.key, problem: error)
        }
    }

    /// The values sent with the press are already saved.
    func press(_ item: Schema.Item, _ context: PostContext, _ saved: Outcome) {
        if needsConfirmation(item, context) {
            guard item.inputs == nil else { return confirmInputs(of: item, context, saved) }
            var query = returnQuery(of: item, context)
            // The page after the confirmation shows what was saved.
            if !saved.changes.isEmpty { query.append(("rev", String(saved.revision))) }
            let address = context.view().base.path("actions", item.key, query: query)
            return context.reply(.redirect(to: address.text))
        }
        let run: ActionRuns.Run
        switch actions.begin(item.key) {
        case .success(let begun): run = begun
        case .failure(.busy):
            return reject(item, context, 409, .actionBusy, code: "action_running")
        case .failure(.stopped):
            return reject(item, context, 503, .actionStopping, code: "stopping")
        }
        // This run excludes others of the same button, so no other run can change the state from here on.
        guard context.post.pressedState.map({ $0 == appSnapshot.state(of: item) }) ?? true
        else { return refuseOtherState(run, item, context) }
        start(run, item, OneAnswer(context), saved)
    }

    private func start(
        _ run: ActionRuns.Run, _ item: Schema.Item, _ answer: OneAnswer, _ saved: Outcome
    ) {
        let patience = configuration.actionPatience
        if patience <= .zero {
            answer.send { goesOn(run, item, $0, saved) }
        } else {
            Task.detached { [self] in
                try? await Task.sleep(for: patience)
                answer.send { goesOn(run, item, $0, saved) }
            }
        }
        let request = ActionRequest(
            item, part: answer.context.post.pressedPart, settings: settings,
            // They were checked before anything was saved.
            inputs: (try? answer.context.post.inputs(of: item)) ?? [:],
            values: Self.values(of: item.groupKey, in: appSnapshot),
            locale: answer.context.page.locale, progress: run.progress)
        actions.attach(
            Task.detached { [self] in
                let result = await settings.calling { await perform(request) }?.spoken(
                    in: request.locale)
                await finish(run, item, result, answer, saved)
            }, to: run)
    }

    private func perform(_ request: ActionRequest) async -> ActionResult? {
        let declared = settings.handlers(of: request.key).lazy.compactMap { $0 as? PressHandler }
        do {
            if let handler = configuration.actions[request.key] ?? declared.first?.press {
                return try await handler(request)
            }
            if let result = try await renderer(of: request.item)?.pressed(request) { return result }
            return try await configuration.defaultAction?(request)
        } catch {
            return ActionResult(error, in: request.locale)
        }
    }

    func hasAction(_ item: Schema.Item) -> Bool {
        if configuration.actions[item.key] != nil || renderer(of: item) != nil { return true }
        if settings.handlers(of: item.key).contains(where: { $0 is PressHandler }) { return true }
        guard configuration.defaultAction != nil else { return false }
        return configuration.hasDefaultAction?(item) ?? true
    }

    /// The question has the inputs, which a redirect could not take along.
    private func confirmInputs(
        of item: Schema.Item, _ context: PostContext, _ saved: Outcome
    ) {
        let page = ConfirmPage(
            context: page(of: context), item: item,
            revision: saved.changes.isEmpty ? nil : saved.revision,
            typed: context.post.typed[item.key])
        context.reply(.page(200, page.markup, more: Self.pageHeaders(page.context.locale)))
    }

    /// Without secrets.
    private static func values(of group: String, in snapshot: Snapshot) -> [String: Value] {
        var values: [String: Value] = [:]
        for setting in snapshot.schema.settings where setting.groupKey == group {
            values[setting.key] = snapshot.value(of: setting)
        }
        return values
    }

    /// A script's press counts as confirmed.
    private func needsConfirmation(_ item: Schema.Item, _ context: PostContext) -> Bool {
        guard case .page = context.form, context.post.confirmed != item.key,
            context.post.pressedPart == nil
        else { return false }
        let page = page(of: context)
        let state = page.snapshot.state(of: item)
        return page.labels.confirmation(of: item, state: state) != nil
    }

    // MARK: - Refusals

    private func reject(
        _ item: Schema.Item, _ context: PostContext, _ status: Int, _ word: PageWord, code: String
    ) {
        let page = page(of: context)
        var submission = Submission()
        submission.notice = page.words.text(word, ["label": page.actionTitle(of: item).text])
        submission.code = code
        context.reply(answer(status, submission, page, context))
    }

    private func refuseOtherState(
        _ run: ActionRuns.Run, _ item: Schema.Item, _ context: PostContext
    ) {
        let page = page(of: context)
        let problem = KeyProblem(key: item.key, problem: ValueProblem(.changedElsewhere))
        let shown = ShownProblem(problem, page)
        actions.finish(run, ActionRuns.Ending(message: shown.sentence, isFailure: true))
        var submission = Submission()
        submission.add(shown, in: page.schema)
        context.reply(answer(409, submission, page, context))
    }

    // MARK: - Long actions

    private func goesOn(
        _ run: ActionRuns.Run, _ item: Schema.Item, _ context: PostContext, _ saved: Outcome
    ) {
        let address = context.view().base.path(
            "actions", run.key, run.id, query: returnQuery(of: item, context)
        ).text
        switch context.form {
        case .page: context.reply(.redirect(to: address))
        case .json:
            context.reply(JSONAnswer.action(run, saved, status: 202, location: address))
        case .text:
            context.reply(.plain(202, "Running. See \(address)", more: [("Location", address)]))
        }
    }

    /// Leads from an action's page back to the page of the press; empty for the item's own page.
    private func returnQuery(
        of item: Schema.Item, _ context: PostContext
    ) -> [(name: String, value: String)] {
        if let search = context.page.search { return [(SearchQuery.parameter, search)] }
        let own = context.view().schema.page(of: item.key).key
        return context.page.key == own ? [] : [("page", context.page.key)]
    }
}

/// The response to a press, sent once: when the action ends, or earlier when `actionPatience` has passed.
final class OneAnswer: Sendable {
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

extension Panel {
    /// Responds to `GET /actions/KEY` with the confirmation page, and to `GET /actions/KEY/ID` with the status of a
    /// run.
    func answerAction(
        _ key: String, run id: String?, _ request: RequestContext
    ) -> PanelResponse {
        let schema = request.view.schema
        // The part of any row can be pressed, and its action can take long.
        guard let item = schema.items[key],
            id != nil || item.control.isAction && item.url == nil
        else { return notFound(request) }
        let viewer = viewer(of: request)
        let query = request.readableQuery
        let search = Self.searched(request)
        let page =
            search == nil ? query["page"].flatMap { schema.pages[$0] } : schema.firstPage
        let name = PageName(
            viewer, key: (page ?? schema.page(of: key)).key, search: search)
        let context = context(name, request.view)
        guard let id else {
            guard context.rules.isVisible(key) else { return notFound(request) }
            let page = ConfirmPage(
                context: context, item: item, revision: newsNumber(of: request))
            return .page(200, page.markup, more: viewer.headers)
        }
        guard let run = actions[id], run.key == key else { return notFound(request) }
        guard case .page = request.form else { return JSONAnswer.action(run) }
        guard run.end == nil else {
            return .redirect(
                to: address(of: name, request.view, query: [("run", id)], fragment: "s-\(key)"))
        }
        let markup = RunPage(context: context, item: item, run: run).markup
        return .page(200, markup, more: viewer.headers)
    }
}
