import FaceplatePanel
import FaceplateTesting

/// Viewers that belong to user groups.
extension Panel.Configuration {
    /// Identifies the requester by the headers `x-name` and `x-groups`, which has names separated by commas.
    mutating func identifyByHeaders() {
        identify = { request in
            let groups = (request.header("x-groups") ?? "").split(separator: ",")
            return Requester(
                name: request.header("x-name"), groups: Set(groups.map(String.init)))
        }
    }
}

extension TestPanel {
    /// Returns a page, as a browser of a member of user groups sees it.
    func visit(_ target: String, as groups: String) async -> PanelResponse {
        await client.get(target, fields: [("accept", "text/html"), ("x-groups", groups)])
    }
}
