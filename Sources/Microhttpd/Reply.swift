import Synchronization

/// The single response to a request, sent immediately or later, from any thread.
///
/// A reply that is released without sending responds with 500.
public final class Reply: Sendable {
    private let exchange: Exchange
    private let isSent = Atomic(false)

    init(_ exchange: Exchange) { self.exchange = exchange }

    deinit {
        if !isSent.load(ordering: .relaxed) { exchange.send(exchange.core.unanswered) }
    }

    /// Sends the response.
    ///
    /// A second response is ignored, and so is a response that comes after a stopping server has ended the request.
    ///
    /// - Parameter status: A status that replaces the response's own, for example 304 for an unchanged page. A status
    ///   outside 200 to 599 is ignored.
    public func send(_ response: Response, status: Int? = nil) {
        guard !isSent.exchange(true, ordering: .relaxed) else { return }
        exchange.send(response, status: status)
    }

    /// Responds with 200 and a stream.
    ///
    /// The stream ends when its source ends, when the client disconnects, or when the server stops; it is the last
    /// response of its connection. At most three quarters of the connections can be streams; a further request gets
    /// 503. A `HEAD` request gets only the headers.
    ///
    /// - Parameter headers: The headers, with the rules of a `Response`; headers that cannot be sent lead to 500.
    public func stream(
        _ source: some StreamSource, headers: [(name: String, value: String)]
    ) {
        guard !isSent.exchange(true, ordering: .relaxed) else { return }
        if exchange.isHead || Response.problem(status: 200, headers: headers) != nil {
            exchange.send(Response(status: 200, headers: headers, body: []))
        } else if exchange.core.isDraining {
            exchange.send(exchange.core.stopping)
        } else if let stream = EventStream(source, headers: headers, exchange: exchange) {
            exchange.send(stream)
        } else {
            exchange.send(exchange.core.overstreamed)
        }
    }
}
