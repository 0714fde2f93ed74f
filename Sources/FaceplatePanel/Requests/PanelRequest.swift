/// A request to a panel, wherever it comes from: our own server, a host's server, a test.
public protocol PanelRequest: Sendable {
    /// In upper case: `GET`, `HEAD`, `POST`, …
    var method: String { get }
    /// Percent-decoded once, without dot segments; starts with `/`.
    var path: String { get }
    /// The text after `?`, undecoded; `nil` where there is none.
    var query: String? { get }
    /// The whole body; empty where there is none.
    var body: [UInt8] { get }
    /// The port that the server listens on, where it knows; `Host` must name it or none.
    var localPort: UInt16? { get }
    /// Whether it came over TLS, to this server or to one before it.
    var isSecure: Bool { get }
    /// Who asks, where the host knows it.
    var requester: Requester? { get }
    /// The first value of a header, without spaces around; the name in lower case.
    func header(_ name: String) -> String?
    /// All values of a header; the name in lower case.
    func headers(_ name: String) -> [String]
}

extension PanelRequest {
    /// Not over TLS.
    public var isSecure: Bool { false }
    /// Nobody says.
    public var requester: Requester? { nil }
}

/// A request made in a program: for tests, and for hosts with a server of their own.
public struct SimpleRequest: PanelRequest {
    /// The method, in upper case.
    public var method: String
    /// The path, percent-decoded.
    public var path: String
    /// The text after `?`, undecoded.
    public var query: String?
    /// The bytes of the body.
    public var body: [UInt8]
    /// The port to hold `Host` against; `nil` allows any.
    public var localPort: UInt16?
    /// Whether it came over TLS.
    public var isSecure = false
    /// Who asks.
    public var requester: Requester?
    /// Names in lower case.
    public var fields: [(name: String, value: String)]

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - method: in capitals.
    ///   - target: a path, and a query behind `?`; it is taken as it is, without decoding.
    ///   - fields: the header; names in lower case.
    ///   - body: what is sent behind the header.
    public init(
        _ method: String = "GET", _ target: String = "/",
        fields: [(name: String, value: String)] = [("host", "localhost")], body: [UInt8] = []
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = String(parts[0])
        query = parts.count > 1 ? String(parts[1]) : nil
        self.fields = fields
        self.body = body
    }

    /// The first value of a header; the name in lower case.
    public func header(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All values of a header; the name in lower case.
    public func headers(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
