import Dispatch
import FaceplateHTML

extension Panel {
    /// Responds to `GET /styleguide`.
    func answerStyleguide(
        _ request: RequestContext, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        // The first visit creates the style guide, which can take a while.
        DispatchQueue.global().async { [self] in
            reply(styleguide(request))
        }
    }

    private func styleguide(_ request: RequestContext) -> PanelResponse {
        guard let guide = Styleguide.shared else { return notFound(request) }
        let viewer = viewer(of: request)
        let body = StyleguidePage(panel: context(viewer), guide: guide).markup.bytes
        let response = PanelResponse(
            200, type: Self.htmlType, body,
            caching: .revalidated(tag: "\"\(Asset.digest(of: body))\""),
            more: viewer.headers + [("X-Robots-Tag", "noindex")])
        return answer(request, with: response)
    }
}
