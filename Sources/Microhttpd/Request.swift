// @unchecked because `body` is written once, on libmicrohttpd's thread, before `answer` is called
// with the request and so before anyone but `admit` has seen it.
/// A request that passed the server's gate; it does not change and may be kept.
///
/// Safe to use from any thread.
public final class Request: @unchecked Sendable {
    /// The method: GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.
    public let method: String
    /// The path, percent-decoded once.
    ///
    /// Targets with `%00`, `%2f`, `%5c`, dot segments or bytes that are not UTF-8 were turned away.
    /// `*` for `OPTIONS *`.
    public let path: String
    /// The client's end of the connection; nil when the system did not say.
    public let remote: SocketAddress?
    /// The address that the server listens on and that the client reached.
    public let local: SocketAddress
    /// The body; empty until `answer` is called, and for requests without one.
    public internal(set) var body: [UInt8] = []

    private let head: RequestHead
    private let queryStart: Int?

    init(
        method: String, target: RequestTarget, head: RequestHead,
        remote: SocketAddress?, local: SocketAddress
    ) {
        self.method = method
        self.head = head
        self.remote = remote
        self.local = local
        path = target.path
        queryStart = target.queryStart
    }

    /// The target as it was sent: path and query, undecoded.
    public var target: String {
        String(decoding: head.bytes[..<head.targetCount], as: UTF8.self)
    }

    /// The text after the first `?` of the target, undecoded; nil without a `?`.
    public var query: String? {
        queryStart.map { String(decoding: head.bytes[$0..<head.targetCount], as: UTF8.self) }
    }

    /// The value of the first header of that name, without white space around it.
    ///
    /// - Parameter name: The name in lower case.
    public func header(_ name: String) -> String? { head.firstValue(of: name) }

    /// The values of all headers of that name, in the order they came.
    ///
    /// - Parameter name: The name in lower case.
    public func headers(_ name: String) -> [String] { head.values(of: name) }

    /// Whether the head says that a body follows.
    var announcesBody: Bool { head.isChunked || (head.contentLength ?? 0) > 0 }
    var contentLength: Int? { head.contentLength }
    var expectsContinue: Bool { head.expectation == .continue }
}
