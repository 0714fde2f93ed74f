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
    ///   - sync: The status of sync after the change, if the request asked for it.
    static func outcome(
        _ outcome: Outcome, isDryRun: Bool, skipped: [ShownProblem] = [], done: String? = nil,
        sync: SyncReport? = nil
    ) -> PanelResponse {
        let members =
            body(of: outcome) + [
                ("skipped", list(skipped.map(problem))), ("done", done.map(JSONValue.text)),
                ("sync", sync?.json), ("dry_run", isDryRun ? .boolean(true) : .none),
            ]
        return PanelResponse(200, type: type, JSONWriter().bytes(.object(present: members)))
    }

    /// Returns the response to a read; its entity tag begins with the revision, which `If-Match` uses.
    static func read(
        _ json: JSONValue, at revision: Int, type: String = type,
        more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        let body = JSONWriter().bytes(json)
        return PanelResponse(
            200, type: type, body, caching: .revalidated(body, at: revision), more: more)
    }

    static func body(of outcome: Outcome) -> [(String, JSONValue?)] {
        [
            ("revision", .number(outcome.revision)),
            ("changed", .object(outcome.changes.map(\.named.member))),
            ("restart", list(outcome.restart.map(JSONValue.text))),
            ("until", outcome.untilJSON),
        ]
    }

    /// Returns an array; `nil` if it is empty.
    private static func list(_ elements: [JSONValue]) -> JSONValue? {
        elements.isEmpty ? .none : .array(elements)
    }

    /// Returns the response to a press: the changes that it made, and the status of the action.
    static func action(
        _ run: ActionRuns.Run, _ outcome: Outcome, status: Int, location: String? = nil
    ) -> PanelResponse {
        let members = body(of: outcome) + [("action", body(of: run, location))]
        return PanelResponse(
            status, type: type, JSONWriter().bytes(.object(present: members)),
            more: location.map { [("Location", $0)] } ?? [])
    }

    /// Returns the status of an action.
    static func action(_ run: ActionRuns.Run) -> PanelResponse {
        PanelResponse(200, type: type, JSONWriter().bytes(body(of: run, nil)))
    }

    private static func body(of run: ActionRuns.Run, _ location: String?) -> JSONValue {
        guard let end = run.end else {
            let report = run.progress.report
            // Thousandths are precise enough for a progress bar.
            let thousandths = report.fraction.map { Int64(($0 * 1_000).rounded()) }
            let fraction = thousandths.flatMap { ExactDecimal("\($0)e-3") }
            return .object(present: [
                ("key", .text(run.key)), ("status", "running"), ("id", .text(run.id)),
                ("url", location.map(JSONValue.text)),
                ("progress", fraction.map { Value.decimal($0).json }),
                ("message", report.message.map(JSONValue.text)),
            ])
        }
        let problems = end.problems.sorted { $0.key < $1.key }.map { key, sentence in
            ["key": .text(key), "message": .text(sentence)] as JSONValue
        }
        return .object(present: [
            ("key", .text(run.key)), ("status", end.isFailure ? "failed" : "done"),
            ("message", end.message.map(JSONValue.text)), ("errors", list(problems)),
        ])
    }

    /// Returns a problem document (RFC 9457):
    /// `{"type","title","status","errors":[{"key","code","message","nearest"}]}`.
    static func problems(
        _ status: Int, title: String, code: String? = nil, _ problems: [ShownProblem]
    ) -> PanelResponse {
        document(
            status, title: title,
            extra: [
                ("code", code.map(JSONValue.text)), ("errors", .array(problems.map(problem))),
            ])
    }

    static func problem(_ problem: ShownProblem) -> JSONValue {
        .object(present: [
            ("key", .text(problem.key)), ("code", .text(problem.code)),
            ("message", .text(problem.sentence)), ("nearest", problem.nearest.map(JSONValue.text)),
            ("parameters", problem.details.map { parameters(of: $0, problem.sentence) }),
            ("kind", problem.details.map { .text($0.kind.rawValue) }),
        ])
    }

    /// Returns the parameters of a message; a failed check has its text, because programs do not know the rules.
    private static func parameters(of problem: ValueProblem, _ sentence: String) -> JSONValue {
        var parameters = problem.parameters
        if problem.code == .checkFailed { parameters["text"] = sentence }
        return .object(
            parameters.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.text($0.value)) })
    }

    /// Returns a problem document that concerns no field.
    static func problem(
        _ status: Int, title: String, code: String, more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        document(status, title: title, extra: [("code", .text(code))], more: more)
    }

    private static func document(
        _ status: Int, title: String, extra: [(String, JSONValue?)],
        more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        let members: [(String, JSONValue?)] = [
            ("type", "about:blank"), ("title", .text(title)), ("status", .number(status)),
        ]
        return PanelResponse(
            status, type: problemType, JSONWriter().bytes(.object(present: members + extra)),
            more: more)
    }
}
