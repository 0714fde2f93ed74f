import Dispatch
import Faceplate
import FaceplateImport

extension Panel {
    func answerProfilesData(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            let profiles = try settings.profiles()
            let json: JSONValue = [
                "profiles": .array(profiles.map { shown($0, request.view, hasValues: false) })
            ]
            return answer(request, with: JSONAnswer.read(json, at: settings.revision))
        }
    }

    func answerProfileData(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            let profile = try settings.profile(named: request.route.argument)
            return answer(
                request,
                with: JSONAnswer.read(shown(profile, request.view), at: settings.revision))
        }
    }

    func answerProfileDiff(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            try comparisonAnswer(
                request.route.argument, with: request.queryFields()["with"], request)
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
        let named = try settings.profile(named: name)
        let second = try other.flatMap { try $0.isEmpty ? nil : settings.profile(named: $0) }
        return ProfileComparison(
            second == nil ? nil : view.part(of: named), view.part(of: second ?? named),
            in: view.snapshot)
    }

    func putProfile(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            let asked = try ProgramRequest(request)
            let members = asked.json == nil ? [] : try asked.members(upTo: nil)
            let description = members.first { $0.name == "description" }?.value
            let keys = members.first { $0.name == "keys" }?.value
            let replace = members.first { $0.name == "replace" }?.value
            let names = keys?.array?.compactMap(\.string)
            guard members.allSatisfy({ ["description", "keys", "replace"].contains($0.name) }),
                replace == nil || replace == true || replace == false,
                description.map({ $0.string != nil }) ?? true,
                keys.map({ $0.array != nil && $0.array?.count == names?.count }) ?? true
            else {
                throw FormError(
                    status: 400,
                    message: #"The body must be like {"description": "Quiet hours", "keys": ["#
                        + #""volume"], "replace": false}; any member can be left out."#)
            }
            let profile = try settings.saveProfile(
                named: request.route.argument, description: description?.string, keys: names,
                replacing: replace != false, limits: limits(of: request))
            return answer(shown(profile, request.view))
        }
    }

    func patchProfile(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            let members = try ProgramRequest(request).members(upTo: nil)
            guard !members.isEmpty,
                members.allSatisfy({
                    ["name", "description"].contains($0.name) && $0.value.string != nil
                })
            else {
                throw FormError(
                    status: 400,
                    message: #"The body must be like {"name": "Night", "description": "Quiet"}."#)
            }
            func text(_ name: String) -> String? {
                members.first { $0.name == name }?.value.string
            }
            let profile = try settings.changeProfile(
                named: request.route.argument, to: text("name"), description: text("description"),
                limits: limits(of: request))
            return answer(shown(profile, request.view))
        }
    }

    func deleteProfile(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            let name = request.route.argument
            try settings.removeProfile(named: name, limits: limits(of: request))
            return answer(["removed": .text(name)])
        }
    }

    func switchProfile(_ request: RequestContext, _ reply: @escaping Reply) {
        let asked: ProgramRequest
        let isPartial: Bool
        do throws(FormError) {
            asked = try ProgramRequest(request)
            isPartial = try APIQuery.flag("partial", request.queryFields())
            if asked.json != nil, !(try asked.members(upTo: nil).isEmpty) {
                throw FormError(status: 400, message: "The body must be empty, or {}.")
            }
        } catch {
            return reply(JSONAnswer.problem(error.status, title: error.message, code: error.code))
        }
        trying(request.route.argument, at: asked.condition, request, reply) { [self] trial in
            await importAnswer(
                trial, isDryRun: asked.query.options.isDryRun, isPartial: isPartial, request)
        }
    }

    // MARK: - Work that waits for the store

    /// On a thread that may block.
    func trying(
        _ name: String, at revision: Int?, _ request: RequestContext, _ reply: @escaping Reply,
        _ then: @escaping @Sendable (ImportTrial) async -> PanelResponse
    ) {
        DispatchQueue.global().async { [self] in
            do {
                let profile = try settings.profile(named: name)
                let trial = trial(profile, at: revision, request)
                Task { reply(await then(trial)) }
            } catch {
                reply(refusal(error, request))
            }
        }
    }

    /// The work runs on a thread that may block.
    func waiting(
        _ request: RequestContext, _ reply: @escaping Reply,
        _ body: @escaping @Sendable () throws -> PanelResponse
    ) {
        DispatchQueue.global().async { [self] in
            do {
                reply(try body())
            } catch {
                reply(refusal(error, request))
            }
        }
    }

    /// `revision` is what the requester saw; `nil` if later changes are no conflict.
    func trial(_ profile: Profile, at revision: Int?, _ request: RequestContext) -> ImportTrial {
        ImportTrial(
            request.view.plan(of: profile), settings: settings,
            actor: request.requester?.name, note: profile.name, isRequested: true,
            base: revision.map { Batch.Base(revision: $0, leavesShownValues: false) },
            origin: .profile, withheld: request.view.isWithheld,
            isPermitted: permission(of: request))
    }

    func answer(_ json: JSONValue) -> PanelResponse {
        PanelResponse(200, type: JSONAnswer.type, JSONWriter().bytes(json))
    }

    func refusal(_ error: any Error, _ request: RequestContext) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        let (status, message, code): (Int, String, String) =
            switch error {
            case let error as ProfileError:
                (error.httpStatus, context.words.sentence(for: error), error.code)
            case let error as FormError: (error.status, error.message, error.code)
            case let error as StoreError:
                (error.httpStatus, error.message, error.code.rawValue)
            default: (500, "\(type(of: error))", "failed")
            }
        return respond(
            to: request, status, title: context.words[.errorsHeading], message: message,
            code: code, context: context, more: viewer.headers)
    }

    // MARK: - JSON

    func shown(
        _ profile: Profile, _ view: SettingsView, hasValues: Bool = true
    ) -> JSONValue {
        view.part(of: profile).json(in: view.schema, hasValues: hasValues)
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
