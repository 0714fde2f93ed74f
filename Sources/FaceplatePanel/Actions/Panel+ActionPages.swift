import Faceplate
import FaceplateHTML

extension Panel {
    /// `GET /actions/KEY`: asks whether an action is meant; `GET /actions/KEY/ID`: how it goes.
    func answerAction(_ key: String, run id: String?, _ request: some PanelRequest)
        -> PanelResponse
    {
        let viewer = viewer(of: request)
        let query = (try? Self.query(of: request)) ?? []
        let page = PageName(
            key: query.last { $0.name == "page" }?.value ?? "", locale: viewer.locale,
            level: viewer.level)
        let context = context(page)
        guard let item = context.schema.items[key], item.control.isAction, item.url == nil else {
            return notFound(request)
        }
        guard let id else {
            let markup = ConfirmPage(context: context, item: item).markup
            return PanelResponse(200, type: Self.htmlType, markup.bytes, more: viewer.headers)
        }
        guard let run = actions[id], run.key == key else { return notFound(request) }
        if case .page = AnswerForm(request) {
            guard run.end != nil else {
                let markup = RunPage(context: context, item: item, run: run).markup
                return PanelResponse(200, type: Self.htmlType, markup.bytes, more: viewer.headers)
            }
            return .redirect(
                to: address(of: page, query: [("run", id)], fragment: "s-\(key)"))
        }
        return JSONAnswer.action(run)
    }
}
