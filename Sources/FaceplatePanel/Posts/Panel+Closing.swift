public import Faceplate
import FaceplateHTML

extension Panel {
    /// The time that `willClose` may take.
    private static let closingLimit = Duration.seconds(10)

    /// A Boolean value that indicates whether the program has closed the panel.
    public var isClosed: Bool { feed.isClosed }

    /// Sends every open page to `configuration.done`: immediately with JavaScript, otherwise at its next request.
    ///
    /// Values that a page still sends are saved first. Without `done`, pages show that the settings are closed.
    /// Scripts, commands and the program work as before.
    ///
    /// - Returns: The veto of `willClose` that keeps the panel open; `nil` when the panel is closed.
    @discardableResult
    public func close() async -> Veto? {
        guard !isClosed else { return nil }
        let closing = PanelClosing(origin: .program, actor: nil, snapshot: appSnapshot)
        if let veto = await veto(to: closing) { return veto }
        guard feed.close(to: done?.reference.text) else { return nil }
        await configuration.didClose?(closing)
        return nil
    }

    /// Shows the pages again after `close()`.
    ///
    /// It does nothing while the panel is open. Browsers that have already left do not return.
    public func reopen() { feed.reopen() }

    var done: DoneAddress? { configuration.done.flatMap(DoneAddress.init) }

    private func veto(to closing: PanelClosing) async -> Veto? {
        guard let handler = configuration.willClose else { return nil }
        let veto = await Faceplate.answer(within: Self.closingLimit, on: closingExecutor) {
            await handler(closing)
        }
        return veto ?? nil
    }

    // MARK: - Pages

    /// Replaces every page of a closed panel; posts are accepted, so that no typed value is lost.
    func farewell(to request: RequestContext) -> PanelResponse? {
        guard request.operation.method != .post, request.route.isPage,
            request.route.name != .closed
        else { return nil }
        guard let done, !done.isOf(request) else { return closedPage(410, request) }
        // JavaScript on the page cannot fetch from another server, so `/closed` leads there instead.
        let isScript = request.header("sec-fetch-mode").map { $0 != "navigate" } ?? false
        return .redirect(
            to: isScript ? leaving(to: done, request.base) : done.reference.text)
    }

    func answerClosed(_ request: RequestContext) -> PanelResponse {
        guard let done, !done.isOf(request) else {
            return isClosed || done != nil ? closedPage(410, request) : notFound(request)
        }
        return done.isElsewhere
            ? closedPage(200, request, goingTo: done) : .redirect(to: done.reference.text)
    }

    /// Browsers do not let the response to a form redirect to another server, so the panel's page `/closed` leads
    /// there.
    private func leaving(to done: DoneAddress, _ base: BasePath) -> String {
        (done.isElsewhere ? base.path("closed") : done.reference).text
    }

    private func closedPage(
        _ status: Int, _ request: RequestContext, goingTo done: DoneAddress? = nil
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
        guard case .page = request.form else {
            return respond(
                to: request, status, title: title, message: text, code: "closed",
                context: context, more: more)
        }
        var page = MessagePage(
            context: context, title: title, message: text, isError: false, way: way)
        page.isBare = request.pass == .nobody
        return .page(status, page.markup, more: more)
    }

    // MARK: - Posts

    func leadAway(_ context: PostContext, to done: DoneAddress) {
        guard case .page = context.form else {
            return context.reply(.redirect(to: done.reference.text))
        }
        context.reply(.redirect(to: leaving(to: done, context.view().base)))
    }

    func leave(_ context: PostContext, _ outcome: Outcome, to done: DoneAddress) {
        let closing = PanelClosing(
            origin: context.origin, actor: context.actor, snapshot: appSnapshot)
        Task.detached { [self] in
            if let veto = await veto(to: closing) { return hold(context, veto) }
            await configuration.didClose?(closing)
            guard case .json = context.form else { return leadAway(context, to: done) }
            context.reply(answer(outcome, context, done: done.reference.text))
        }
    }

    /// The posted values stay saved.
    private func hold(_ context: PostContext, _ veto: Veto) {
        guard let reason = veto.reason(in: context.page.locale) else {
            return refuse(
                context, .refused(veto.problems([], in: context.page.locale)), isSaved: true)
        }
        var submission = Submission()
        submission.notice = reason
        submission.code = "held"
        context.reply(answer(422, submission, page(of: context), context))
    }
}

/// The end of a visit: of one user who pressed Done, or of all users when the program closes the panel.
public struct PanelClosing: Sendable {
    /// The source of the request to end: `browser` or `script` for a post, `program` for `close()`.
    public let origin: Origin
    /// The name of the user or program that leaves, from a token or the host; `nil` when it is unknown.
    public let actor: String?
    /// The settings with everything that was saved.
    public let snapshot: Snapshot
}

struct DoneAddress: Sendable {
    let reference: URLReference
    /// True when the destination can be on another server, to which no form may be redirected.
    let isElsewhere: Bool

    init?(_ text: String) {
        let isElsewhere = ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
        guard isElsewhere || text.hasPrefix("/"), let reference = URLReference(text) else {
            return nil
        }
        self.reference = reference
        self.isElsewhere = isElsewhere
    }

    func isOf(_ request: RequestContext) -> Bool {
        let path = reference.text.prefix { $0 != "?" && $0 != "#" }
        return !isElsewhere && path == request.base.prefix + request.path
    }
}
