import Dispatch
import Faceplate
import FaceplateImport

extension Panel {
    func postImportData(_ request: RequestContext, _ reply: @escaping Reply) {
        let asked: (file: PostedImport, isDryRun: Bool, isPartial: Bool)
        do throws(FormError) {
            let query: ImportQuery = try request.query()
            let type = try Self.importFormat(
                request.header("content-type") ?? "", query.format)
            let condition = try request.header("if-match").flatMap(Self.condition)
            asked = (
                PostedImport(bytes: request.body, name: "", format: type, revision: condition),
                query.isDryRun, query.isPartial
            )
        } catch {
            return reply(JSONAnswer.problem(error.status, title: error.message, code: error.code))
        }
        if let refusal = tooLarge(asked.file.bytes, request) { return reply(refusal) }
        read(asked.file, request, refuse: reply) { [self] values in
            reply(
                await importAnswer(
                    asked.file, values, isDryRun: asked.isDryRun, isPartial: asked.isPartial,
                    request))
        }
    }

    /// Forms of other sites cannot send any of the accepted media types.
    private static func importFormat(
        _ header: String, _ format: ValuesFormat?
    ) throws(FormError) -> ValuesFormat {
        let types: [String: ValuesFormat] = [
            "application/json": .json, "application/yaml": .yaml, "application/x-yaml": .yaml,
            "application/toml": .toml, "application/x-plist": .plist, "application/xml": .plist,
        ]
        let type = ParameterisedHeader(header.utf8)?.value
        if let type, let known = types[type] { return format ?? known }
        guard type == "application/octet-stream", let format else {
            throw FormError(
                status: 415,
                message: "Send application/json, application/yaml, application/toml or "
                    + "application/x-plist, or application/octet-stream with the parameter 'format'."
            )
        }
        return format
    }

    /// 422 when its values were rejected and nothing was saved.
    func importAnswer(
        _ file: PostedImport, _ values: Result<ImportedValues, ImportError>, isDryRun: Bool,
        isPartial: Bool, _ request: RequestContext
    ) async -> PanelResponse {
        switch values {
        case .failure(let error):
            JSONAnswer.problem(422, title: error.message, code: "malformed")
        case .success(let values):
            await importAnswer(
                trial(values, file, request), isDryRun: isDryRun, isPartial: isPartial, request)
        }
    }

    func importAnswer(
        _ trial: ImportTrial, isDryRun: Bool, isPartial: Bool, _ request: RequestContext
    ) async -> PanelResponse {
        let page = context(viewer(of: request))
        let result: ImportResult
        do throws(ApplyError) {
            result = try await ImportResult(of: trial, isDryRun: isDryRun, isPartial: isPartial)
        } catch {
            return failure(error, page, trial)
        }
        let refused = page.view.part(of: result.trial).map { shown($0, page) }
        guard result.isAccepted || isDryRun else {
            return JSONAnswer.problems(
                422, title: page.words[.errorsHeading], code: "rejected_values", refused)
        }
        let json = result.json(
            page.view.part(of: result.outcome),
            isVisible: { [view = page.view] in !view.isWithheld($0) },
            refused: refused.map(\.report.json))
        return PanelResponse(200, type: JSONAnswer.type, JSONWriter().bytes(json))
    }

    private func failure(
        _ error: ApplyError, _ page: PageContext, _ trial: ImportTrial
    ) -> PanelResponse {
        switch error {
        case .refused(let problems):
            JSONAnswer.problems(
                422, title: page.words[.errorsHeading],
                page.view.part(of: problems, sent: trial.plan.entries.map(\.key))
                    .map { shown(.problem($0), page) })
        case .conflict(let conflicts):
            JSONAnswer.problems(
                412, title: page.words[.errorsHeading],
                conflicts.map { conflict in
                    let problem = ValueProblem(.changedElsewhere)
                    return shown(.problem(KeyProblem(key: conflict.key, problem: problem)), page)
                })
        case .store(let error):
            JSONAnswer.problem(error.httpStatus, title: error.message, code: error.code.rawValue)
        }
    }

    private func shown(_ refused: ImportTrial.Refused, _ page: PageContext) -> ShownProblem {
        switch refused {
        case .misfit(let refusal):
            ShownProblem(key: refusal.key, code: "misfit", sentence: refusal.message)
        case .problem(let problem): ShownProblem(problem, page, asValues: true)
        case .withheld(let key): .notAllowed(key, page.words)
        case .withheldPart:
            ShownProblem(
                key: refused.key, code: "not_allowed", sentence: page.words[.profileWithheld])
        }
    }
}
