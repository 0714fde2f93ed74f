import Faceplate

enum AnswerForm: Sendable {
    case page, json, text

    var isPage: Bool { self == .page }

    /// JSON on the routes for programs, otherwise what `Accept` prefers.
    init(_ request: some PanelRequest, _ route: Route) {
        self = route.row.audience == .programs ? .json : AnswerForm(request)
    }

    /// By the greatest weight in `Accept`, a page before JSON of the same weight; plain text for a client that names
    /// neither, such as curl with `*/*`.
    init(_ request: some PanelRequest) {
        var page = 0
        var json = 0
        var text = 0
        for header in request.headers("accept") {
            for part in Array(header.utf8).split(separator: UInt8(ascii: ",")) {
                let range = WeightedName(part)
                if range.isNamed("text/html") {
                    page = max(page, range.weight)
                } else if range.isNamed("text/plain") {
                    text = max(text, range.weight)
                } else if range.isNamed("application/json")
                    || range.isNamed("application/problem+json") || range.isNamed("application/*")
                {
                    json = max(json, range.weight)
                }
            }
        }
        if page > 0, page >= json, page >= text {
            self = .page
        } else if json > 0, json >= text {
            self = .json
        } else {
            self = .text
        }
    }
}
