/// A handler of the requests that a server accepts.
///
/// The server calls all methods on libmicrohttpd's threads, many at the same time. They must not block, because a
/// waiting thread delays all of its other clients. They must not call `Server.stop()`.
public protocol RequestHandler: Sendable {
    /// Decides about a request after its head and before its body.
    ///
    /// It is called once for each request, except for requests that the server itself rejects. Its result contains the
    /// function that responds, so everything that was found out from the head is available there.
    func admit(_ request: Request) -> Admission

    /// Returns the response to a request that the server itself rejects: malformed, over a limit, or while the server
    /// stops.
    ///
    /// The response must not depend on the request.
    func refusal(_ refusal: Refusal) -> Response

    /// Returns the response to a request that was admitted, but whose body is larger than allowed.
    ///
    /// By default this is the response of `refusal(_:)`.
    func refusal(_ refusal: Refusal, of request: Request) -> Response
}

extension RequestHandler {
    /// Returns the response of `refusal(_:)`.
    public func refusal(_ refusal: Refusal, of request: Request) -> Response {
        self.refusal(refusal)
    }
}

/// The decision whether to read a request's body.
public enum Admission: Sendable {
    /// Responds to a complete request.
    ///
    /// It either sends the response before it returns, or stores the reply and sends the response later from any
    /// thread. A reply that is released without sending responds with 500.
    public typealias Answer = @Sendable (Request, Reply) -> Void

    /// Reads the body, up to `bodyLimit` bytes, and calls `answer`; a larger body gets 413.
    case accept(bodyLimit: Int, answer: Answer)
    /// Sends this response. A small body is read and discarded first; a large one ends the connection.
    case refuse(Response)
}

/// A rejection of a request by the server itself.
public struct Refusal: Sendable, Hashable {
    /// The status of the response: 400, 413, 414, 417, 431, 500, 501 or 503.
    public let status: Int
    /// One sentence that states the error and what would be accepted.
    ///
    /// It contains no text of the request.
    public let reason: String
    /// The value of the header `Allow`, for a status that requires it.
    public let allow: String?

    /// Creates a refusal, for tests of a handler.
    public init(status: Int, reason: String, allow: String? = nil) {
        self.status = status
        self.reason = reason
        self.allow = allow
    }
}
