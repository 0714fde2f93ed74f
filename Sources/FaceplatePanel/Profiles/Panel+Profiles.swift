import Dispatch
import Faceplate
import FaceplateHTML
import FaceplateImport

/// The buttons and the hidden fields of the forms of profiles.
enum ProfileForm {
    static let rename = "_rename"
    static let remove = "_remove"
    static let revision = "_revision"
    /// The field that makes a switch return to the first page.
    static let returns = "_home"
}

extension Panel {
    // MARK: - All profiles

    func answerProfiles(_ request: RequestContext, _ reply: @escaping Reply) {
        let query = request.readableQuery
        if let wish = ComparisonForm.Wish(query) { return showComparison(wish, request, reply) }
        guard request.form.isPage || !request.prefersJSON else {
            return perform(ReadProfiles.self, request, reply)
        }
        let viewer = viewer(of: request)
        let number = newsNumber(of: request)
        waiting(request, reply) { [self] in
            let profiles = viewer.view.part(of: try ReadProfiles().run(in: settings)).profiles
            book.read(settings)
            let context = context(viewer)
            var page = ProfilesPage(context: context, profiles: profiles)
            page.news = news(number, viewer.view, find: settings.retainedRevision)
            page.status =
                switch query["done"] {
                case _ where page.news != nil:
                    .changed(page.news?.revision.changes ?? [], news: page.news)
                case "saved": .action(key: "", message: context.words[.profileSaved])
                case "removed": .action(key: "", message: context.words[.profileRemoved])
                case "same": .unchanged
                default: .nothing
                }
            return .page(200, page.markup, more: viewer.headers)
        }
    }

    private func showComparison(
        _ wish: ComparisonForm.Wish, _ request: RequestContext, _ reply: @escaping Reply
    ) {
        let viewer = viewer(of: request)
        waiting(request, reply) { [self] in
            guard request.form.isPage || !request.prefersJSON else {
                return try comparisonAnswer(wish.name, with: wish.other, request)
            }
            let context = context(viewer)
            let names = try settings.profiles.all().map(\.name)
            let page = ComparisonPage(
                context: context,
                form: ComparisonForm(context: context, names: names, wish: wish),
                comparison: try compared(wish.name, with: wish.other, context.view))
            return .page(200, page.markup, more: viewer.headers)
        }
    }

    func postProfiles(_ request: RequestContext, _ reply: @escaping Reply) {
        waiting(request, reply) { [self] in
            let fields = try request.formFields()
            let asked = try SaveProfile(fields)
            do {
                let answer = try result(of: asked, request)
                guard request.form.isPage else { return answer }
                return .redirect(to: request.base.path("profiles", query: [("done", "saved")]).text)
            } catch let error as ProfileError where request.form.isPage {
                let context = context(
                    name(inLanguageOf: fields["_locale"], request), request.view)
                let profiles = context.view.part(of: try ReadProfiles().run(in: settings)).profiles
                var page = ProfilesPage(context: context, profiles: profiles)
                page.rejected = (asked, error)
                return .page(
                    error.httpStatus, page.markup, more: Self.pageHeaders(context.locale))
            }
        }
    }

    // MARK: - One profile

    func answerProfile(_ request: RequestContext, _ reply: @escaping Reply) {
        guard request.form.isPage || !request.prefersJSON else {
            return perform(ReadProfile.self, request, reply)
        }
        let name = PageName(viewer(of: request))
        if request.readableQuery["remove"] != nil, request.rights.mayEdit {
            return waiting(request, reply) { [self] in
                let profile = try settings.profiles.named(request.route.argument)
                let page = RemoveProfilePage(context: context(name, request.view), profile: profile)
                return .page(200, page.markup, more: Self.pageHeaders(page.context.locale))
            }
        }
        transferring(request, reply) { [self] profile in
            await profilePage(profile, nil, request, name)
        }
    }

    func postProfile(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let fields = try request.formFields()
        if fields[ProfileForm.remove] != nil {
            guard request.form.isPage else { return perform(RemoveProfile.self, request, reply) }
            return waiting(request, reply) { [self] in
                _ = try result(of: RemoveProfile(request.route.argument), request)
                return .redirect(
                    to: request.base.path("profiles", query: [("done", "removed")]).text)
            }
        }
        guard fields[ProfileForm.rename] == nil else { return rename(fields, request, reply) }
        let revision = fields[ProfileForm.revision].flatMap { Int($0) }
        let name = name(inLanguageOf: fields["_locale"], request)
        transferring(request, reply) { [self] profile in
            let transfer = Transfer(
                profile, ImportQuery(buttonOf: fields), at: revision, request.view)
            guard request.form.isPage else { return await answer(transfer, request) }
            return await profilePage(
                profile, transfer, request, name, isHome: fields[ProfileForm.returns] != nil)
        }
    }

    private func rename(
        _ fields: [FormField], _ request: RequestContext, _ reply: @escaping Reply
    ) {
        DispatchQueue.global().async { [self] in
            do {
                let asked = try ChangeProfile(fields, argument: request.route.argument)
                do {
                    let answer = try result(of: asked, request)
                    reply(
                        request.form.isPage
                            ? .redirect(
                                to: request.base.path("profiles", query: [("done", "saved")]).text)
                            : answer)
                } catch let problem as ProfileError where request.form.isPage {
                    let profile = try settings.profiles.named(asked.argument)
                    let name = name(inLanguageOf: fields["_locale"], request)
                    Task {
                        reply(
                            await profilePage(
                                profile, nil, request, name, rejected: (asked, problem)))
                    }
                }
            } catch {
                reply(refusal(error, request))
            }
        }
    }

    func name(inLanguageOf tag: String?, _ request: RequestContext) -> PageName {
        PageName(
            viewer(of: request),
            locale: tag.flatMap { LocaleTag($0) }
                .flatMap { LocaleMatching.lookUp($0, among: locales(of: request.view)) })
    }

    // MARK: - Switching

    /// `transfer` is `nil` for a preview; `isHome` returns to the first page after a switch.
    private func profilePage(
        _ profile: Profile, _ transfer: Transfer?, _ request: RequestContext, _ name: PageName,
        isHome: Bool = false, rejected: (asked: ChangeProfile, problem: ProfileError)? = nil
    ) async -> PanelResponse {
        let transfer = transfer ?? Transfer(profile, .preview, request.view)
        let result: TransferResult
        do throws(ApplyError) {
            result = try await attemptForPage(transfer, request) {
                context(name, view(for: request))
            }
        } catch {
            let context = context(name, view(for: request))
            return respond(
                to: request, 422, title: profile.name, message: sentence(error, context, transfer),
                code: "rejected_values", context: context, more: Self.pageHeaders(context.locale))
        }
        if result.whole.isSaved {
            let same = isHome ? ("same", "1") : ("done", "same")
            let query =
                result.changes.isEmpty ? same : ("rev", String(result.outcome.revision))
            let segments = isHome ? [] : ["profiles"]
            return .redirect(to: request.base.path(segments: segments, query: [query]).text)
        }
        let page = ProfilePage(
            context: context(name, view(for: request)), profile: profile, result: result,
            rejected: rejected)
        return .page(
            rejected?.problem.httpStatus ?? result.status, page.markup,
            more: Self.pageHeaders(page.context.locale))
    }
}
