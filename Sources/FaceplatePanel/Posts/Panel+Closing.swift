public import Faceplate
import FaceplateHTML

extension Panel {
    /// How long `willClose` may take.
    private static let closingLimit = Duration.seconds(10)

    /// Whether the program has closed it.
    public var isClosed: Bool { feed.isClosed }

    /// Sends all who have a page open to `configuration.done`: with scripting at once, without it when
    /// they next ask for something.
    ///
    /// What they typed and send nevertheless is saved first. Without `done` they are told that the
    /// settings are closed. Scripts, commands and the program go on as before.
    ///
    /// - Returns: the words of `willClose` that hold it open; `nil` where it is closed.
    @discardableResult
    public func close() async -> Veto? {
        guard !isClosed else { return nil }
        let closing = PanelClosing(origin: .program, actor: nil, snapshot: settings.snapshot)
        if let veto = await veto(to: closing) { return veto }
        guard feed.close(to: done?.reference.text ?? base.root) else { return nil }
        await configuration.didClose?(closing)
        return nil
    }

    /// Shows its pages again after `close()`.
    public func reopen() { feed.reopen() }

    /// Where people go who are done; `nil` where the host names no place that can be gone to.
    var done: DoneAddress? { configuration.done.flatMap(DoneAddress.init) }

    private func veto(to closing: PanelClosing) async -> Veto? {
        guard let handler = configuration.willClose else { return nil }
        let veto = await Faceplate.answer(within: Self.closingLimit, on: closingExecutor) {
            await handler(closing)
        }
        return veto ?? nil
    }

    // MARK: - Pages

    /// What is answered in place of every page of a closed panel.
    ///
    /// Posts are taken as ever, so that nothing typed is lost.
    func farewell(to request: some PanelRequest) -> PanelResponse? {
        let route = base.route(request.path)
        guard isClosed, request.method != "POST", route.isPage else { return nil }
        if case .closed = route { return nil }
        guard let done, !done.isOf(request) else { return closedPage(410, request) }
        // A script of the page cannot follow to another server; it goes where the answer came from.
        let isScript = request.header("sec-fetch-mode").map { $0 != "navigate" } ?? false
        return .redirect(to: isScript ? leaving(to: done) : done.reference.text)
    }

    /// `GET /closed`: goes on to where people go who are done.
    func answerClosed(_ request: some PanelRequest) -> PanelResponse {
        guard let done, !done.isOf(request) else {
            return isClosed || done != nil ? closedPage(410, request) : notFound(request)
        }
        return done.isElsewhere
            ? closedPage(200, request, goingTo: done) : .redirect(to: done.reference.text)
    }

    /// Where a post is redirected to: browsers let no form's answer redirect to another server, so that
    /// a page of ours goes there by itself.
    private func leaving(to done: DoneAddress) -> String {
        (done.isElsewhere ? base.path("closed") : done.reference).text
    }

    private func closedPage(
        _ status: Int, _ request: some PanelRequest, goingTo done: DoneAddress? = nil
    ) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        let (title, text) = (context.words[.closedTitle], context.words[.closedText])
        var more = viewer.headers
        var way = MessagePage.Way.nowhere
        if let done {
            more.append(("Refresh", "0; url=\(done.reference.text)"))
            way = .to(done.reference, text: context.words[.done])
        }
        guard case .page = AnswerForm(request) else {
            return respond(
                to: request, status, title: title, message: text, code: "closed",
                context: context, more: more)
        }
        let page = MessagePage(
            context: context, title: title, message: text, isError: false, way: way)
        return PanelResponse(status, type: Self.htmlType, page.markup.bytes, more: more)
    }

    // MARK: - Posts

    /// Answers a post that was saved with the way out.
    func leadAway(_ context: PostContext, to done: DoneAddress) {
        guard case .page = context.form else {
            return context.reply(.redirect(to: done.reference.text))
        }
        context.reply(.redirect(to: leaving(to: done)))
    }

    /// Ends the visit of who pressed Done, after what was typed is saved.
    func leave(_ context: PostContext, _ outcome: Outcome, to done: DoneAddress) {
        let closing = PanelClosing(
            origin: context.origin, actor: context.actor, snapshot: settings.snapshot)
        Task.detached { [self] in
            if let veto = await veto(to: closing) { return hold(context, veto) }
            await configuration.didClose?(closing)
            guard case .json = context.form else { return leadAway(context, to: done) }
            context.reply(answer(outcome, context, done: done.reference.text))
        }
    }

    /// Shows the page again: what was typed is saved, and the program has something against leaving.
    private func hold(_ context: PostContext, _ veto: Veto) {
        guard let reason = veto.reason else {
            return refuse(context, .refused(veto.problems([])), isSaved: true)
        }
        var submission = Submission()
        submission.notice = reason
        submission.code = "held"
        context.reply(answer(422, submission, self.context(context.page), context.form))
    }
}
