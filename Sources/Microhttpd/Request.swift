// @unchecked because `body` is written once, on libmicrohttpd's thread, before `answer` is called with the request;
// only `admit` has access to the request before.
/// A request that passed the server's checks.
///
/// It does not change, and can be stored and used on any thread.
public final class Request: @unchecked Sendable {
    /// The method: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.
    public let method: String
    /// The path, percent-decoded once; `*` for `OPTIONS *`.
    ///
    /// Targets with `%00`, `%2f`, `%5c`, dot segments or bytes that are not UTF-8 were rejected.
    public let path: String
    /// The client's end of the connection; `nil` when the system did not report it.
    public let remote: SocketAddress?
    /// The numeric user of the process at the other end of a Unix socket; `nil` for all other connections.
    public let peerUser: UInt32?
    /// The name of that user, or `user 1001` if the system knows none; `nil` for all other connections.
    ///
    /// The first call for a user may ask a directory service.
    public var peerUserName: String? { peerUser.map(SystemUsers.shared.name) }
    /// The address that the server listens on and that the client reached.
    public let local: SocketAddress
    /// True when the request was received over TLS.
    public let isSecure: Bool
    /// The body; empty until `answer` is called, and for requests without one.
    public internal(set) var body: [UInt8] = []

    private let head: RequestHead
    private let queryStart: Int?

    init(
        method: String, target: RequestTarget, head: RequestHead,
        remote: SocketAddress?, local: SocketAddress, peerUser: UInt32?, isSecure: Bool
    ) {
        self.method = method
        self.head = head
        self.remote = remote
        self.local = local
        self.peerUser = peerUser
        self.isSecure = isSecure
        path = target.path
        queryStart = target.queryStart
    }

    /// The target as it was sent: path and query, undecoded.
    public var target: String {
        String(decoding: head.bytes[..<head.targetCount], as: UTF8.self)
    }

    /// The text after the first `?` of the target, undecoded; `nil` without a `?`.
    public var query: String? {
        queryStart.map { String(decoding: head.bytes[$0..<head.targetCount], as: UTF8.self) }
    }

    /// Returns the value of the first header with a name, without surrounding white space.
    ///
    /// - Parameter name: The name in lower case.
    public func header(_ name: String) -> String? { head.firstValue(of: name) }

    /// Returns the values of all headers with a name, in the order in which they arrived.
    ///
    /// - Parameter name: The name in lower case.
    public func headers(_ name: String) -> [String] { head.values(of: name) }

    var announcesBody: Bool { head.isChunked || (head.contentLength ?? 0) > 0 }
    var contentLength: Int? { head.contentLength }
    var expectsContinue: Bool { head.expectation == .continue }
}
