import Faceplate

extension Panel {
    /// Responds to `GET /api/events` with the changes after `Last-Event-ID` or `?since=`; without both, with new
    /// changes only.
    func answerEvents(_ request: RequestContext) -> PanelResponse {
        guard !feed.isOver else {
            return JSONAnswer.problem(
                503, title: "The panel is stopping. Try again later.", code: "stopping")
        }
        let query: EventsQuery
        do throws(FormError) {
            query = try request.query()
        } catch {
            return JSONAnswer.problem(400, title: error.message, code: error.code)
        }
        // A browser that reconnects repeats its first URL, so `Last-Event-ID` takes precedence over `?since=`. An
        // invalid number leads to a reset.
        let last = request.header("last-event-id").map { Self.revision($0) ?? .max }
        let events = PanelEvents(
            cursor: EventCursor(
                feed, after: last ?? query.since,
                // The stream keeps neither the request nor an old snapshot.
                view: {
                    [self, requester = request.requester, pass = request.pass, base = request.base]
                    in
                    view(of: requester, pass, at: base)
                },
                isAllowed: { [access, pass = request.pass] in access.isCurrent(pass) }))
        return PanelResponse(
            200, type: EventFormat.type, [], more: [("X-Accel-Buffering", "no")],
            events: request.method == "HEAD" ? nil : events)
    }

    /// Ends the event streams: their sequences finish, and no further stream can begin.
    ///
    /// Call it when the host stops serving. ``PanelServer/stop()`` ends the streams of its own clients.
    public func stopEvents() { feed.end() }

    private static func revision(_ text: String) -> Int? {
        text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }
}
