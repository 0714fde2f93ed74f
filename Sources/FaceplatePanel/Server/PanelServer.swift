public import Faceplate
import Logging
import Microhttpd

/// A panel served by libmicrohttpd: on the loopback interface, on Unix sockets, or on any address with a sign-in.
public final class PanelServer: Sendable {
    /// The addresses to listen on, and the limit on connections.
    public struct Configuration: Sendable {
        /// The addresses to listen on; by default loopback of both families.
        ///
        /// They are numeric. Other addresses than `::1` and those that begin with `127.` can be reached from other
        /// machines, and are accepted only if ``Panel/Configuration/access`` asks for a sign-in or token. A machine
        /// without IPv6 leaves `::1` out. The list may be empty if there are paths or inherited sockets.
        public var hosts = ["127.0.0.1", "::1"]
        /// The absolute paths of Unix sockets to listen on, at most 103 bytes each.
        ///
        /// Each file has mode 0600, so only this user and root can connect. The history names the user, unless
        /// `identify` of the panel names the requester. The file of a killed server is replaced.
        public var paths: [String] = []
        /// Descriptors of listening sockets that the process inherited, for example from systemd.
        ///
        /// Without a sign-in, a TCP socket must be bound to a loopback address. Clients that connect after the end of the server wait for
        /// the next process with the socket.
        public var inheritedSockets: [Int32] = []
        /// The port, the same for all addresses; 0 picks a free one.
        public var port: UInt16 = 0
        /// The files of a certificate, for `https` on all addresses; without them, all connections are unencrypted.
        ///
        /// Unix sockets have no TLS, so `paths` must then be empty. TLS does not replace a sign-in.
        public var tls: CertificateFiles?
        /// The proxies in front of the panel: IP addresses, networks such as `10.0.0.0/8`, and `unix` for every client
        /// of the Unix sockets.
        ///
        /// Their `X-Forwarded-For` names the client, and their `X-Forwarded-Proto` says whether it used TLS. Their
        /// `X-Forwarded-Prefix` or `X-Ingress-Path` is the start of the path that they have removed. The
        /// headers of others are ignored.
        public var trustedProxies: [String] = []
        /// The maximum number of open connections; further clients get 503.
        ///
        /// Event streams use three quarters of them at most. The number is lower when the process cannot open that many
        /// files.
        public var connections = 4_096

        /// Creates a configuration with loopback addresses, a free port and 4,096 connections.
        public init() {}
    }

    /// The port of the server; the chosen one when 0 was requested, and 0 if it listens on Unix sockets only.
    public let port: UInt16
    /// The URL of the panel, for example `http://127.0.0.1:8080/`; with TLS it begins with `https`, and it is
    /// `unix:/run/app.sock` if the panel listens on Unix sockets only.
    public let url: String
    let panel: Panel
    private let server: Server
    private let listener: EventFeed.Listener
    let certificate: CertificateFiles?

    /// Starts to listen; connections are accepted when this returns.
    ///
    /// Call `stop()` before you release the last reference. The process's soft limit of open files is raised to the
    /// hard limit.
    ///
    /// - Throws: `PanelServerError` if the port is in use, an address does not belong to this machine, an open panel
    ///   would be reached from other machines, or the certificate cannot be used.
    public init(
        _ panel: Panel, configuration: Configuration = Configuration()
    ) throws(PanelServerError) {
        var options = try Self.options(configuration, panel.configuration.access)
        let logger = panel.configuration.logger
        let proxies = try TrustedProxies(configuration.trustedProxies)
        self.panel = panel
        options.log = { logger.debug("libmicrohttpd: \($0)") }
        do {
            server = try Server(options, handler: PanelHandler(panel: panel, proxies: proxies))
        } catch {
            throw PanelServerError(error)
        }
        do throws(PanelServerError) {
            try Self.check(server.addresses, configuration, panel.configuration.access)
        } catch {
            server.stop()
            throw error
        }
        guard let address = server.addresses.first(where: { !$0.isPath }) ?? server.addresses.first
        else { throw PanelServerError(message: "There is no address to listen on.") }
        panel.waits.limit(toConnections: configuration.connections)
        listener = panel.feed.listen { [server] in server.wakeStreams() }
        port = address.port
        certificate = configuration.tls
        let scheme = certificate == nil ? "http" : "https"
        url = address.isPath ? "\(address)" : "\(scheme)://\(address)\(panel.mount.root)"
        if let expiry = certificate?.warning(about: options.tls) { logger.warning("\(expiry)") }
    }

    /// Starts to listen on a port of loopback addresses; connections are accepted when this returns.
    ///
    /// - Parameter port: the port; 0 picks a free one.
    /// - Throws: `PanelServerError` when the port is taken.
    public convenience init(_ panel: Panel, port: UInt16) throws(PanelServerError) {
        var configuration = Configuration()
        configuration.port = port
        try self.init(panel, configuration: configuration)
    }

    /// Reads the files of the certificate again, for connections that begin from now on.
    ///
    /// A server without TLS ignores the call. It can be called from any thread, and blocks while it reads.
    ///
    /// - Throws: `PanelServerError` if the files cannot be used; the last certificate then stays.
    public func reloadCertificate() throws(PanelServerError) {
        guard let certificate else { return }
        let identity = try certificate.identity()
        server.use(identity)
        let logger = panel.configuration.logger
        logger.notice("The certificate was read again.")
        if let expiry = certificate.warning(about: identity) { logger.warning("\(expiry)") }
    }

    /// Creates the panel of some settings and starts to listen; connections are accepted when this
    /// returns.
    ///
    /// - Throws: `PanelServerError` when the port is taken or an address is not this machine's.
    public convenience init(
        _ settings: Settings, _ panel: Panel.Configuration = Panel.Configuration(),
        listening: Configuration = Configuration()
    ) throws(PanelServerError) {
        try self.init(Panel(settings, configuration: panel), configuration: listening)
    }

    /// Binds the addresses and releases them, so that a host can detect a port in use before it opens its settings.
    ///
    /// - Parameter access: The access of the panel to be served.
    /// - Throws: The error that `init` would throw for the port, an address or the certificate.
    public static func checkAddress(
        _ configuration: Configuration, access: Panel.Access = .open
    ) throws(PanelServerError) {
        let options = try options(configuration, access)
        let addresses: [SocketAddress]
        do {
            addresses = try Server.checkAddresses(options)
        } catch {
            throw PanelServerError(error)
        }
        try check(addresses, configuration, access)
    }

    private static func options(
        _ configuration: Configuration, _ access: Panel.Access
    ) throws(PanelServerError) -> Server.Configuration {
        try check(
            configuration.hosts.map { SocketAddress(host: $0, port: 0) }, configuration, access)
        // Before the settings are opened, as the addresses.
        _ = try TrustedProxies(configuration.trustedProxies)
        var options = Server.Configuration()
        options.hosts = configuration.hosts
        options.paths = configuration.paths
        options.inheritedSockets = configuration.inheritedSockets
        options.port = configuration.port
        options.tls = try configuration.tls.map { files throws(PanelServerError) in
            try files.identity()
        }
        options.connectionLimit = configuration.connections
        options.drainLimit = drainLimit
        return options
    }

    private static func check(
        _ addresses: [SocketAddress], _ configuration: Configuration, _ access: Panel.Access
    ) throws(PanelServerError) {
        let paths = configuration.paths + addresses.filter(\.isPath).map(\.host)
        if configuration.tls != nil, let path = paths.first {
            throw PanelServerError(
                message:
                    "The Unix socket '\(path)' has no TLS: only users of this machine can connect. Serve it "
                    + "without a certificate, or use a port.")
        }
        for address in addresses where access == .open && !address.isLocal {
            throw PanelServerError(
                message:
                    "'\(address.host)' can be reached from other machines, and the panel asks no one for a "
                    + "sign-in. Set its access to link, password or token, or use 127.0.0.1 or ::1."
            )
        }
    }

    /// The size in bytes up to which a body that is too large is read.
    ///
    /// A browser that sends a large file thus receives the response, and not a reset connection.
    private static let drainLimit = 64 * 1024 * 1024

    /// Finishes the active requests, for 5 seconds at most, and stops listening.
    ///
    /// It blocks the caller, cancels running actions and ends event streams. A second call waits for the first. A
    /// handler must not call this method, because it waits for the thread of the handler. The settings stay open.
    public func stop() {
        panel.stopActions()
        server.stop(grace: Self.grace)
    }

    /// The grace period, which leaves time for a 503 response to the remaining requests and for closing the store.
    private static let grace = Duration.seconds(4)
}

/// An error that prevents a panel from listening.
public struct PanelServerError: SpokenError {
    /// The message, one sentence.
    public let message: String

    /// True when the server can listen on another port.
    package var concernsPort = false

    /// The message.
    public var description: String { message }
}

extension PanelServerError {
    fileprivate init(_ error: ServerError) {
        let codes: [ServerError.Code] = [.portUnavailable, .notPermitted]
        self.init(
            message: "\(error)",
            concernsPort: codes.contains(error.code) && !error.address.isPath)
    }
}

private struct PanelHandler: RequestHandler {
    let panel: Panel
    let proxies: TrustedProxies

    func admit(_ request: Request) -> Admission {
        switch panel.admit(ServerRequest(request, proxies)) {
        case .accept(let accepted):
            .accept(bodyLimit: accepted.bodyLimit) { request, reply in
                let isStrict = StrictTransport.applies(to: request)
                panel.answer(accepted, body: request.body) { reply.send($0, isStrict: isStrict) }
            }
        case .refuse(let response):
            .refuse(response.sendable(isStrict: StrictTransport.applies(to: request)))
        }
    }

    func refusal(_ refusal: Refusal) -> Response {
        let more = refusal.allow.map { [(name: "Allow", value: $0)] } ?? []
        return PanelResponse.plain(refusal.status, refusal.reason, more: more).sendable()
    }

    func refusal(_ refusal: Refusal, of request: Request) -> Response {
        let route = panel.mount.route(request.path)
        guard case .json = AnswerForm(ServerRequest(request, proxies), route) else {
            return self.refusal(refusal)
        }
        return JSONAnswer.problem(
            refusal.status, title: refusal.reason, code: "too_large"
        ).sendable()
    }
}

extension Reply {
    fileprivate func send(_ response: PanelResponse, isStrict: Bool) {
        if let events = response.events {
            stream(EventSource(cursor: events.cursor), headers: response.headers)
        } else if let unchanged = response.unchanged {
            send(unchanged.sendable(isStrict: isStrict), status: response.status)
        } else {
            send(response.sendable(isStrict: isStrict))
        }
    }
}

private struct EventSource: StreamSource {
    var cursor: EventCursor

    mutating func next() -> StreamPart {
        if cursor.isOver { return .end }
        return cursor.next().map(StreamPart.bytes) ?? .none
    }
}

extension PanelResponse {
    fileprivate func sendable(isStrict: Bool = false) -> Response {
        if isStrict {
            return prepared {
                StrictTransport(
                    Response(
                        status: $0.status, headers: $0.headers + [StrictTransport.header],
                        body: $0.body))
            }.response
        }
        return prepared { Response(status: $0.status, headers: $0.headers, body: $0.body) }
    }
}

private struct ServerRequest: PanelRequest {
    private let request: Request
    private let proxies: TrustedProxies
    private let isForwarded: Bool

    init(_ request: Request, _ proxies: TrustedProxies) {
        self.request = request
        self.proxies = proxies
        isForwarded = proxies.sent(request)
    }

    var method: String { request.method }
    var path: String { request.path }
    var query: String? { request.query }
    var body: [UInt8] { request.body }
    var localPort: UInt16? { request.local.isPath ? nil : request.local.port }
    var isSecure: Bool {
        (isForwarded ? proxies.isSecure(request) : nil) ?? request.isSecure
    }
    /// The user of a proxy is not the user who sent the request.
    var peerUser: String? { isForwarded ? nil : request.peerUserName }
    var clientAddress: String? {
        (isForwarded ? proxies.client(of: request) : nil)
            ?? request.remote.map { ClientAddress($0.host)?.text ?? $0.host }
    }
    var pathPrefix: String? { isForwarded ? proxies.prefix(of: request) : nil }

    func header(_ name: String) -> String? { request.header(name) }
    func headers(_ name: String) -> [String] { request.headers(name) }
}

/// A response with `Strict-Transport-Security`: the browser then uses `https` for every port of the host.
///
/// The header is sent only by the server's own TLS and to clients that reached it by a name and without a port. On other
/// ports, the panel shares the name with servers that may have no TLS. Addresses and `localhost` have no such rule.
private final class StrictTransport: Sendable {
    let response: Response

    init(_ response: Response) { self.response = response }

    /// One year, in seconds.
    static let header = (name: "Strict-Transport-Security", value: "max-age=31536000")

    static func applies(to request: Request) -> Bool {
        guard request.isSecure, var host = request.header("host")?[...] else { return false }
        if host.hasSuffix(":443") { host = host.dropLast(4) }
        guard !host.contains(":"), let last = host.split(separator: ".").last else { return false }
        return last.lowercased() != "localhost" && last.contains { $0.isLetter }
    }
}
