import Dispatch
import Faceplate
import FaceplateImport

extension Panel {
    func answerProfileDiff(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            try comparisonAnswer(
                request.route.argument, with: request.query(ComparisonQuery.self).other, request)
        }
    }

    func comparisonAnswer(
        _ name: String, with other: String?, _ request: RequestContext
    ) throws -> PanelResponse {
        let comparison = try compared(name, with: other, view(for: request))
        return answer(request, with: JSONAnswer.read(comparison.json, at: settings.revision))
    }

    /// Waits for the store; `other` is `nil` or empty for the current values.
    func compared(
        _ name: String, with other: String?, _ view: SettingsView
    ) throws -> ProfileComparison {
        let named = try settings.profiles.named(name)
        let second = try other.flatMap { try $0.isEmpty ? nil : settings.profiles.named($0) }
        return ProfileComparison(
            second == nil ? nil : view.part(of: named), view.part(of: second ?? named),
            in: view.snapshot)
    }

    func switchProfile(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let asked = try ProgramRequest(request)
        let query: ImportQuery = try request.query()
        guard try asked.json == nil || asked.members(upTo: nil).isEmpty else {
            throw FormError(status: 400, message: "The body must be empty, or {}.")
        }
        transferring(request, reply) { [self] profile in
            await answer(
                Transfer(profile, query, at: asked.condition, request.view), request)
        }
    }

    // MARK: - Work that waits for the store

    /// On a thread that may block.
    func transferring(
        _ request: RequestContext, _ reply: @escaping Reply,
        _ then: @escaping @Sendable (Profile) async -> PanelResponse
    ) {
        DispatchQueue.global().async { [self] in
            do {
                let profile = try settings.profiles.named(request.route.argument)
                Task { reply(await then(profile)) }
            } catch {
                reply(refusal(error, request))
            }
        }
    }
}

extension ProfileError {
    var httpStatus: Int {
        switch self {
        case .unknown: 404
        case .exists: 409
        case .withheld: 403
        case .malformedName, .longDescription, .tooMany, .tooLarge, .empty, .unknownKey,
            .unsuitable:
            422
        }
    }
}

extension PageWords {
    func sentence(for error: ProfileError) -> String {
        switch error {
        case .unknown(let name, let nearest):
            text(.profileUnknown, ["value": ProblemWords.shortened(name)])
                + (nearest.map { " " + text(.searchNearest, ["label": $0]) } ?? "")
        case .malformedName:
            text(.profileBadName, ["count": String(Profile.longestName)])
        case .longDescription:
            text(.profileLongText, ["count": String(Profile.longestDescription)])
        case .exists(let name): text(.profileExists, ["value": name])
        case .tooMany: text(.profileTooMany, ["count": String(Profile.mostProfiles)])
        case .tooLarge: self[.profileTooLarge]
        case .empty: self[.profileEmpty]
        // Only scripts name keys.
        case .unknownKey, .unsuitable: error.message
        case .withheld: self[.profileWithheld]
        }
    }
}
