public import Faceplate
public import Logging

/// The web interface of settings: responds to requests with pages, accepts form posts and serves its assets.
///
/// A panel needs no socket: `answer` accepts any `PanelRequest`. `PanelServer` serves it with libmicrohttpd.
public final class Panel: Sendable {
    /// The options that a host sets.
    public struct Configuration: Sendable {
        /// The language of requests that do not ask for one; `nil` for the schema's fallback language.
        public var locale: LocaleTag?
        /// A Boolean value that indicates whether the language chooser offers the pseudo-locales `en-XA` and `ar-XB`.
        ///
        /// `?lang=` always accepts them.
        public var offersPseudoLocales = false
        /// The path under which the panel is mounted, as requests name it: `/`, or a path such as `/admin/settings`.
        ///
        /// Requests outside this path return 404.
        public var basePath = "/"
        /// Host names that are allowed in addition to `localhost`, `127.0.0.1` and `::1`.
        ///
        /// Names have no port, and any case. Requests for other names return 421.
        public var allowedHosts: [String] = []
        /// Identifies the requester of a request that does not carry one, for example by a header that a proxy sets.
        ///
        /// The panel calls it several times for each request, on server threads, so it must return immediately.
        public var identify: (@Sendable (any PanelRequest) -> Requester)?
        /// The actions of buttons and links, by key.
        ///
        /// They replace actions that the schema declares in Swift. A button runs one action at a time: a press during a
        /// run is rejected.
        public var actions: [String: ActionHandler] = [:]
        /// The action of every item that `actions` does not name; `nil` when there is no such action.
        ///
        /// Returns `nil` for an item that it does not handle. The press then fails: no action is attached.
        public var defaultAction: (@Sendable (ActionRequest) async -> ActionResult?)?
        /// The destination of users who finish: a path (`/`), or a URL with `http` or `https`.
        ///
        /// When it is set, pages have a button that saves and then leads there.
        public var done: String?
        /// Called before a user is sent to `done`, and before `close()` takes effect; a veto keeps the panel open.
        ///
        /// A handler that does not return within 10 seconds counts as consent.
        public var willClose: (@Sendable (PanelClosing) async -> Veto?)?
        /// Called when a user is sent to `done`, and after `close()`.
        ///
        /// The response to the user waits for it without a limit, so it should return soon. It runs in a task.
        public var didClose: (@Sendable (PanelClosing) async -> Void)?
        /// The time that the response to a press waits for the action before it reports that the action is still
        /// running.
        ///
        /// Zero does not wait.
        public var actionPatience: Duration = .seconds(1)
        /// The component that shares settings with other machines; pages show its status and can start it.
        public var sync: (any SyncStatus)?
        /// The renderers of individual items, by key; mainly for items whose control is `custom`.
        ///
        /// They replace the view of the control, also for items with another control. Keys without a setting have no
        /// effect.
        public var renderers: [String: any ControlRenderer] = [:]
        /// A style sheet of the host (CSS), which overrides the panel's style sheet and the schema's styles.
        public var theme: [UInt8]?
        /// Arranges the parts of each page in a page of the host; `nil` for the panel's own layout.
        public var layout: PanelLayout?
        /// The origins whose pages may show the panel in a frame: `https://host.example:8443`.
        ///
        /// Each must be an exact origin in lower case. Any other text is ignored and logged as an error.
        public var frameAncestors: [String] = []
        /// A folder whose files are served under `/public/`; its `panel.css` and `panel.js` replace the panel's own.
        ///
        /// Files are read when they are requested, up to 4 MiB each, without subfolders, hidden files and links that
        /// lead out of the folder. Pages then look for changed files at each request.
        public var publicFolder: String?
        /// The logger for rejected requests; values are never logged.
        public var logger = Logger(label: "faceplate.panel")

        /// Creates a configuration that accepts loopback host names only and has no actions.
        public init() {}
    }

    /// The settings that the panel shows and changes.
    public let settings: Settings
    let configuration: Configuration
    let hosts: HostRule
    /// The path under which the panel is mounted.
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

    /// Creates a panel for settings; several panels can show the same settings.
    ///
    /// It opens no socket, and holds the settings as long as it exists. An origin in `frameAncestors` that is not exact
    /// is logged and ignored.
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

    /// Responds to a request.
    ///
    /// `reply` is called exactly once: before this method returns when the response needs no waiting, otherwise later
    /// and on another thread, for example after a post.
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

    /// Wraps `reply` so that pages may be framed by the origins that the host allows.
    private func framed(
        _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) -> @Sendable (PanelResponse) -> Void {
        guard let framing else { return reply }
        return { reply(framing.applied(to: $0)) }
    }

    /// Cancels the tasks of all running actions; no further action can begin.
    ///
    /// Call it when the host stops serving. `PanelServer.stop` calls it.
    public func stopActions() { actions.stop() }

    /// Returns the size limit of a request's body, or the response when the request's head is already rejected.
    ///
    /// A host with its own server calls it before it reads the body, and reads at most that many bytes. It reads only
    /// memory, on any thread. `answer` makes the same checks again.
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

    /// The result of `admit`.
    public enum BodyAdmission: Sendable {
        /// A body of up to `limit` bytes.
        case accept(limit: Int)
        case refuse(PanelResponse)
    }

    /// Returns the appearance of a snapshot's pages.
    func look(_ snapshot: Snapshot) -> Look {
        // Files of the public folder can change at any time, so nothing that depends on them is cached.
        if publicFolder == nil, let known = pages.look(of: snapshot) { return known }
        let look = Look(
            publicFolder, theme: theme, schema: pages.styleSheet(of: snapshot),
            layout: configuration.layout)
        if publicFolder == nil { pages.keep(look, of: snapshot) }
        return look
    }

    // MARK: - Access

    /// Checks a request before anything else, in this order: host, origin, method, rights.
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

    /// Returns a response of one sentence, as JSON for scripts.
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
