import Faceplate
import FaceplateHTML

extension Panel {
    func answer(_ request: RequestContext, with response: PanelResponse) -> PanelResponse {
        guard let tag = response.entityTag, let known = request.header("if-none-match"),
            known == "*"
                || known.split(separator: ",").contains(where: { candidate in
                    let name = candidate.drop { $0 == " " }
                    return (name.hasPrefix("W/") ? name.dropFirst(2) : name) == tag
                })
        else { return response }
        return PanelResponse(notModified: response)
    }

    func health(_ request: RequestContext) -> PanelResponse {
        let whole = (configuration.sync?.report).map(request.view.part)
        var report = whole?.withoutSettings
        let problems = settings.problems + configurationProblems + (report?.problems ?? [])
        // Supervisors learn without a sign-in that the panel runs, and no more.
        let isKnown = request.pass != .nobody
        // The sentences can name settings.
        let mayRead = isKnown && request.rights.withheld.isEmpty
        if mayRead { report?.ownValues = whole?.ownValues ?? [] }
        let json = JSONValue.object(present: [
            ("status", problems.isEmpty ? "ok" : "degraded"),
            ("revision", isKnown ? .number(settings.revision) : nil),
            ("problems", mayRead ? .array(problems.map(JSONValue.text)) : nil),
            ("sync", isKnown ? report?.json : nil),
        ])
        return PanelResponse(200, type: JSONAnswer.type, JSONWriter().bytes(json))
    }

    /// One sentence for each key of an action or renderer that can have no effect, and for each allowed host that is no
    /// host name.
    var configurationProblems: [String] {
        let schema = appSnapshot.schema
        func unknown(_ given: some Sequence<String>, _ known: [String], _ kind: String) -> [String]
        {
            given.sorted().filter { !known.contains($0) }.map { key in
                "The app has \(kind) for '\(key)', which the schema does not have."
                    + NearestWord.suggestion(for: key, among: known)
            }
        }
        let pressed = schema.items.filter {
            [.button, .link].contains($0.control) || renderer(of: $0)?.parts.isEmpty == false
        }.map(\.key)
        return unknown(configuration.actions.keys, pressed, "an action")
            + rendererProblems + hosts.problems
            + (access.lacksPassword ? ["The panel asks for a password, but none is set."] : [])
            + words.faults
    }

    func notFound(_ request: RequestContext) -> PanelResponse {
        respond(to: request, 404, title: .notfoundTitle, code: "not_found") {
            $0.words[.notfoundText]
        }
    }

    func respond(
        to request: RequestContext, _ status: Int, title: PageWord = .errorsHeading, code: String,
        message: (PageContext) -> String
    ) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        return respond(
            to: request, status, title: context.words[title], message: message(context),
            code: code, context: context, more: viewer.headers)
    }

    func respond(
        to request: RequestContext, _ status: Int, title: String, message: String, code: String,
        context: PageContext, more: [(name: String, value: String)]
    ) -> PanelResponse {
        switch request.form {
        case .json:
            return JSONAnswer.problem(status, title: message, code: code, more: more)
        case .page:
            var page = MessagePage(context: context, title: title, message: message)
            page.isBare = request.pass == .nobody
            return .page(status, page.markup, more: more)
        case .text: return .plain(status, message, more: more)
        }
    }
}
