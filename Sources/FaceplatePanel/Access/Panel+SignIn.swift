import Dispatch
import Faceplate
import FaceplateHTML
import Logging

extension Panel {
    func sessionCookie(for request: some PanelRequest) -> SessionCookie {
        SessionCookie(for: request, path: base(of: request).rootName)
    }

    // MARK: - Refusals

    func refusalToAccept(_ request: RequestContext, _ reason: Unaccepted) -> PanelResponse {
        logRefusal(
            reason == .missing ? "rejected a request without a sign-in" : "rejected a wrong token")
        let viewer = viewer(of: request)
        let context = context(viewer)
        // A script of a page needs the status; people need the page.
        let isVisit = request.header("sec-fetch-mode").map { $0 == "navigate" } ?? true
        if case .page = request.form, isVisit, access.access.hasSignIn, request.route.isPage,
            reason == .missing, ["GET", "HEAD"].contains(request.method)
        {
            let place = ReturnPlace.text(request).map { [(SignInField.place, $0)] } ?? []
            return .redirect(to: request.base.path(SignInField.path, query: place).text)
        }
        let word: PageWord =
            switch reason {
            case .badToken: .signInBadToken
            case .missing: access.access.hasSignIn ? .signInNeeded : .signInByToken
            }
        let more = [Self.challenge(reason)] + viewer.headers
        if request.form.isPage, !isVisit {
            // The page shows the sentence and keeps the typed values.
            return .plain(401, context.words[word], more: more)
        }
        guard case .page = request.form else {
            return respond(
                to: request, 401, title: context.words[.signIn], message: context.words[word],
                code: reason == .missing ? "not_signed_in" : "invalid_token", context: context,
                more: more)
        }
        var page = MessagePage(
            context: context, title: context.words[.signIn], message: context.words[word])
        page.isBare = true
        page.way =
            access.access.hasSignIn
            ? .beside(request.base.path(SignInField.path), text: context.words[.signIn]) : .nowhere
        return .page(401, page.markup, more: more)
    }

    /// The header that a 401 must have (RFC 9110, RFC 6750); browsers show no dialog for this scheme.
    private static func challenge(_ reason: Unaccepted) -> (name: String, value: String) {
        let error = reason == .badToken ? ", error=\"invalid_token\"" : ""
        return ("WWW-Authenticate", "Bearer realm=\"faceplate\"" + error)
    }

    // MARK: - Signing in

    /// Responds to `GET /sign-in`: with the page, or with a session for the link in the query.
    func answerSignIn(_ request: RequestContext, _ reply: @escaping Reply) {
        guard access.access.hasSignIn else { return reply(notFound(request)) }
        let query = request.readableQuery
        let place = query[SignInField.place]
        if request.pass != .nobody {
            return reply(.redirect(to: ReturnPlace.address(place, request.base).text))
        }
        let cookie = sessionCookie(for: request)
        // A HEAD, which programs send to look at a link, must not use it up.
        if let link = query[SignInField.link], request.method == "GET" {
            return access.signIn(
                link: link, client: AttemptLimit.Client(request), replacing: cookie.ids(in: request)
            ) { [self] in
                reply(answer($0, request, place, .signInOldLink))
            }
        }
        // A browser that follows a link on another site leaves the cookie out. The page asks again, now as this site.
        if let site = request.header("sec-fetch-site"), !["same-origin", "none"].contains(site),
            query[SignInField.again] == nil
        {
            return reply(askAgain(request, place))
        }
        reply(signInPage(200, request, place))
    }

    private func askAgain(_ request: RequestContext, _ place: String?) -> PanelResponse {
        let query =
            [(SignInField.again, "1")] + (place.map { [(SignInField.place, $0)] } ?? [])
        let address = request.base.path(SignInField.path, query: query)
        let viewer = viewer(of: request)
        let context = context(viewer)
        var page = MessagePage(
            context: context, title: context.words[.signIn], message: "", isError: false,
            way: .to(address, text: context.words[.signIn]))
        page.isBare = true
        return .page(
            200, page.markup, more: viewer.headers + [("Refresh", "0; url=\(address.text)")])
    }

    func postSignIn(_ request: RequestContext, _ reply: @escaping Reply) throws {
        guard access.access.hasSignIn else { return reply(notFound(request)) }
        let fields = try request.formFields()
        let place = fields[SignInField.place]
        guard access.access == .password else {
            return reply(answer(.wrong, request, place, .signInByLink))
        }
        access.signIn(
            password: fields[SignInField.password] ?? "", client: AttemptLimit.Client(request),
            replacing: sessionCookie(for: request).ids(in: request)
        ) { [self] in
            reply(answer($0, request, place, .signInWrong))
        }
    }

    /// `word` is the text for a wrong password or link.
    private func answer(
        _ result: AccessControl.SignIn, _ request: RequestContext, _ place: String?,
        _ word: PageWord
    ) -> PanelResponse {
        let words = context(viewer(of: request)).words
        switch result {
        case .signedIn(let id):
            configuration.logger.info("a person has signed in")
            return .redirect(
                to: ReturnPlace.address(place, request.base).text,
                more: [sessionCookie(for: request).set(id)])
        case .wrong:
            logRefusal("rejected a wrong password or link")
            return signInPage(
                401, request, place, problem: words[word], code: "not_signed_in",
                more: [Self.challenge(.missing)])
        case .tooMany(let wait):
            logRefusal("rejected an attempt to sign in, because there were too many")
            let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
            return signInPage(
                429, request, place, problem: words.text(.signInLater, count: seconds),
                code: "too_many_attempts", more: [("Retry-After", String(seconds))])
        case .failed(let error):
            configuration.logger.error("the sign-in: \(error.message)")
            return signInPage(
                503, request, place, problem: words[.signInFailed], code: "not_available")
        }
    }

    private func signInPage(
        _ status: Int, _ request: RequestContext, _ place: String?, problem: String? = nil,
        code: String = "", more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        if let problem, !request.form.isPage {
            return respond(
                to: request, status, title: context.words[.signIn], message: problem, code: code,
                context: context, more: more + viewer.headers)
        }
        let page = SignInPage(
            context: context, access: access.access, problem: problem, place: place)
        return .page(status, page.markup, more: more + viewer.headers)
    }

    // MARK: - Signing out

    func postSignOut(_ request: RequestContext, _ reply: @escaping Reply) {
        guard access.access.hasSignIn else { return reply(notFound(request)) }
        let cookie = sessionCookie(for: request)
        let ids = cookie.ids(in: request)
        DispatchQueue.global().async { [self] in
            do throws(StoreError) {
                try access.signOut(ids)
            } catch {
                configuration.logger.error("the sign-out: \(error.message)")
                return reply(signInPage(503, request, nil, problem: error.message))
            }
            reply(
                .redirect(
                    to: request.base.path(SignInField.path).text,
                    // Without `"cookies"`, which would remove those of other programs on this host, too.
                    more: [cookie.removal, ("Clear-Site-Data", "\"cache\"")]))
        }
    }
}
