import Faceplate

enum JSONAnswer {
    static let type = "application/json; charset=utf-8"
    static let problemType = "application/problem+json; charset=utf-8"

    /// `skipped` are settings that a reversal could not restore, listed in addition to the changes; `done` is the
    /// destination of a user who finished.
    static func outcome(
        _ outcome: Outcome, isDryRun: Bool, skipped: [ShownProblem] = [], done: String? = nil,
        sync: SyncReport? = nil
    ) -> PanelResponse {
        let report = OutcomeReport(
            outcome, skipped: skipped.map(\.report), done: done, sync: sync?.json,
            isDryRun: isDryRun, namesLargeValues: true)
        return PanelResponse(200, type: type, JSONWriter().bytes(report.json))
    }

    /// Its entity tag begins with the revision, which `If-Match` uses.
    static func read(
        _ json: JSONValue, at revision: Int, type: String = type,
        more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        let body = JSONWriter().bytes(json)
        return PanelResponse(
            200, type: type, body, caching: .revalidated(body, at: revision), more: more)
    }

    static func action(
        _ run: ActionRuns.Run, _ outcome: Outcome, status: Int, location: String? = nil
    ) -> PanelResponse {
        let report = OutcomeReport(
            outcome, action: run.report(at: location), namesLargeValues: true)
        return PanelResponse(
            status, type: type, JSONWriter().bytes(report.json),
            more: location.map { [("Location", $0)] } ?? [])
    }

    static func action(_ run: ActionRuns.Run) -> PanelResponse {
        PanelResponse(200, type: type, JSONWriter().bytes(run.report(at: nil).json))
    }

    /// A problem document (RFC 9457).
    static func problems(
        _ status: Int, title: String, code: String? = nil, _ problems: [ShownProblem]
    ) -> PanelResponse {
        document(
            status, title: title,
            extra: [
                ("code", code.map(JSONValue.text)), ("errors", .array(problems.map(\.report.json))),
            ])
    }

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

extension ActionRuns.Run {
    fileprivate func report(at location: String?) -> ActionReport {
        guard let end else {
            let report = progress.report
            // Thousandths are precise enough for a progress bar.
            let thousandths = report.fraction.map { Int64(($0 * 1_000).rounded()) }
            let fraction = thousandths.flatMap { ExactDecimal("\($0)e-3") }
            return ActionReport(
                key: key, status: .running, id: id, url: location,
                progress: fraction.map { Value.decimal($0).json }, message: report.message)
        }
        return ActionReport(
            key: key, status: end.isFailure ? .failed : .done, message: end.message,
            errors: end.problems.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
}

extension ShownProblem {
    var report: ReportedProblem {
        ReportedProblem(
            key: key, code: code, message: sentence, nearest: nearest, details: details)
    }
}
