public import Faceplate
public import Logging

/// The web face of settings: answers requests with pages, takes form posts, serves its assets.
///
/// Needs no socket: `answer` takes any `PanelRequest`. `PanelServer` puts it on libmicrohttpd.
public final class Panel: Sendable {
    /// What a host decides.
    public struct Configuration: Sendable {
        /// The language while nobody asks for another; the schema's fallback where `nil`.
        public var locale: LocaleTag?
        /// Whether the chooser offers the made-up languages `en-XA` and `ar-XB` as well; `?lang=`
        /// always takes them.
        public var offersPseudoLocales = false
        /// Where the panel's addresses begin, as requests name them: `/`, or a path such as
        /// `/admin/settings` where a host mounts it.
        ///
        /// What is not below it is answered with 404.
        public var basePath = "/"
        /// Host names allowed beside `localhost`, `127.0.0.1` and `::1`.
        public var allowedHosts: [String] = []
        /// Finds out who asks, for requests that do not say so themselves: by a header that a proxy
        /// sets, for example.
        ///
        /// Called several times a request, on threads of the server: it must answer at once.
        public var identify: (@Sendable (any PanelRequest) -> Requester)?
        /// What buttons and links do, by key.
        public var actions: [String: ActionHandler] = [:]
        /// What the others do; `nil` answers that no action is attached.
        ///
        /// Returns `nil` for an item that it has nothing for.
        public var defaultAction: (@Sendable (ActionRequest) async -> ActionResult?)?
        /// Where people go who are done: a path (`/`), or an address with `http` or `https`.
        ///
        /// With it pages have a button that saves, and leads there.
        public var done: String?
        /// Asked before somebody is led to `done`, and before `close()`; a veto holds the pages.
        ///
        /// Who takes over ten seconds agrees.
        public var willClose: (@Sendable (PanelClosing) async -> Veto?)?
        /// Told when somebody is led to `done`, and after `close()`.
        public var didClose: (@Sendable (PanelClosing) async -> Void)?
        /// How long an answer waits for an action before it says that the action goes on; zero
        /// waits for none.
        public var actionPatience: Duration = .seconds(1)
        /// What shares settings with other machines; pages show how it stands, and share now.
        public var sync: (any SyncStatus)?
        /// What single items are shown with, by key: above all those whose control is `custom`.
        public var renderers: [String: any ControlRenderer] = [:]
        /// A style sheet of the host's own (CSS), which wins over ours and over the schema's styles.
        public var theme: [UInt8]?
        /// Puts the parts of each page into a page of the host's own; `nil` leaves that to the panel.
        public var layout: PanelLayout?
        /// Origins whose pages may show the panel in a frame: `https://host.example:8443`.
        ///
        /// Exact ones, in lower case; any other text is left out and logged as an error.
        public var frameAncestors: [String] = []
        /// A folder whose files are served under `/public/`; its `panel.css` and `panel.js` take the
        /// place of ours.
        public var publicFolder: String?
        /// Where refusals are written; never a value.
        public var logger = Logger(label: "faceplate.panel")

        /// Loopback names only, and no actions.
        public init() {}
    }

    /// What is shown and set.
    public let settings: Settings
    let configuration: Configuration
    let hosts: HostRule
    /// Where the panel's addresses begin.
    let base: BasePath
    let actions = ActionRuns()
    let closingExecutor = HandlerExecutor()
    let pages = PageCache()
    let searches = SearchCache()
    let views = LimitedViews()
    let feed: EventFeed
    let limits = Locked<FormLimits?>(nil)
    let publicFolder: PublicFolder?
    private let theme: Asset?
    private let framing: Framing?
    let refusals: RefusalLog

    /// Makes the face of some settings; several may show the same ones.
    public init(_ settings: Settings, configuration: Configuration = Configuration()) {
        self.settings = settings
        self.configuration = configuration
        feed = EventFeed(settings)
        publicFolder = configuration.publicFolder.map(PublicFolder.init)
        theme = configuration.theme.map { Asset("theme", "css", $0) }
        base = BasePath(configuration.basePath)
        framing = Framing(configuration.frameAncestors)
        refusals = RefusalLog(configuration.logger)
        for origin in configuration.frameAncestors where !Framing.isExact(origin) {
            configuration.logger.error("'\(origin)' in frameAncestors is no exact origin")
        }
        hosts = HostRule(more: configuration.allowedHosts)
    }

    /// Answers a request.
    ///
    /// `reply` is called once: before this returns for what needs no waiting, later and on another
    /// thread for posts.
    public func answer(
        _ request: some PanelRequest, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        let reply = framed(reply)
        let route = base.route(request.path)
        if let refusal = refusal(of: request, route) { return reply(refusal) }
        if let farewell = farewell(to: request) { return reply(farewell) }
        switch route {
        case .page(let path): answerPage(path, request, reply)
        case .action(let key, let run): reply(answerAction(key, run: run, request))
        case .asset(let path):
            guard let asset = look(settings.snapshot).asset(at: path) else {
                return reply(notFound(request))
            }
            reply(answer(request, with: asset.response))
        case .publicFile(let name): reply(answerPublic(name, request))
        case .file(let key): reply(file(key, request))
        case .link(let key): reply(answerLink(key, request))
        case .health: reply(health(request))
        case .events: reply(answerEvents(request))
        case .styleguide: answerStyleguide(request, reply)
        case .changes: answerChanges(request, reply)
        case .changesData: answerChangesData(request, reply)
        case .closed: reply(answerClosed(request))
        case .unknown: reply(notFound(request))
        }
    }

    /// What replies with pages as the host lets others frame them.
    private func framed(
        _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) -> @Sendable (PanelResponse) -> Void {
        guard let framing else { return reply }
        return { reply(framing.applied(to: $0)) }
    }

    /// Ends the actions that run: their tasks are cancelled, and none is begun any more.
    ///
    /// For hosts that stop serving; `PanelServer.stop` does it.
    public func stopActions() { actions.stop() }

    /// How long the body of a request may be, or the answer where it is turned away by its head.
    public func admit(_ request: some PanelRequest) -> BodyAdmission {
        let route = base.route(request.path)
        if let refusal = refusal(of: request, route) { return .refuse(refusal) }
        switch (request.method, route) {
        case ("POST", .page), ("POST", .changes):
            let length = request.header("content-length").flatMap { Int($0) }
            let limit = bodyLimit(for: length)
            if let length, length > limit { return .refuse(tooLarge(request, limit: limit)) }
            return .accept(limit: limit)
        default: return .accept(limit: 0)
        }
    }

    /// What `admit` says.
    public enum BodyAdmission: Sendable {
        /// A body of up to `limit` bytes.
        case accept(limit: Int)
        case refuse(PanelResponse)
    }

    /// What the pages of a snapshot look like.
    func look(_ snapshot: Snapshot) -> Look {
        // Files of a folder may change at any time.
        if publicFolder == nil, let known = pages.look(of: snapshot) { return known }
        let look = Look(
            publicFolder, theme: theme, schema: pages.styleSheet(of: snapshot),
            layout: configuration.layout)
        if publicFolder == nil { pages.keep(look, of: snapshot) }
        return look
    }

    // MARK: - Access

    /// The checks that come before everything else, in this order: host, origin, method, rights.
    private func refusal(of request: some PanelRequest, _ route: Route) -> PanelResponse? {
        let host = request.header("host")
        guard hosts.allows(host, port: request.localPort) else {
            refusals.note("refused a host name")
            return turnedAway(
                request, 421, code: "wrong_host",
                "This panel does not answer to that host name. Use localhost, 127.0.0.1 or [::1], "
                    + "with the panel's own port.")
        }
        let signs = CrossOriginRule.Signs(
            site: request.header("sec-fetch-site"), mode: request.header("sec-fetch-mode"),
            destination: request.header("sec-fetch-dest"), origin: request.header("origin"),
            host: host ?? "")
        guard !CrossOriginRule.isRepeated(in: request),
            CrossOriginRule.allows(
                method: request.method, isPage: route.isPage, isFramed: framing != nil, signs)
        else {
            refusals.note("refused a request of another origin")
            return turnedAway(
                request, 403, code: "other_origin",
                "This request comes from another site. Open the panel itself and try again.")
        }
        let methods = route.methods
        guard methods.contains(request.method) else {
            return turnedAway(
                request, 405, code: "method_not_allowed",
                "Use \(methods.joined(separator: ", ")) here.",
                more: [("Allow", methods.joined(separator: ", "))])
        }
        return refusalToShow(request) ?? refusalToEdit(request)
    }

    /// One sentence, for scripts in JSON.
    private func turnedAway(
        _ request: some PanelRequest, _ status: Int, code: String, _ sentence: String,
        more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        switch AnswerForm(request) {
        case .json: JSONAnswer.problem(status, title: sentence, code: code, more: more)
        case .page, .text: .plain(status, sentence, more: more)
        }
    }
}
