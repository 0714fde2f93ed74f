/// A request to a panel, from any source: the panel's server, a host's server, a test.
public protocol PanelRequest: Sendable {
    /// The method in upper case: `GET`, `HEAD`, `POST`, …
    var method: String { get }
    /// The path, percent-decoded once and without dot segments; it starts with `/`.
    var path: String { get }
    /// The text after `?`, undecoded; `nil` when the URL has no query.
    var query: String? { get }
    /// The whole body; empty when the request has none.
    var body: [UInt8] { get }
    /// The port that the server listens on, if known; `Host` must name this port or none.
    var localPort: UInt16? { get }
    /// A Boolean value that indicates whether the request used TLS, to this server or to a proxy.
    var isSecure: Bool { get }
    /// The requester, if the host knows it.
    var requester: Requester? { get }
    /// The name of the user at the other end of a Unix socket; `nil` for all other connections.
    var peerUser: String? { get }
    /// The IP address of the client as text, if known; attempts to sign in are counted by it.
    var clientAddress: String? { get }
    /// The start of the path that a proxy has removed, as in `X-Forwarded-Prefix`: `/apps/garden`, percent-encoded.
    ///
    /// Every URL in the response begins with it. Return it only for a proxy that you trust. A path of more than 256
    /// bytes, or with quotation marks, spaces, `//` or segments of dots, is ignored.
    var pathPrefix: String? { get }
    /// Returns the first value of a header without surrounding spaces; the name is in lower case.
    func header(_ name: String) -> String?
    /// Returns all values of a header; the name is in lower case.
    func headers(_ name: String) -> [String]
}

extension PanelRequest {
    /// Returns false: without TLS.
    public var isSecure: Bool { false }
    /// Returns `nil`: the requester is not known.
    public var requester: Requester? { nil }
    /// Returns `nil`: the request did not arrive by a Unix socket.
    public var peerUser: String? { nil }
    /// Returns `nil`: the attempts of all such clients to sign in count together.
    public var clientAddress: String? { nil }
    /// Returns `nil`: no proxy has removed a part of the path.
    public var pathPrefix: String? { nil }
}

/// A request that a program creates: for tests, and for hosts with their own server.
public struct SimpleRequest: PanelRequest {
    /// The method, in upper case.
    public var method: String
    /// The path, percent-decoded.
    public var path: String
    /// The text after `?`, undecoded.
    public var query: String?
    /// The bytes of the body.
    public var body: [UInt8]
    /// The port that `Host` is checked against; `nil` accepts any.
    public var localPort: UInt16?
    /// A Boolean value that indicates whether the request used TLS.
    public var isSecure = false
    /// The requester, if known.
    public var requester: Requester?
    /// The IP address of the client, if known.
    public var clientAddress: String?
    /// The start of the path that a proxy has removed; `nil` for none.
    public var pathPrefix: String?
    /// The header fields; names are in lower case.
    public var fields: [(name: String, value: String)]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method, in upper case.
    ///   - target: A path, and optionally a query after `?`; it is used without decoding.
    ///   - fields: The header fields; names are in lower case.
    ///   - body: The bytes that follow the header.
    public init(
        _ method: String = "GET", _ target: String = "/",
        fields: [(name: String, value: String)] = [("host", "localhost")], body: [UInt8] = []
    ) {
        self.method = method
        (path, query) = target.halves(at: "?")
        self.fields = fields
        self.body = body
    }

    /// Returns the first value of a header; the name is in lower case.
    public func header(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns all values of a header; the name is in lower case.
    public func headers(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
