import Faceplate

/// The JSON that scripts are answered with.
enum JSONAnswer {
    static let type = "application/json; charset=utf-8"
    static let problemType = "application/problem+json; charset=utf-8"

    /// `{"revision":7,"changed":{"display_titles":{"from":true,"to":false}}}`.
    static func outcome(_ outcome: Outcome, isDryRun: Bool) -> PanelResponse {
        var members = body(of: outcome)
        if isDryRun { members.append(.init(name: "dry_run", value: true)) }
        return PanelResponse(
            200, type: type, JSONWriter().bytes(JSONValue(.object(JSONObject(members)))))
    }

    static func body(of outcome: Outcome) -> [JSONObject.Member] {
        let changed = outcome.changes.map { change in
            JSONObject.Member(
                name: change.key, value: ["from": change.old.json, "to": change.new.json])
        }
        return [
            .init(name: "revision", value: JSONValue(.number(JSONNumber(Int64(outcome.revision))))),
            .init(name: "changed", value: JSONValue(.object(JSONObject(changed)))),
        ]
    }

    /// RFC 9457: `{"type","title","status","errors":[{"key","code","message","nearest"}]}`.
    static func problems(
        _ status: Int, title: String, code: String? = nil, _ problems: [ShownProblem]
    ) -> PanelResponse {
        let errors = problems.map { problem in
            var members: [JSONObject.Member] = [
                .init(name: "key", value: JSONValue(.string(problem.key))),
                .init(name: "code", value: JSONValue(.string(problem.code))),
                .init(name: "message", value: JSONValue(.string(problem.sentence))),
            ]
            if let nearest = problem.nearest {
                members.append(.init(name: "nearest", value: JSONValue(.string(nearest))))
            }
            return JSONValue(.object(JSONObject(members)))
        }
        return document(
            status, title: title,
            extra: (code.map { [.init(name: "code", value: JSONValue(.string($0)))] } ?? [])
                + [.init(name: "errors", value: JSONValue(.array(errors)))])
    }

    /// A problem that is about no field.
    static func problem(
        _ status: Int, title: String, code: String, more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        document(
            status, title: title, extra: [.init(name: "code", value: JSONValue(.string(code)))],
            more: more)
    }

    private static func document(
        _ status: Int, title: String, extra: [JSONObject.Member],
        more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        let members: [JSONObject.Member] =
            [
                .init(name: "type", value: "about:blank"),
                .init(name: "title", value: JSONValue(.string(title))),
                .init(name: "status", value: JSONValue(.number(JSONNumber(Int64(status))))),
            ] + extra
        return PanelResponse(
            status, type: problemType, JSONWriter().bytes(JSONValue(.object(JSONObject(members)))),
            more: more)
    }
}
