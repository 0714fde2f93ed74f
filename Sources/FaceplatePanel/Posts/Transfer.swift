import Faceplate
import FaceplateImport

/// Values of a file or of a profile that a requester tries or saves, on each way in.
struct Transfer: Sendable {
    let plan: ImportPlan
    private(set) var query: ImportQuery
    let origin: Origin
    /// The name of the file or of the profile, for the history.
    let note: String?
    /// The one that the requester saw; `nil` if later changes are no conflict.
    private(set) var revision: Int?

    init(_ values: ImportedValues, _ file: PostedImport, _ query: ImportQuery, _ view: SettingsView)
    {
        plan = view.plan(of: values)
        origin = .import
        note = file.name.isEmpty ? nil : ProblemWords.shortened(Revision.name(file.name))
        (self.query, revision) = (query, file.revision)
    }

    init(_ profile: Profile, _ query: ImportQuery, at revision: Int? = nil, _ view: SettingsView) {
        plan = view.plan(of: profile)
        (origin, note) = (.profile, profile.name)
        (self.query, self.revision) = (query, revision)
    }

    /// The same values on the newest revision, to save nothing.
    fileprivate var preview: Transfer {
        var preview = self
        (preview.query, preview.revision) = (.preview, nil)
        return preview
    }
}

/// The result of a transfer, as a viewer may see it.
struct TransferResult: Sendable {
    let whole: ImportResult
    let outcome: Outcome
    /// Without names of withheld settings.
    let refused: [ImportTrial.Refused]
    /// The revision with which the values were compared.
    let revision: Int
    /// The number of settings that others have changed since an earlier preview.
    let conflicts: Int
    let status: Int

    var changes: [Change] { outcome.changes }
    /// The value of the button that saves.
    var wish: String { refused.isEmpty ? "all" : "partial" }
}

extension Panel {
    /// - Parameter page: Returns the page of the result, after the transfer.
    private func attempt(
        _ transfer: Transfer, _ request: RequestContext, conflicts: Int = 0,
        _ page: () -> PageContext
    ) async throws(ApplyError) -> TransferResult {
        let seen = settings.revision
        let locale = page().locale
        let trial = ImportTrial(
            transfer.plan, snapshot: settings.snapshot, actor: request.requester?.name,
            note: transfer.note,
            isRequested: true,
            base: transfer.revision.map { Batch.Base(revision: $0, leavesShownValues: false) },
            origin: transfer.origin, withheld: request.view.isWithheld,
            isPermitted: permission(of: request)
        ) { [settings] (batch) throws(ApplyError) in
            var batch = batch
            batch.locale = locale
            return try await settings.apply(batch)
        }
        let isDryRun = transfer.query.isDryRun
        let whole = try await ImportResult(
            of: trial, isDryRun: isDryRun, isPartial: transfer.query.isPartial)
        let view = page().view
        return TransferResult(
            whole: whole, outcome: view.part(of: whole.outcome),
            refused: view.part(of: whole.trial),
            revision: seen, conflicts: conflicts,
            status: conflicts > 0 ? 409 : isDryRun ? 200 : 422)
    }

    /// Returns the result for a page, which shows a preview again after changes of others.
    func attemptForPage(
        _ transfer: Transfer, _ request: RequestContext, _ page: () -> PageContext
    ) async throws(ApplyError) -> TransferResult {
        do throws(ApplyError) {
            return try await attempt(transfer, request, page)
        } catch {
            guard case .conflict(let conflicts) = error else { throw error }
            return try await attempt(
                transfer.preview, request, conflicts: conflicts.count, page)
        }
    }

    func sentence(
        _ error: ApplyError, _ page: PageContext, _ transfer: Transfer
    ) -> String {
        switch error {
        case .refused(let problems):
            page.view.part(of: problems, sent: transfer.plan.entries.map(\.key)).map {
                page.sentence(for: $0)
            }.joined(separator: ". ")
        case .conflict: page.words[.errorsHeading]
        case .store(let error): error.message
        }
    }

    // MARK: - For programs

    /// 422 when values were rejected and nothing was saved.
    func answer(_ transfer: Transfer, _ request: RequestContext) async -> PanelResponse {
        let page = context(viewer(of: request))
        let result: TransferResult
        do throws(ApplyError) {
            result = try await attempt(transfer, request) { page }
        } catch {
            return failure(error, page, transfer)
        }
        let refused = result.refused.map { shown($0, page) }
        guard result.whole.isAccepted || transfer.query.isDryRun else {
            return JSONAnswer.problems(
                422, title: page.words[.errorsHeading], code: "rejected_values", refused)
        }
        let json = result.whole.json(
            result.outcome, isVisible: { [view = page.view] in !view.isWithheld($0) },
            refused: refused.map(\.report.json))
        return PanelResponse(200, type: JSONAnswer.type, JSONWriter().bytes(json))
    }

    private func failure(
        _ error: ApplyError, _ page: PageContext, _ transfer: Transfer
    ) -> PanelResponse {
        switch error {
        case .refused(let problems):
            JSONAnswer.problems(
                422, title: page.words[.errorsHeading],
                page.view.part(of: problems, sent: transfer.plan.entries.map(\.key))
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
