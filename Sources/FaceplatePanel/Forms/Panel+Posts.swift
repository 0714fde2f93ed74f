import Faceplate
import FaceplateHTML

/// A post on its way: who asks, in which form and language to answer.
struct PostContext: Sendable {
    let form: AnswerForm
    let locale: LocaleTag
    let post: FormPost
    let origin: Origin
    /// `If-Match` asks for 412 where a page's `_revision` asks for 409.
    let hasCondition: Bool
    let reply: @Sendable (PanelResponse) -> Void
}

extension Panel {
    /// Reads a form, applies it, and runs the action that was pressed.
    func answerPost(
        _ request: some PanelRequest, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        let schema = settings.snapshot.schema
        let post: FormPost
        let condition: Int?
        do throws(FormError) {
            guard let type = request.header("content-type") else {
                throw FormError(
                    status: 415,
                    message: "Say what the body is: application/x-www-form-urlencoded or "
                        + "multipart/form-data.")
            }
            let fields = try FormDecoder.decode(
                request.body, contentType: type, fieldLimit: fieldLimit)
            post = try FormPost(fields, schema: schema)
            condition = try Self.condition(request.header("if-match"))
        } catch {
            return reply(malformed(request, error))
        }
        let available = schema.locales(with: settings.snapshot.labels)
        let isBrowser =
            request.header("sec-fetch-site") != nil || request.header("origin") != nil
        let context = PostContext(
            form: AnswerForm(request),
            locale: post.locale.flatMap { LocaleMatching.lookUp($0, among: available) }
                ?? locale(for: request).locale,
            post: post, origin: isBrowser ? .browser : .script, hasCondition: condition != nil,
            reply: reply)
        let base =
            condition.map { Batch.Base(revision: $0, leavesShownValues: false) }
            ?? post.revision.map { Batch.Base(revision: $0) }
        save(context, base: base)
    }

    private static func condition(_ header: String?) throws(FormError) -> Int? {
        guard let header, header != "*" else { return nil }
        let text = header.filter { $0 != "\"" }
        // A page's own tag begins with the revision that it shows.
        guard let number = Int(text.prefix { $0 != "-" }) else {
            throw FormError(
                status: 400, message: "'If-Match' must name a revision, like \"7\", or be *.")
        }
        return number
    }

    private func save(_ context: PostContext, base: Batch.Base?) {
        let post = context.post
        guard post.problems.isEmpty else {
            // The others are checked too, so that every problem is told at once.
            return check(context, base: base)
        }
        guard !post.assignments.isEmpty else {
            return finish(context, Outcome(revision: settings.revision, changes: []))
        }
        let batch = Batch(
            post.assignments, origin: context.origin, base: base, isDryRun: post.isDryRun)
        settings.apply(batch) { [self] result in
            switch result {
            case .success(let outcome): finish(context, outcome)
            case .failure(let error): refuse(context, error)
            }
        }
    }

    /// Finds out what else is wrong with a post that is refused already.
    private func check(_ context: PostContext, base: Batch.Base?) {
        let batch = Batch(
            context.post.assignments, origin: context.origin, base: base, isDryRun: true)
        settings.apply(batch) { [self] result in
            var problems = context.post.problems
            if case .failure(.refused(let more)) = result { problems += more }
            refuse(context, .refused(problems))
        }
    }

    private func finish(_ context: PostContext, _ outcome: Outcome) {
        if context.post.isDryRun {
            return context.reply(JSONAnswer.outcome(outcome, isDryRun: true))
        }
        if let item = context.post.pressed { return press(item, context, outcome) }
        if case .json = context.form {
            return context.reply(JSONAnswer.outcome(outcome, isDryRun: false))
        }
        context.reply(.redirect(to: Self.location(after: outcome)))
    }

    /// Where a browser goes after a save: the page, told what has changed.
    static func location(after outcome: Outcome) -> String {
        guard let change = outcome.changes.first else {
            return URLReference.path(query: [("same", "1")]).text
        }
        return URLReference.path(
            query: [("rev", String(outcome.revision))], fragment: "s-\(change.key)").text
    }

    // MARK: - Refusals

    func refuse(_ context: PostContext, _ error: ApplyError) {
        let page = self.context(context.locale)
        // What was typed is held against what the person had seen until they have seen more.
        var submission = Submission(revision: context.post.revision, typed: context.post.typed)
        let status: Int
        switch error {
        case .refused(let problems):
            status = 422
            for problem in problems {
                submission.add(
                    ShownProblem(
                        key: problem.key, code: problem.problem.code.rawValue,
                        sentence: page.sentence(for: problem), nearest: problem.nearest),
                    in: page.schema)
            }
        case .conflict(let conflicts):
            status = context.hasCondition ? 412 : 409
            for conflict in conflicts {
                let problem = KeyProblem(
                    key: conflict.key, problem: ValueProblem(.changedElsewhere))
                submission.conflicts[conflict.key] = conflict
                submission.add(
                    ShownProblem(
                        key: conflict.key, code: problem.problem.code.rawValue,
                        sentence: page.sentence(for: problem), nearest: nil),
                    in: page.schema)
            }
            submission.revision = nil
            if let revision = context.post.revision {
                submission.dropUntouched(since: revision, in: page.snapshot)
            }
        case .store(let error):
            status = error.httpStatus
            submission.notice = error.message
        }
        context.reply(answer(status, submission, page, context.form))
    }

    /// A refused post in the form that the client reads.
    func answer(
        _ status: Int, _ submission: Submission, _ page: PageContext, _ form: AnswerForm
    ) -> PanelResponse {
        switch form {
        case .page: return problemPage(status, submission, page)
        case .json:
            return JSONAnswer.problems(
                status, title: submission.notice ?? page.words[.errorsHeading], submission.all)
        case .text:
            let lines = submission.all.map { "\($0.key): \($0.sentence)" }
            return .plain(
                status, ([submission.notice].compactMap(\.self) + lines).joined(separator: "\n"))
        }
    }
}

extension StoreError {
    /// What a store's refusal is over HTTP: 507 for a full disk, 503 for all that may pass.
    var httpStatus: Int { code == .full ? 507 : 503 }
}
