/// Answers the requests that a server lets through.
///
/// All methods are called on libmicrohttpd's threads, many at once, and must not block: a thread
/// that waits keeps all its other clients waiting. None may call `Server.stop()`.
public protocol RequestHandler: Sendable {
    /// Decides about a request after its head and before its body. Called once a request; not for
    /// those that the server itself turns away.
    func admit(_ request: Request) -> Admission

    /// Answers a whole request. Either sends before it returns, or keeps `reply` and sends later
    /// from any thread. A reply that is dropped unsent answers 500.
    func answer(_ request: Request, _ reply: Reply)

    /// The words for a request that the server itself turns away: malformed, over a limit, or
    /// while the server stops. Must not depend on the request.
    func refusal(_ refusal: Refusal) -> Response

    /// The words for a request that was admitted, and whose body is larger than was allowed; those
    /// of `refusal(_:)` where a handler has no others.
    func refusal(_ refusal: Refusal, of request: Request) -> Response
}

extension RequestHandler {
    /// The words of `refusal(_:)`.
    public func refusal(_ refusal: Refusal, of request: Request) -> Response {
        self.refusal(refusal)
    }
}

/// Whether a request's body is wanted.
public enum Admission: Sendable {
    /// Read the body, up to `bodyLimit` bytes, and call `answer`; a larger one answers 413.
    case accept(bodyLimit: Int)
    /// Answer this. A small body is read and thrown away first; a large one ends the connection.
    case refuse(Response)
}

/// A request that the server turns away by itself.
public struct Refusal: Sendable, Hashable {
    /// The status to answer with: 400, 413, 414, 417, 431, 500, 501 or 503.
    public let status: Int
    /// One sentence: what was wrong and what would be accepted.
    ///
    /// It quotes nothing of the request.
    public let reason: String
    /// What the header `Allow` should say, where the status asks for one.
    public let allow: String?

    /// Makes a refusal, for tests of a handler.
    public init(status: Int, reason: String, allow: String? = nil) {
        self.status = status
        self.reason = reason
        self.allow = allow
    }
}
