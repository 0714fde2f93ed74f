import Faceplate
import Logging

/// It is made once at the head of a request, so no part routes the request, identifies its requester or computes its
/// rights again.
struct RequestContext: PanelRequest {
    private let head: any PanelRequest
    let route: Route
    let operation: RouteOperation
    let requester: Requester?
    let pass: Pass
    /// As the settings were when the head was judged.
    let view: SettingsView
    let limits: BodyLimits?
    /// Empty until it was read.
    var body: [UInt8]
    /// Set when the rights had changed when the request reached the settings, which then changed nothing; `nil` for a
    /// request that changes nothing anyway.
    let isStale: Flag?
    /// Many responses do not need it.
    private let viewer = Locked<Viewer?>(nil)
    /// `nil` without a query, because the release of a lock takes some 2,000 instructions.
    private let fields: Locked<Result<[FormField], FormError>?>?

    init(
        _ head: any PanelRequest, route: Route, operation: RouteOperation, requester: Requester?,
        pass: Pass, view: SettingsView, limits: BodyLimits?
    ) {
        self.head = head
        self.route = route
        self.operation = operation
        self.requester = requester
        self.pass = pass
        self.view = view
        self.limits = limits
        isStale = operation.access == .edit ? Flag() : nil
        body = head.body
        fields = head.query?.isEmpty == false ? Locked(nil) : nil
    }

    var rights: Rights { view.rights }
    var method: String { head.method }
    var path: String { head.path }
    var query: String? { head.query }
    var localPort: UInt16? { head.localPort }
    var isSecure: Bool { head.isSecure }
    var peerUser: String? { head.peerUser }
    var clientAddress: String? { head.clientAddress }
    var pathPrefix: String? { head.pathPrefix }
    var base: BasePath { view.base }

    func header(_ name: String) -> String? { head.header(name) }
    func headers(_ name: String) -> [String] { head.headers(name) }

    var form: AnswerForm { AnswerForm(head, route) }

    /// `Accept` of a browser begins with HTML at full weight, which nothing outweighs; the rest of it is not read then.
    var prefersJSON: Bool {
        guard let accept = head.header("accept"), accept != "*/*",
            !accept.utf8.starts(with: "text/html,".utf8)
        else { return false }
        return form == .json
    }

    func queryFields() throws(FormError) -> [FormField] {
        guard let query, let fields else { return [] }
        if let known = fields.withLock({ $0 }) { return try known.get() }
        let read = Result { () throws(FormError) in
            try FormDecoder.decodeURLEncoded(query.utf8, fieldLimit: 100)
        }
        fields.withLock { $0 = read }
        return try read.get()
    }

    func query<Query: QueryInput>(_ type: Query.Type = Query.self) throws(FormError) -> Query {
        let fields = try queryFields()
        do throws(MalformedParameter) {
            return try Query { fields[$0] }
        } catch {
            throw FormError(status: 400, message: error.description)
        }
    }

    var readableQuery: [FormField] { (try? queryFields()) ?? [] }

    func formFields() throws(FormError) -> [FormField] {
        try FormDecoder.decode(
            body, contentType: header("content-type") ?? "", fieldLimit: limits?.fields ?? 0)
    }

    func viewer(_ make: () -> Viewer) -> Viewer {
        if let known = viewer.withLock({ $0 }) { return known }
        let made = make()
        viewer.withLock { $0 = made }
        return made
    }
}

struct RefusedRequest: SpokenError {
    let response: PanelResponse

    var description: String { "The request was rejected with \(response.status)." }
}

extension Panel {
    /// In this order: host, origin, method, credentials, rights.
    func judge(_ request: some PanelRequest) throws(RefusedRequest) -> RequestContext {
        let route = mount.route(request.path)
        let host = request.header("host")
        guard hosts.allows(host, port: request.localPort) else {
            logRefusal("rejected a host name")
            let shown = HostRule.shown(host)
            throw rejected(
                AnswerForm(request, route), 421, code: "wrong_host",
                "This panel does not answer to \(shown.map { "the host name '\($0)'" } ?? "that host name"). "
                    + "Use localhost, 127.0.0.1 or [::1]. To allow another name, add it with --allow-host "
                    + "\(shown ?? "NAME"), or to allowedHosts in a program.")
        }
        let signs = CrossOriginRule.Signs(
            site: request.header("sec-fetch-site"), mode: request.header("sec-fetch-mode"),
            destination: request.header("sec-fetch-dest"), origin: request.header("origin"),
            host: host ?? "")
        guard !CrossOriginRule.isRepeated(in: request),
            CrossOriginRule.allows(
                method: request.method, isPage: route.isPage, isFramed: isFramed, signs)
        else {
            logRefusal("rejected a request of another origin")
            throw rejected(
                AnswerForm(request, route), 403, code: "other_origin",
                "This request comes from another site. Open the panel itself and try again.")
        }
        guard let operation = route.row.operation(for: request.method) else {
            let methods = route.row.methods.joined(separator: ", ")
            throw rejected(
                AnswerForm(request, route), 405, code: "method_not_allowed", "Use \(methods) here.",
                more: [("Allow", methods)])
        }
        let (pass, requester) = try accept(request, route, operation)
        return try judge(request, route, operation, requester: requester, pass: pass)
    }

    private func accept(
        _ request: any PanelRequest, _ route: Route, _ operation: RouteOperation
    ) throws(RefusedRequest) -> (Pass, Requester?) {
        if let requester = request.requester { return (.open, requester) }
        let (pass, requester): (Pass, Requester?)
        do throws(Unaccepted) {
            (pass, requester) = try access.judge(request, sessionCookie(for: request))
        } catch {
            let isOpen =
                route.row.needsNoSignIn
                && (route.row.audience != .visitors || access.access.hasSignIn)
            if isOpen { return (.nobody, nil) }
            throw RefusedRequest(
                response: refusalToAccept(outside(request, route, operation), error))
        }
        // The user at the other end of a Unix socket can be a proxy, so a sign-in comes first.
        let peer = pass == .open ? request.peerUser.map(Requester.init(peer:)) : nil
        guard requester == nil, let identify = configuration.identify else {
            return (pass, requester ?? peer)
        }
        var answer: Requester?
        var isLate = false
        do {
            answer = try provided(within: configuration.identifyLimit) { await identify(request) }
        } catch {
            configuration.logger.error("identify: \(error)")
            isLate = true
        }
        if let answer { return (pass, answer) }
        guard !route.row.needsNoSignIn else { return (.nobody, nil) }
        guard !isLate else {
            throw rejected(
                AnswerForm(request, route), 503, code: "not_identified",
                "The program cannot say who you are just now.")
        }
        logRefusal("rejected a requester that the program does not know")
        throw rejected(
            AnswerForm(request, route), 403, code: "not_identified", "You may not use this panel.")
    }

    func base(of request: any PanelRequest) -> BasePath { mount.behind(request.pathPrefix) }

    func outside(
        _ request: any PanelRequest, _ route: Route, _ operation: RouteOperation
    ) -> RequestContext {
        RequestContext(
            request, route: route, operation: operation, requester: nil, pass: .nobody,
            view: view(of: nil, .nobody, at: base(of: request)), limits: nil)
    }

    func judge(
        _ request: any PanelRequest, _ route: Route, _ operation: RouteOperation,
        requester: Requester?, pass: Pass
    ) throws(RefusedRequest) -> RequestContext {
        let view = view(of: requester, pass, at: base(of: request))
        let context = RequestContext(
            request, route: route, operation: operation, requester: requester, pass: pass,
            view: view, limits: limits(of: operation, request))
        guard view.isWhole else {
            configuration.logger.error("a schema without the withheld rows cannot be made")
            throw RefusedRequest(
                response: .plain(503, "The panel cannot show a part of its settings just now."))
        }
        if operation.access == .edit, !context.rights.mayEdit {
            throw RefusedRequest(response: refusalToEdit(context))
        }
        return context
    }

    private func limits(
        of operation: RouteOperation, _ request: any PanelRequest
    ) -> BodyLimits? {
        switch operation.body {
        case .none: nil
        case .form, .json: bodyLimits(for: request)
        case .values: importLimits(for: request)
        case .signIn: .signIn
        }
    }

    private func rejected(
        _ form: AnswerForm, _ status: Int, code: String, _ sentence: String,
        more: [(name: String, value: String)] = []
    ) -> RefusedRequest {
        RefusedRequest(
            response: form == .json
                ? JSONAnswer.problem(status, title: sentence, code: code, more: more)
                : .plain(status, sentence, more: more))
    }
}
