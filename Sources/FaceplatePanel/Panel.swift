import Dispatch
public import Faceplate
import FaceplateCryptography
public import Logging
import Microhttpd

/// The web interface of settings: responds to requests with pages, accepts form posts and serves its assets.
///
/// A panel needs no socket: `answer` accepts any `PanelRequest`. `PanelServer` serves it with libmicrohttpd.
public final class Panel: Sendable {
    /// The options that a host sets.
    public struct Configuration: Sendable {
        /// The language of requests that do not ask for one; `nil` for the schema's fallback language.
        public var locale: LocaleTag?
        /// The path under which the panel is mounted, as requests name it: `/`, or a path such as `/admin/settings`.
        ///
        /// Requests outside this path return 404.
        public var basePath = "/"
        /// Host names that are allowed in addition to `localhost`, `127.0.0.1` and `::1`, in any case.
        ///
        /// Without a port, such as `panel.example.org`, a name is allowed with the port of the server or none; with
        /// one, such as `panel.example.org:8443`, only with that port. Requests for other names return 421. An entry
        /// that is not a host name allows nothing, and is reported in `/healthz` and the log.
        public var allowedHosts: [String] = []
        /// Identifies the requester of a request that does not carry one, for example by a header that a proxy sets.
        ///
        /// The panel calls it once for each request, after the checks of host name, origin and method, and before the
        /// body is read. A request that fails these checks has no requester. For `nil`, the request is rejected with
        /// 403; only the assets of pages, `/public` and `/healthz` are open.
        ///
        /// It runs on a server thread, which serves other connections too and waits while it suspends: look up sessions
        /// in memory, such as in an actor. After 5 seconds without an answer, the request is rejected with 503.
        public var identify: (@Sendable (any PanelRequest) async -> Requester?)?
        package var identifyLimit = Duration.seconds(5)
        /// The way in which people prove that they may use the panel; `.open` accepts everyone.
        ///
        /// The check comes after those of host name, origin and method, and before `identify`, which is not called for
        /// a request that is rejected or that has a token. A request that carries a requester of the host is accepted.
        public var access = Access.open
        /// The actions of buttons and links, by key.
        ///
        /// They replace actions that the schema declares in Swift. A button runs one action at a time: a press during a
        /// run is rejected.
        public var actions: [String: ActionHandler] = [:]
        /// The action of every item that `actions` does not name; `nil` when there is no such action.
        ///
        /// Returns `nil` for an item that it does not handle. The press then fails: no action is attached.
        public var defaultAction: (@Sendable (ActionRequest) async throws -> ActionResult?)?
        /// Returns true for an item that `defaultAction` handles; `nil` if it handles every item.
        ///
        /// A button that nothing handles is shown as unavailable.
        public var hasDefaultAction: (@Sendable (Schema.Item) -> Bool)?
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
        /// The renderers of individual items, by key: settings, buttons, links, and `info`, `text` and `html` rows.
        ///
        /// They replace the view of the control. A renderer of a page, an option of a group, or an unknown key has no
        /// effect, and is reported in `/healthz` and the log.
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
        /// Folders with catalogs of the panel's own texts, which add languages and replace texts: `Page/nl.strings`,
        /// `Problems/nl.strings`.
        ///
        /// They are read when the panel is created. A later folder replaces texts of an earlier one. Texts that cannot
        /// be used are logged as errors and reported in `/healthz`; the panel then uses its own.
        public var texts: [String] = []
        /// The logger for rejected requests; values are never logged.
        public var logger = Logger.faceplate("faceplate.panel")

        /// Creates a configuration that accepts loopback host names only and has no actions.
        public init() {}
    }

    /// The settings that the panel shows and changes.
    public let settings: Settings
    let configuration: Configuration
    let hosts: HostRule
    let access: AccessControl
    /// The path of the panel in requests.
    let mount: BasePath
    let actions = ActionRuns()
    let closingExecutor = HandlerExecutor()
    let imports = ImportQueue()
    let words: PanelWords
    let pages: PageCache
    let book: ProfileBook
    let versions = PageVersions()
    let searches = SearchCache()
    let parts: SettingsParts
    let feed: EventFeed
    let waits = ChangeWaits()
    let limits = Locked<FormLimits?>(nil)
    /// For files that a preview of an import sends back; the key ends with the process.
    let importCipher = try? AuthenticatedCipher(key: AuthenticatedCipher.newKey())
    let publicFolder: PublicFolder?
    private let theme: Asset?
    private let framing: Framing?
    /// For clients that have not signed in, by the digest of the schema.
    private let bareLooks = Locked<(digest: String, look: Look)?>(nil)
    private let removals = Locked<Settings.Observation?>(nil)
    /// At most ten lines a second, because a page of any site can cause them.
    let logRefusal: @Sendable (_ sentence: String) -> Void

    /// Creates a panel for settings; several panels can show the same settings.
    ///
    /// It opens no socket, and holds the settings as long as it exists. An origin in `frameAncestors` that is not exact
    /// is logged and ignored.
    public convenience init(
        _ settings: Settings, configuration: Configuration = Configuration()
    ) {
        self.init(settings, configuration: configuration, attemptTime: { .now })
    }

    init(
        _ settings: Settings, configuration: Configuration,
        attemptTime: @escaping @Sendable () -> AttemptLimit.Instant
    ) {
        self.settings = settings
        self.configuration = configuration
        feed = EventFeed(settings)
        words = .adding(configuration.texts)
        pages = PageCache(words: words)
        book = ProfileBook(settings)
        parts = SettingsParts(words: words)
        publicFolder = configuration.publicFolder.map(PublicFolder.init)
        theme = configuration.theme.map { Asset("theme", "css", $0) }
        mount = BasePath(configuration.basePath)
        framing = Framing(configuration.frameAncestors)
        logRefusal =
            MessageLog { [logger = configuration.logger] in logger.notice("\($0)") }.callAsFunction
        for origin in configuration.frameAncestors where !Framing.isExact(origin) {
            configuration.logger.error("'\(origin)' in frameAncestors is not an exact origin")
        }
        hosts = HostRule(more: configuration.allowedHosts)
        access = AccessControl(settings, configuration.access, attemptTime: attemptTime)
        for problem in configurationProblems { configuration.logger.error("\(problem)") }
        let observation = settings.observe { [weak self] in self?.reportRemovals(in: $0) }
        removals.withLock { $0 = observation }
    }

    deinit { removals.withLock { $0 }?.cancel() }

    /// Makes the style sheet and the script on another thread, while the program opens its settings.
    ///
    /// Without this call, the first page waits for them.
    package static func prepare() {
        DispatchQueue.global(qos: .userInitiated).async { _ = Asset.all }
    }

    /// Responds to a request.
    ///
    /// `reply` is called exactly once: before this method returns when the response needs no waiting, otherwise later
    /// and on another thread, for example after a post.
    public func answer(
        _ request: some PanelRequest, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        do throws(RefusedRequest) {
            answer(AcceptedRequest(context: try judge(request)), body: request.body, reply)
        } catch {
            framed(reply)(error.response)
        }
    }

    /// Responds to a request whose head `admit` has accepted.
    ///
    /// - Parameters:
    ///   - body: The whole body, up to `AcceptedRequest.bodyLimit` bytes.
    ///   - reply: Called exactly once, as by ``answer(_:_:)``.
    public func answer(
        _ accepted: AcceptedRequest, body: [UInt8],
        _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        let reply = framed(reply)
        var request = accepted.context
        if !isCurrent(request) {
            do throws(RefusedRequest) {
                request = try judgeAgain(request)
            } catch {
                return reply(error.response)
            }
        }
        request.body = body
        if isClosed, let farewell = farewell(to: request) { return reply(farewell) }
        respond(to: request, reply)
    }

    func asset(_ request: RequestContext) -> PanelResponse {
        let path = Asset.folder + request.route.argument
        guard let asset = look(for: request.view).asset(at: path) ?? .accent(at: path)
        else { return notFound(request) }
        return asset.response(to: request)
    }

    private func framed(_ reply: @escaping Reply) -> Reply {
        guard let framing else { return reply }
        return { reply(framing.applied(to: $0)) }
    }

    /// Cancels the tasks of all running actions, and responds to requests that wait for a change; no
    /// further action can begin.
    ///
    /// Call it when the host stops serving. `PanelServer.stop` calls it.
    public func stopActions() {
        actions.stop()
        waits.endAll()
    }

    /// Decides about a request by its head: whether it is accepted, and how much of its body to read.
    ///
    /// A host with its own server calls it before it reads the body. Pass the result to
    /// ``answer(_:body:_:)`` when the body was read. It reads only memory, on any thread.
    public func admit(_ request: some PanelRequest) -> BodyAdmission {
        do throws(RefusedRequest) {
            let context = try judge(request)
            let length = request.header("content-length").flatMap { Int($0) }
            if let limits = context.limits, let length, length > limits.size {
                return .refuse(tooLarge(context, limit: limits.size))
            }
            return .accept(AcceptedRequest(context: context))
        } catch {
            return .refuse(framing?.applied(to: error.response) ?? error.response)
        }
    }

    /// A request whose head was accepted; its body can be read.
    public struct AcceptedRequest: Sendable {
        let context: RequestContext

        /// The maximum size of the body in bytes; 0 for a request that must not have a body.
        public var bodyLimit: Int { context.limits?.size ?? 0 }
    }

    package func tooLarge(_ accepted: AcceptedRequest) -> PanelResponse {
        tooLarge(accepted.context, limit: accepted.bodyLimit)
    }

    /// The result of `admit`.
    public enum BodyAdmission: Sendable {
        case accept(AcceptedRequest)
        case refuse(PanelResponse)
    }

    var isFramed: Bool { framing != nil }

    /// Only the colors and fonts of the whole panel, and nothing of its rows.
    private func bareLook(_ snapshot: Snapshot) -> Look {
        if publicFolder == nil,
            let known = bareLooks.withLock({ $0?.digest == snapshot.digest ? $0 : nil })
        {
            return known.look
        }
        let style = snapshot.schema.panelStyleSheet.map {
            Asset("schema", "css", Array($0.utf8))
        }
        let look = Look(publicFolder, theme: theme, schema: style, layout: configuration.layout)
        bareLooks.withLock { $0 = (snapshot.digest, look) }
        return look
    }

    /// Without the styles of withheld rows.
    func look(for view: SettingsView) -> Look {
        let (snapshot, pages) = (view.snapshot, view.pages)
        // The rules and images of the schema name rows, which a client that has not signed in must not learn.
        guard view.rights.isSignedIn else { return bareLook(snapshot) }
        // Files of the public folder can change at any time, so nothing that depends on them is cached.
        if publicFolder == nil, let known = pages.look(of: snapshot) { return known }
        let look = Look(
            publicFolder, theme: theme, schema: pages.styleSheet(of: snapshot),
            layout: configuration.layout)
        if publicFolder == nil { pages.store(look, of: snapshot) }
        return look
    }
}
