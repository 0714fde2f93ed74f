import Dispatch
import Faceplate
import FaceplateHTML

struct PostContext: Sendable {
    let form: AnswerForm
    var page: PageName
    let post: FormPost
    let origin: Origin
    /// The name that the host gives the sender.
    let actor: String?
    /// The revision that the sender saw: from `If-Match`, otherwise from the page's `_revision`; with `_revision[KEY]`
    /// for settings that it saw at another time.
    let base: Batch.Base?
    /// The parts that the sender shows already; `nil` for a complete page.
    let shown: ShownParts?
    /// Sent from the page of changes, to which the browser then returns.
    var isHistory = false
    /// On the settings' queue; `nil` for a sender whose rights cannot change.
    let isPermitted: (@Sendable (Snapshot) -> Bool)?
    /// After its change, and by the current schema.
    let view: @Sendable () -> SettingsView
    let reply: Panel.Reply
}

extension Panel {
    func page(of context: PostContext) -> PageContext {
        self.context(context.page, context.view())
    }

    /// A former path of a page is accepted too, so that typed values are not lost.
    func answerPost(
        _ path: [String], _ request: RequestContext, isHistory: Bool = false,
        _ reply: @escaping Reply
    ) throws {
        let view = request.view
        guard let page = page(at: path, view)?.key else {
            return reply(notFound(request))
        }
        var post = try view.post(request.formFields())
        let condition = try request.header("if-match").flatMap(Self.condition)
        if let key = post.revisions.keys.min(), post.revision == nil, condition == nil {
            throw FormError(
                status: 400, message: "'_revision[\(key)]' needs '_revision' or 'If-Match'.")
        }
        let available = locales(of: view)
        let viewer = viewer(of: request)
        post.assignments = view.part(of: post.assignments)
        // The form of the response comes last, because it is read from the headers.
        post.assignments.removeAll {
            SliderView.isShownAgain($0, view.snapshot) && request.form.isPage
        }
        let name = PageName(
            viewer, key: page,
            locale: post.locale.flatMap { LocaleMatching.lookUp($0, among: available) },
            search: page.isEmpty ? Self.searched(request) : nil)
        apply(post, name, request, condition, isHistory: isHistory, reply)
    }

    /// `condition` is the revision in `If-Match`.
    func apply(
        _ post: FormPost, _ page: PageName, _ request: RequestContext, _ condition: Int?,
        isHistory: Bool = false, _ reply: @escaping Reply
    ) {
        let isBrowser =
            request.header("sec-fetch-site") != nil || request.header("origin") != nil
        let context = PostContext(
            form: request.form, page: page, post: post, origin: isBrowser ? .browser : .script,
            actor: request.requester?.name,
            base: (condition ?? post.revision).map {
                Batch.Base(
                    revision: $0, leavesShownValues: condition == nil, revisions: post.revisions)
            },
            shown: versions.shown(request.header(ShownParts.header)), isHistory: isHistory,
            isPermitted: permission(of: request),
            // An action that takes long keeps neither the body nor an old snapshot.
            view: {
                [self, requester = request.requester, pass = request.pass, base = request.base] in
                view(of: requester, pass, at: base)
            }, reply: reply)
        guard request.view.isLimited else { return save(context) }
        // Reading the changes of a revision can require access to the store, so this does not block the server thread.
        DispatchQueue.global().async { [self] in
            if let refusal = refusal(of: context.post, request.view, context) {
                return reply(refusal)
            }
            save(context)
        }
    }

    static func condition(_ header: String) throws(FormError) -> Int? {
        guard header != "*" else { return nil }
        let text = header.filter { $0 != "\"" }
        // The entity tag of a page begins with the revision that it shows.
        guard let number = Int(text.prefix { $0 != "-" }) else {
            throw FormError(
                status: 400, message: "'If-Match' must name a revision, like \"7\", or be *.")
        }
        return number
    }

    private func save(_ context: PostContext) {
        let post = context.post
        if let rehearsal = post.rehearsal { return rehearse(rehearsal, context) }
        var problems = post.problems
        if let item = post.pressed,
            let problem = problem(pressing: item, post, context.view())
        {
            problems.append(problem)
        }
        if post.wantsSync, configuration.sync == nil {
            problems.append(KeyProblem(key: "_sync", problem: ValueProblem(.unknownKey)))
        }
        guard problems.isEmpty else { return check(context, problems) }
        let isByButton = post.assignments.contains { $0.isByButton || $0.key == post.edited }
        if asks(context) || isByButton && drafts(context) { return }
        let now = context.view().snapshot
        let isAhead = context.base?.isAhead(of: now) ?? false
        guard
            !post.assignments.isEmpty || post.reversal != nil || isAhead
                || !post.lifetimes.isEmpty
        else {
            return finish(
                context,
                Outcome(revision: now.revision, changes: [], restart: now.needingRestart))
        }
        settings.apply(context.batch(isDryRun: post.options.isDryRun)) { [self] result in
            switch result {
            case .success(let outcome): finish(context, outcome)
            case .failure(let error): refuse(context, error)
            }
        }
    }

    /// So that the response to a rejected post reports every problem.
    func check(_ context: PostContext, _ known: [KeyProblem]) {
        settings.apply(context.batch(isDryRun: true)) { [self] result in
            var problems = known
            if case .failure(.refused(let more)) = result { problems += more }
            refuse(context, .refused(problems))
        }
    }

    private func finish(_ context: PostContext, _ whole: Outcome) {
        let outcome = context.view().part(of: whole)
        if context.post.options.isDryRun {
            return context.reply(answer(outcome, context))
        }
        if whole.changes.isEmpty {
            // No revision tells other pages of a new time.
            for key in whole.until.keys { try? refresh(key) }
        }
        if let item = context.post.pressed { return press(item, context, outcome) }
        if context.post.wantsSync, let sync = configuration.sync {
            return share(by: sync, context, outcome)
        }
        if context.post.isDone, let done { return leave(context, outcome, to: done) }
        if case .json = context.form {
            return context.reply(answer(outcome, context))
        }
        if isClosed, let done { return leadAway(context, to: done) }
        context.reply(.redirect(to: location(of: context, after: outcome)))
    }

    func location(
        of context: PostContext, after outcome: Outcome, isSync: Bool = false
    ) -> String {
        var query =
            outcome.changes.isEmpty
            ? [outcome.until.keys.min().map { ("until", $0) } ?? ("same", "1")]
            : [("rev", String(outcome.revision))]
        if isSync { query.append((SyncLine.name, "1")) }
        guard !context.isHistory else {
            return context.view().base.path("changes", query: query).text
        }
        let view = context.view()
        if isSync { return address(of: context.page, view, query: query, fragment: SyncLine.name) }
        let key = context.post.edited ?? outcome.changes.first?.key ?? outcome.until.first?.key
        // A value that is added to a picker is shown in the picker's row.
        let fragment = key.map { key in
            "s-\(view.schema.settings[key]?.pickerKey ?? key)" + (editedPlace(context, key) ?? "")
        }
        return address(of: context.page, view, query: query, fragment: fragment)
    }

    /// The moved entry, the neighbor of a removed entry, or the last entry after an addition, at which the user
    /// continues.
    private func editedPlace(_ context: PostContext, _ key: String) -> String? {
        let snapshot = context.view().snapshot
        guard key == context.post.edited, let setting = snapshot.schema.settings[key],
            setting.control.isList, setting.pickerKey == nil,
            case .list(let values)? = snapshot.value(of: setting), !values.isEmpty
        else { return nil }
        let last = values.count - 1
        let place =
            switch context.post.typed[key]?.edits.first {
            case .moveUp(let place): place - 1
            case .moveDown(let place): place + 1
            case .move(_, let place): place
            case .remove(let place): place
            default: last
            }
        return ".\(min(max(place, 0), last))"
    }

    func address(
        of page: PageName, _ view: SettingsView, query: [(name: String, value: String)],
        fragment: String? = nil
    ) -> String {
        let segments = view.schema.pages[page.key].map(Route.segments) ?? []
        let searched = page.search.map { [(SearchQuery.parameter, $0)] } ?? []
        return view.base.path(
            segments: segments, query: searched + query, fragment: fragment
        ).text
    }

    // MARK: - Refusals

    func refusal(
        of post: FormPost, _ view: SettingsView, _ context: PostContext
    ) -> PanelResponse? {
        // The key of a setting that the sender has named otherwise is a part of what is withheld.
        let settingKeys =
            post.choices.keys.sorted() + post.lifetimes.keys.sorted()
            + [post.edited].compactMap(\.self)
        let keys =
            post.assignments.map(\.key) + settingKeys.map { post.written[$0] ?? $0 }
            + [post.pressed?.key, post.confirmed].compactMap(\.self)
        var refused = keys.filter(view.withholds(named:))
        if let reversal = post.reversal, let name = post.reversed, isRefused(reversal, view) {
            // The keys of the withheld settings that a revision changed are withheld, too.
            refused.append(name)
        }
        guard !refused.isEmpty else { return nil }
        logRefusal("rejected a change of a withheld setting")
        let page = page(of: context)
        var submission = Submission()
        var reported: Set<String> = []
        for key in refused where reported.insert(key).inserted {
            submission.add(.notAllowed(key, page.words), in: page.schema)
        }
        return answer(403, submission, page, context)
    }

    /// Returns true when a reversal could change withheld settings, as a restore can.
    private func isRefused(_ reversal: Reversal, _ view: SettingsView) -> Bool {
        guard case .undo(let number, let key) = reversal.extent else { return true }
        if let key { return view.isWithheld(key) }
        do {
            let changes = try settings.history.revision(number)?.changes ?? []
            return changes.contains { view.isWithheld($0.key) }
        } catch {
            // An unreadable revision counts as everything: it must not be undone unseen.
            return true
        }
    }

    /// `isSaved` is true when the posted values are already saved, and only a later step was rejected.
    func refuse(_ context: PostContext, _ error: ApplyError, isSaved: Bool = false) {
        let page = page(of: context)
        // The page still compares with the revision that it first showed: an untouched field that is shown again must
        // not undo a change that others made in the meantime.
        var submission = isSaved ? Submission() : Submission(of: context)
        let status: Int
        switch error {
        case .refused(let problems):
            status = 422
            for problem in page.view.part(of: problems, sent: context.sent) {
                submission.add(shown(problem, context, page), in: page.schema)
            }
            if let taken = problems.first(where: { $0.problem.code == .undone }) {
                // The next save compares with the restored values.
                submission.revision = nil
                submission.notice = page.sentence(for: taken)
                submission.code = taken.problem.code.rawValue
            } else if !isSaved {
                contestAgain(context, page, &submission)
            }
        case .conflict(let conflicts):
            status = context.base?.leavesShownValues == false ? 412 : 409
            // The user sees the other changes on this page, so the next save starts from the newest revision.
            submission.revision = nil
            if let base = context.base, base.isAhead(of: page.snapshot) {
                submission.notice = page.words.text(
                    .revisionAhead, ["number": String(base.revision)])
                submission.code = ValueProblem.Code.noSuchRevision.rawValue
            }
            let contested = Set(conflicts.map(\.key))
            submission.isUndecided = contested.contains {
                context.post.choices[$0] == .undecided
            }
            submission.typed = submission.typed.filter { key, _ in
                contested.contains(key)
                    || page.snapshot.lastChange(of: key) ?? 0 <= context.base?.revision(of: key)
                        ?? 0
            }
            for conflict in conflicts {
                let problem = KeyProblem(
                    key: conflict.key, problem: ValueProblem(.changedElsewhere))
                submission.contest(conflict)
                submission.add(ShownProblem(problem, page), in: page.schema)
            }
        case .store(let error):
            status = error.httpStatus
            submission.notice = error.message
            submission.code = error.code.rawValue
        }
        if case .page = context.form, !isSaved, !context.post.keepsTyped {
            submission.askAgain(for: context.post.typedSecrets, page)
            submission.askForFiles(page)
        }
        if case .page = context.form, context.isHistory {
            return showHistory(after: context, status, submission)
        }
        context.reply(answer(status, submission, page, context))
    }

    func answer(
        _ status: Int, _ submission: Submission, _ page: PageContext, _ context: PostContext
    ) -> PanelResponse {
        switch context.form {
        case .page: return problemPage(status, submission, page, shown: context.shown)
        case .json:
            return JSONAnswer.problems(
                status, title: submission.notice ?? page.words[.errorsHeading],
                code: submission.code, submission.all)
        case .text:
            let lines = submission.all.map { "\($0.key): \($0.sentence)" }
            return .plain(
                status, ([submission.notice].compactMap(\.self) + lines).joined(separator: "\n"))
        }
    }

    func share(by sync: any SyncStatus, _ context: PostContext, _ outcome: Outcome) {
        Task { [self] in
            let report = context.view().part(of: await sync.syncNow())
            if case .json = context.form {
                return context.reply(answer(outcome, context, sync: report))
            }
            context.reply(.redirect(to: location(of: context, after: outcome, isSync: true)))
        }
    }
}

extension StoreError {
    /// 507 for a full disk, 503 for everything that can be temporary.
    var httpStatus: Int { code == .full ? 507 : 503 }
}
