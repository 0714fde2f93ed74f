import Dispatch
import Faceplate
import FaceplateHTML

extension Panel {
    /// Also the preview of a restore (`?restore=`).
    func answerChanges(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let viewer = viewer(of: request)
        let name = PageName(viewer)
        let query = try request.queryFields()
        let clock = name.clock ?? PageClock()
        let extract = try Self.extract(request, by: clock)
        if let field = query.last(where: { $0.name == "restore" }), !field.value.isEmpty {
            guard !viewer.view.isLimited else { return reply(notFound(request)) }
            return showDifference(
                try Reversal.Extent(restore: field, by: clock), name, headers: viewer.headers,
                { [self] in view(for: request) }, reply)
        }
        let number = newsNumber(of: request)
        let isSame = query["same"] != nil
        DispatchQueue.global().async { [self] in
            let view = viewer.view
            let news = news(number, view, find: settings.retainedRevision)
            reply(
                changesPage(extract, name, view, headers: viewer.headers) { page in
                    page.news = news
                    page.status =
                        news.map { .changed($0.revision.changes, news: $0) }
                        ?? (isSame ? .unchanged : .nothing)
                })
        }
    }

    /// The list can begin at a moment (`?until=`), by the clock of the page.
    private static func extract(
        _ request: RequestContext, by clock: PageClock
    ) throws(FormError) -> HistoryExtract {
        var extract = HistoryExtract(try request.query())
        guard let text = try request.queryFields()["until"], !text.isEmpty else { return extract }
        guard let time = clock.time(text) ?? RevisionTime.date(text) else {
            throw FormError(
                status: 400, message: "'until' must be a time, like 2026-11-20T07:30.")
        }
        extract.until = HistoryExtract.Moment(time: time)
        return extract
    }

    func showHistory(after context: PostContext, _ code: Int, _ submission: Submission) {
        let headers = Self.pageHeaders(context.page.locale)
        if let target = context.post.reversal?.extent, target.name == "restore" {
            return showDifference(
                target, context.page, code, submission, headers: headers, context.view,
                context.reply)
        }
        DispatchQueue.global().async { [self] in
            context.reply(
                changesPage(
                    HistoryExtract(), context.page, context.view(), code, headers: headers
                ) { page in
                    page.submission = submission
                    page.status = submission.notice.map(StatusLine.failure) ?? .nothing
                })
        }
    }

    /// Call it on a thread that may block.
    private func changesPage(
        _ wanted: HistoryExtract, _ name: PageName, _ view: SettingsView, _ code: Int = 200,
        headers: [(name: String, value: String)], change: (inout ChangesPage) -> Void
    ) -> PanelResponse {
        var extract = wanted
        var failure: StoreError?
        let context = context(name, view)
        do throws(StoreError) {
            try extract.read(settings, ChangeWords(context: context))
        } catch {
            failure = error
        }
        var page = ChangesPage(context: context, extract: extract)
        change(&page)
        if let failure { page.status = .failure(failure.message) }
        return .page(failure?.httpStatus ?? code, page.markup, more: headers)
    }

    private func showDifference(
        _ target: Reversal.Extent, _ name: PageName, _ code: Int = 200,
        _ submission: Submission? = nil, headers: [(name: String, value: String)],
        _ view: @escaping @Sendable () -> SettingsView, _ reply: @escaping Reply
    ) {
        let batch = Batch(
            [], origin: .browser, reversal: Reversal(target, isForced: true),
            isDryRun: true)
        settings.apply(batch) { [self] result in
            let context = context(name, view())
            switch result {
            case .success(let outcome):
                let page = RestorePage(
                    context: context, target: target, outcome: outcome,
                    skipped: outcome.skipped.map { context.sentence(for: $0) },
                    submission: submission)
                reply(.page(code, page.markup, more: headers))
            case .failure(let error):
                let (code, words) = Self.refusal(error, context)
                let page = MessagePage(
                    context: context, title: context.words[.errorsHeading], message: words)
                reply(.page(code, page.markup, more: headers))
            }
        }
    }

    private static func refusal(
        _ error: ApplyError, _ context: PageContext
    ) -> (code: Int, words: String) {
        switch error {
        case .refused(let problems):
            (422, problems.map { context.sentence(for: $0) }.joined(separator: ". ") + ".")
        // A restore overrides all changes, so a conflict cannot occur.
        case .conflict: (409, context.words[.errorsHeading])
        case .store(let error): (error.httpStatus, error.message)
        }
    }
}
