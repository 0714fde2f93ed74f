import Faceplate

/// The JSON responses for scripts.
enum JSONAnswer {
    static let type = "application/json; charset=utf-8"
    static let problemType = "application/problem+json; charset=utf-8"

    /// Returns the response to a change: `{"revision":7,"changed":{"display_titles":{"from":true,"to":false}}}`.
    ///
    /// - Parameters:
    ///   - skipped: The settings that a reversal could not restore, listed in addition to the changes.
    ///   - done: The destination of a user who finished.
    ///   - sync: The status of sharing after the change, if the request asked for it.
    static func outcome(
        _ outcome: Outcome, isDryRun: Bool, skipped: [ShownProblem] = [], done: String? = nil,
        sync: SyncReport? = nil
    ) -> PanelResponse {
        var members = body(of: outcome)
        if !skipped.isEmpty {
            members.append(
                .init(name: "skipped", value: JSONValue(.array(skipped.map(problem)))))
        }
        if let done { members.append(.init(name: "done", value: JSONValue(.string(done)))) }
        if let sync { members.append(.init(name: "sync", value: sync.json)) }
        if isDryRun { members.append(.init(name: "dry_run", value: true)) }
        return PanelResponse(
            200, type: type, JSONWriter().bytes(JSONValue(.object(JSONObject(members)))))
    }

    /// Returns the response to a read; its entity tag begins with the revision, which `If-Match` uses.
    static func read(
        _ json: JSONValue, at revision: Int, type: String = type,
        more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        let body = JSONWriter().bytes(json)
        return PanelResponse(
            200, type: type, body,
            caching: .revalidated(tag: "\"\(revision)-\(Fingerprint.of(body))\""), more: more)
    }

    static func body(of outcome: Outcome) -> [JSONObject.Member] {
        let changed = outcome.changes.map { change in
            JSONObject.Member(
                name: change.key, value: ["from": change.old.json, "to": change.new.json])
        }
        return [
            .init(name: "revision", value: JSONValue(.number(JSONNumber(Int64(outcome.revision))))),
            .init(name: "changed", value: JSONValue(.object(JSONObject(changed)))),
        ] + restart(outcome)
    }

    private static func restart(_ outcome: Outcome) -> [JSONObject.Member] {
        guard !outcome.restart.isEmpty else { return [] }
        let keys = outcome.restart.map { JSONValue(.string($0)) }
        return [.init(name: "restart", value: JSONValue(.array(keys)))]
    }

    /// Returns the response to a press: the changes that it made, and the status of the action.
    static func action(
        _ run: ActionRuns.Run, _ outcome: Outcome, status: Int, location: String? = nil
    ) -> PanelResponse {
        let members =
            body(of: outcome)
            + [
                .init(
                    name: "action", value: JSONValue(.object(JSONObject(body(of: run, location)))))
            ]
        return PanelResponse(
            status, type: type, JSONWriter().bytes(JSONValue(.object(JSONObject(members)))),
            more: location.map { [("Location", $0)] } ?? [])
    }

    /// Returns the status of an action.
    static func action(_ run: ActionRuns.Run) -> PanelResponse {
        PanelResponse(
            200, type: type, JSONWriter().bytes(JSONValue(.object(JSONObject(body(of: run, nil))))))
    }

    private static func body(of run: ActionRuns.Run, _ location: String?) -> [JSONObject.Member] {
        func text(_ name: String, _ text: String?) -> [JSONObject.Member] {
            text.map { [.init(name: name, value: JSONValue(.string($0)))] } ?? []
        }
        guard let end = run.end else {
            let report = run.progress.report
            var members = text("key", run.key) + text("status", "running") + text("id", run.id)
            members += text("url", location)
            // Thousandths are precise enough for a progress bar.
            let thousandths = report.fraction.map { Int64(($0 * 1_000).rounded()) }
            if let fraction = thousandths.flatMap({ ExactDecimal("\($0)e-3") }) {
                members.append(.init(name: "progress", value: Value.decimal(fraction).json))
            }
            return members + text("message", report.message)
        }
        let problems = end.problems.sorted { $0.key < $1.key }.map { key, sentence in
            JSONValue(.object(JSONObject(text("key", key) + text("message", sentence))))
        }
        return text("key", run.key) + text("status", end.isFailure ? "failed" : "done")
            + text("message", end.message)
            + (problems.isEmpty
                ? [] : [.init(name: "errors", value: JSONValue(.array(problems)))])
    }

    /// Returns a problem document (RFC 9457):
    /// `{"type","title","status","errors":[{"key","code","message","nearest"}]}`.
    static func problems(
        _ status: Int, title: String, code: String? = nil, _ problems: [ShownProblem]
    ) -> PanelResponse {
        document(
            status, title: title,
            extra: (code.map { [.init(name: "code", value: JSONValue(.string($0)))] } ?? [])
                + [.init(name: "errors", value: JSONValue(.array(problems.map(problem))))])
    }

    static func problem(_ problem: ShownProblem) -> JSONValue {
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

    /// Returns a problem document that concerns no field.
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
