import Faceplate
import FaceplateHTML

extension Panel {
    /// Responds to `GET /actions/KEY` with the confirmation page, and to `GET /actions/KEY/ID` with the status of a
    /// run.
    func answerAction(
        _ key: String, run id: String?, _ request: RequestContext
    ) -> PanelResponse {
        let schema = settings.snapshot.schema
        // The part of any row can be pressed, and its action can take long.
        guard let item = schema.items[key],
            id != nil || item.control.isAction && item.url == nil
        else { return notFound(request) }
        let viewer = viewer(of: request)
        guard !schema.isWithheld(key, in: viewer.rights.withheld) else { return notFound(request) }
        let query = request.readableQuery
        let search = Self.searched(request)
        let page =
            search == nil ? query["page"].flatMap { schema.pages[$0] } : schema.firstPage
        let name = PageName(
            viewer, key: (page ?? schema.page(of: key)).key, search: search)
        let context = context(name)
        guard let id else {
            guard context.rules.isVisible(key) else { return notFound(request) }
            let page = ConfirmPage(
                context: context, item: item, revision: newsNumber(of: request))
            return .page(200, page.markup, more: viewer.headers)
        }
        guard let run = actions[id], run.key == key else { return notFound(request) }
        guard case .page = request.form else { return JSONAnswer.action(run) }
        guard run.end == nil else {
            return .redirect(to: address(of: name, query: [("run", id)], fragment: "s-\(key)"))
        }
        let markup = RunPage(context: context, item: item, run: run).markup
        return .page(200, markup, more: viewer.headers)
    }
}
